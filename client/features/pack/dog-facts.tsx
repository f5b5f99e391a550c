import type { ReactNode } from 'react';
import { type BirthdayReport, dogYearsText, qualifierOf } from '../../../domain/celebrations/birthday-report.ts';
import { daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { type CalendarDate, calendarLeaf, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { ordinal } from '../../../domain/dates/ordinal.ts';
import { classNames } from '../../ui/class-names.ts';
import { CakeIcon, PawIcon } from '../../ui/icons.tsx';

/** The human years in words, for a card without a rosette. */
export function HumanYears({ report }: { report: BirthdayReport }) {
  const qualifier = qualifierOf(report);
  return (
    <p className="text-sm leading-tight sm:text-base">
      {qualifier && `${qualifier} `}
      <strong className="font-display text-title leading-none sm:text-heading">{report.humanYears}</strong> in human
      years
    </p>
  );
}

/** The dog's own age. It has two names: the product's, and one that cannot be mistaken. */
export function DogYears({ report }: { report: BirthdayReport }) {
  return <p className="text-sm text-ink-soft">{dogYearsText(report)} dog years (actual age)</p>;
}

/** One day to look forward to, highlighted when it is there. A phone shows the date in short. */
function ComingDay({
  icon: Icon,
  title,
  date,
  days,
}: {
  icon: typeof CakeIcon;
  title: ReactNode;
  date: CalendarDate;
  days: number;
}) {
  const isToday = days === 0;
  const { month, day } = calendarLeaf(date);
  return (
    <p
      className={classNames(
        'flex items-center gap-2 text-sm sm:text-base',
        isToday && 'w-fit rounded-field bg-apricot px-3 py-1 text-on-apricot',
      )}
    >
      <Icon className="size-5 shrink-0" />
      <span>
        {title}
        <span className="sm:hidden" aria-hidden="true">
          {month} {day},
        </span>
        <span className="max-sm:sr-only">{formatLongDate(date)},</span>{' '}
        <strong className="inline-block font-display">{daysToGoText(days)}</strong>
      </span>
    </p>
  );
}

/**
 * The days to look forward to: the next birthday, a puppy's graduation, and the day on which the dog came home. The birthday is a cake
 * to the eye, and titled where there is room.
 */
export function ComingDays({ report, isTitled = false }: { report: BirthdayReport; isTitled?: boolean }) {
  const { graduation, gotchaDay } = report;
  const days = [
    {
      icon: CakeIcon,
      title: <span className={isTitled ? undefined : 'sr-only'}>Next birthday: </span>,
      date: report.nextBirthdayDate,
      days: report.daysUntilBirthday,
    },
    graduation && { icon: CakeIcon, title: 'Puppy graduation: ', date: graduation.date, days: graduation.daysToGo },
    gotchaDay && {
      icon: PawIcon,
      title: `${ordinal(gotchaDay.years)} gotcha day: `,
      date: gotchaDay.date,
      days: gotchaDay.daysToGo,
    },
  ];
  return days
    .filter((day) => day !== null)
    .sort((one, other) => one.days - other.days)
    .map((day, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they keep no state.
      <ComingDay key={index} {...day} />
    ));
}
