import { type BirthdayReport, humanYearsUnit, qualifierOf } from '../../../domain/celebrations/birthday-report.ts';
import { daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { ordinal } from '../../../domain/dates/ordinal.ts';
import { Rosette } from '../../art/rosette.tsx';
import { classNames } from '../../ui/class-names.ts';

/** The human years on a rosette. */
export function Prize({ report }: { report: BirthdayReport }) {
  const qualifier = qualifierOf(report);
  return (
    <div className="relative grid h-53 w-47 shrink-0 place-items-center">
      <Rosette className="absolute inset-0 size-full animate-pop" />
      <dl className="relative -mt-8 grid justify-items-center">
        <div className="grid justify-items-center">
          <dt className="order-2 text-sm leading-tight font-bold">{humanYearsUnit(report)}</dt>
          <dd className="grid justify-items-center font-display text-number font-bold">
            {qualifier && <span className="-mt-2 text-sm leading-tight text-ink">{qualifier} </span>}
            {report.humanYears}
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** Says when a day comes that is celebrated besides the birthdays. */
function orderText(date: CalendarDate, index: number, nextBirthday: CalendarDate): string {
  if (date === nextBirthday) return 'On the same day';
  return index === 0 ? 'First up' : 'After that';
}

/** A day to look forward to. */
type Moment = { label: string; what: string; dateLabel: string; date: CalendarDate; daysToGo: number };

/** The days of a report, the nearest first. */
function momentsOf(report: BirthdayReport): Moment[] {
  const { graduation, gotchaDay, nextBirthdayDate } = report;
  const birthday = {
    label: 'Next celebration',
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

/** The next day as a ticket with a perforated stub, lit when it has come, and below it what follows. */
export function Ticket({ report }: { report: BirthdayReport }) {
  return momentsOf(report).map(({ label, what, dateLabel, date, daysToGo }, index) => {
    const isFirst = index === 0;
    return (
      <dl
        key={what}
        className={classNames(
          'mt-3 grid items-center gap-x-6 rounded-card px-5 py-4 sm:grid-cols-[1fr_auto]',
          isFirst && daysToGo === 0 ? 'bg-apricot text-on-apricot' : 'border-2 border-edge/50 bg-card',
        )}
      >
        <div className="min-w-0">
          <dt className="text-sm">{label}</dt>
          <dd className={classNames('font-bold wrap-anywhere', isFirst && 'font-display text-title')}>{what}</dd>
        </div>
        <div>
          <dt className="sr-only">{dateLabel}</dt>
          <dd>{formatLongDate(date)}</dd>
        </div>
        <div
          className={classNames(
            'sm:col-start-2 sm:row-span-2 sm:row-start-1',
            isFirst &&
              'mt-3 border-t-2 border-dashed border-edge pt-3 sm:mt-0 sm:border-s-2 sm:border-t-0 sm:py-3 sm:ps-6',
          )}
        >
          <dt className="sr-only">Countdown</dt>
          <dd className={classNames('font-display font-bold', isFirst && 'text-heading')}>{daysToGoText(daysToGo)}</dd>
        </div>
      </dl>
    );
  });
}
