import type { ReactNode } from 'react';
import { type BirthdayReport, qualifierOf } from '../../../domain/celebrations/birthday-report.ts';
import { daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { ordinal } from '../../../domain/dates/ordinal.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
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
          <dt className="order-2 text-sm leading-tight font-bold">human years</dt>
          <dd className="grid justify-items-center font-display text-number font-bold">
            {qualifier && <span className="-mt-2 text-sm leading-tight text-ink">{qualifier} </span>}
            {report.humanYears}
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** A labelled figure of a report, inside a `<dl>`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-center rounded-field border-2 border-edge/50 bg-card px-3 py-3 sm:px-4">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-display text-title font-bold wrap-break-word hyphens-auto">{children}</dd>
    </div>
  );
}

function orderText(date: CalendarDate, next: CalendarDate): string {
  if (date === next) return 'On the same day';
  return date < next ? 'Before that' : 'After that';
}

/** A day that is celebrated besides the birthdays. */
function OtherTicket({
  day: { date, daysToGo },
  next,
  children,
}: {
  day: { date: CalendarDate; daysToGo: number };
  /** The day of the next birthday. */
  next: CalendarDate;
  children: ReactNode;
}) {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border-2 border-edge/50 bg-card p-4 sm:px-6">
      <CalendarLeaf date={date} isToday={daysToGo === 0} />
      <span className="min-w-0 flex-1 basis-36">
        <span className="block text-sm">{orderText(date, next)}</span>
        <strong className="block">{children}</strong>
        <span className="block">{formatLongDate(date)}</span>
      </span>
      <strong className="font-display text-title">{daysToGoText(daysToGo)}</strong>
    </p>
  );
}

/**
 * The next celebration as a ticket, lit on its day, with a perforation before the countdown. Below it are a puppy's graduation and the gotcha day.
 */
export function Ticket({ report }: { report: BirthdayReport }) {
  const isToday = report.daysUntilBirthday === 0;
  const { graduation, gotchaDay, nextBirthdayDate } = report;
  return (
    <>
      <div
        className={classNames(
          'mt-3 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card p-4 sm:px-6',
          isToday ? 'bg-apricot text-on-apricot' : 'border-2 border-edge/50 bg-card',
        )}
      >
        <CalendarLeaf date={report.nextBirthdayDate} isToday={isToday} />
        <dl className="flex min-w-0 flex-1 basis-36 flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <div className="min-w-0 flex-1 basis-36">
            <dt className="text-sm">Next celebration</dt>
            <dd className="font-bold wrap-anywhere">{report.nextCelebration}</dd>
          </div>
          <div>
            <dt className="text-sm">Next birthday</dt>
            <dd className="font-bold">{formatLongDate(report.nextBirthdayDate)}</dd>
          </div>
          <div className="basis-full border-t-2 border-dashed border-current pt-2">
            <dt className="sr-only">Countdown</dt>
            <dd className="font-display text-heading font-bold">{daysToGoText(report.daysUntilBirthday)}</dd>
          </div>
        </dl>
      </div>
      {graduation && (
        <OtherTicket day={graduation} next={nextBirthdayDate}>
          Puppy graduation, {report.isAbout && 'about '}half a year old
        </OtherTicket>
      )}
      {gotchaDay && (
        <OtherTicket day={gotchaDay} next={nextBirthdayDate}>
          {ordinal(gotchaDay.years)} gotcha day
        </OtherTicket>
      )}
    </>
  );
}
