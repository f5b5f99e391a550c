import type { ReactNode } from 'react';
import type { BirthdayReport } from '../../../domain/celebrations/birthday-report.ts';
import { daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { ordinal } from '../../../domain/dates/ordinal.ts';
import { classNames } from '../../ui/class-names.ts';
import { CakeIcon } from '../../ui/icons.tsx';
import { What } from './years-rosette.tsx';

function orderText(date: CalendarDate, index: number, nextBirthday: CalendarDate): string {
  if (date === nextBirthday) return 'On the same day';
  return index === 0 ? 'First up' : 'After that';
}

type Moment = { label: string; what: string; dateLabel: string; date: CalendarDate; daysToGo: number };

function momentsOf(report: BirthdayReport): Moment[] {
  const { graduation, gotchaDay, nextBirthdayDate } = report;
  const birthday = {
    label: report.daysUntilBirthday === 0 ? 'Today' : 'Next celebration',
    what: report.nextCelebration,
    dateLabel: 'Next birthday',
    date: nextBirthdayDate,
    daysToGo: report.daysUntilBirthday,
  };
  const others = [
    graduation && { ...graduation, what: `Puppy graduation, ${report.isAbout ? 'about ' : ''}half a year old` },
    gotchaDay && { ...gotchaDay, what: `${ordinal(gotchaDay.years)} gotcha day` },
  ].filter((day) => day !== null);
  return [birthday, ...others.map((day) => ({ ...day, label: '', dateLabel: 'Date' }))]
    .toSorted((one, other) => one.daysToGo - other.daysToGo)
    .map((moment, index) => ({ ...moment, label: moment.label || orderText(moment.date, index, nextBirthdayDate) }));
}

/** "91 days to go!" on the stub of a ticket, with its number large. */
function Countdown({ days }: { days: number }) {
  const text = daysToGoText(days);
  if (days < 2) return text;
  const [figure, ...unit] = text.split(' ');
  return (
    <>
      <span className="block text-title group-first:text-number">{figure} </span>
      <span className="text-sm whitespace-nowrap">{unit.join(' ')}</span>
    </>
  );
}

type TicketProps = {
  report: BirthdayReport;
  heading?: string;
  /** The ways to what is planned, each beside its day. */
  planned?: readonly { date: CalendarDate; link: ReactNode }[];
};

/** The next day as a ticket with a perforated stub, apricot when it has come, and what follows. Leaves out the name in the page's heading. */
export function Ticket({ report, heading, planned = [] }: TicketProps) {
  return (
    <div className="@container grid grid-cols-[1fr_auto] overflow-hidden rounded-card border-2 border-edge/50 bg-card">
      {momentsOf(report).map(({ label, what, dateLabel, date, daysToGo }, index, moments) => (
        <dl
          key={what}
          className={classNames(
            'group col-span-2 grid grid-cols-subgrid @max-[13rem]:block border-dashed border-edge not-first:border-t-2 not-first:text-sm',
            daysToGo === 0 && 'bg-apricot text-on-apricot',
          )}
        >
          <div className="min-w-0 self-end px-4 pt-2 group-first:pt-3">
            <dt className={index === 0 && daysToGo > 0 ? 'text-sm' : 'sr-only'}>{label}</dt>
            <dd className="font-bold text-balance wrap-anywhere group-first:font-display group-first:text-title first-letter:uppercase">
              <What>{heading ? what.replace(`${heading}'s `, '').replace(`${heading} turns`, 'turns') : what}</What>
            </dd>
          </div>
          <div className="px-4 pb-2 group-first:pb-3">
            <dt className="sr-only">{dateLabel}</dt>
            <dd>
              {formatLongDate(date)}
              {date !== moments[index - 1]?.date &&
                planned.filter((plan) => plan.date === date).map(({ link }) => link)}
            </dd>
          </div>
          <div
            className={classNames(
              'col-start-2 row-span-2 row-start-1 grid place-content-center min-w-26 border-s-2 @max-[13rem]:border-s-0 @max-[13rem]:border-t-2 border-dashed px-3 py-2 text-center font-display leading-tight font-bold',
              daysToGo === 0 ? 'border-current' : 'border-edge',
              index === 0 && daysToGo > 0 && 'bg-apricot-wash',
            )}
          >
            <dt className="sr-only">Countdown</dt>
            <dd className={daysToGo < 2 ? 'whitespace-nowrap group-first:text-title @md:group-first:text-heading' : ''}>
              {daysToGo === 0 && <CakeIcon className="mx-auto mb-1 size-8" />}
              <Countdown days={daysToGo} />
            </dd>
          </div>
        </dl>
      ))}
    </div>
  );
}
