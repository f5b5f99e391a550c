import type { ReactNode } from 'react';
import { type BirthdayReport, qualifierOf } from '../../../domain/celebrations/birthday-report.ts';
import { daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { ordinal } from '../../../domain/dates/ordinal.ts';
import { classNames } from '../../ui/class-names.ts';
import { CakeIcon, PawIcon } from '../../ui/icons.tsx';

function Age({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-center justify-items-center rounded-field border-2 border-line bg-paper px-2 py-2.5 text-center">
      <dt className="order-2 text-sm leading-tight text-ink-soft">{label}</dt>
      <dd className="font-display text-heading font-bold">{children}</dd>
    </div>
  );
}

/** The word before a number that is not exact. */
function Qualifier({ children }: { children: ReactNode }) {
  return children && <span className="text-sm text-ink">{children} </span>;
}

/** A dog's age on a card. Its own age has two names: the product's, and one that cannot be mistaken. */
export function Ages({ report }: { report: BirthdayReport }) {
  return (
    <dl className="grid grid-cols-2 gap-3">
      <Age label="in human years">
        <Qualifier>{qualifierOf(report)}</Qualifier>
        {report.humanYears}
      </Age>
      <Age label="dog years (actual age)">
        <Qualifier>{report.isAbout && 'about'}</Qualifier>
        {report.dogYears.toFixed(1)}
      </Age>
    </dl>
  );
}

/** One day to look forward to: what it is, with its date, and the countdown. */
function ComingDay({
  icon: Icon,
  title,
  date,
  days,
}: {
  icon: typeof CakeIcon;
  title: string;
  date: CalendarDate;
  days: number;
}) {
  const isToday = days === 0;
  return (
    <p
      className={classNames('flex items-center gap-3', isToday && 'rounded-field bg-apricot px-4 py-3 text-on-apricot')}
    >
      <Icon className="size-7 shrink-0" />
      <span>
        <span className={classNames('block text-sm', !isToday && 'text-ink-soft')}>
          {title}: {formatLongDate(date)}
        </span>
        <strong className={classNames('font-display', isToday && 'text-title')}>{daysToGoText(days)}</strong>
      </span>
    </p>
  );
}

/** The next celebration, highlighted on its day. */
export function NextBirthday({ date, days }: { date: CalendarDate; days: number }) {
  return <ComingDay icon={CakeIcon} title="Next birthday" date={date} days={days} />;
}

/** The day on which a puppy is half a year old, highlighted on its day. */
export function NextGraduation({ date, daysToGo }: NonNullable<BirthdayReport['graduation']>) {
  return <ComingDay icon={CakeIcon} title="Puppy graduation" date={date} days={daysToGo} />;
}

/** The next anniversary of the day on which the dog came home, highlighted on its day. */
export function NextGotchaDay({ date, daysToGo, years }: NonNullable<BirthdayReport['gotchaDay']>) {
  return <ComingDay icon={PawIcon} title={`${ordinal(years)} gotcha day`} date={date} days={daysToGo} />;
}
