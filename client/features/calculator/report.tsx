import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { BirthdayReport } from '../../../domain/birthday-report.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/calendar-date.ts';
import { daysToGoText } from '../../../domain/celebrations.ts';
import type { CalculatorInput } from '../../../domain/drafts.ts';
import { DogPlaceholder } from '../../ui/art/dog-placeholder.tsx';
import { Flags } from '../../ui/art/flags.tsx';
import { Rosette } from '../../ui/art/rosette.tsx';
import { CalendarLeaf } from '../../ui/calendar-leaf.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ReportActions } from './report-actions.tsx';

type ReportDetails = ComponentType<{ dog: CalculatorInput; today: CalendarDate }>;

/** Loads the chart and the explanation after the figures. Where loading fails, the report stays without them. */
function useReportDetails(): ReportDetails | null {
  const [Details, setDetails] = useState<ReportDetails | null>(null);
  useEffect(() => {
    import('./report-details.tsx').then(
      ({ ReportDetails }) => setDetails(() => ReportDetails),
      () => undefined,
    );
  }, []);
  return Details;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-center rounded-field bg-card px-4 py-3">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-display text-title font-bold wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The human years on a rosette. */
function Prize({ report: { humanYears, isAlmost } }: { report: BirthdayReport }) {
  return (
    <div className="relative grid h-53 w-47 shrink-0 place-items-center">
      <Rosette className="absolute inset-0 size-full animate-pop" />
      <dl className="relative -mt-8 grid justify-items-center">
        <div className="grid justify-items-center">
          <dt className="order-2 text-sm leading-tight font-bold">human years</dt>
          <dd className="grid justify-items-center font-display text-number font-bold text-raspberry">
            {isAlmost && <span className="-mb-2 text-sm leading-tight text-ink">almost </span>}
            {humanYears}
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** The next celebration as a ticket, with a perforation before the countdown. */
function Ticket({ report }: { report: BirthdayReport }) {
  const isToday = report.daysUntilBirthday === 0;
  return (
    <div
      className={classNames(
        'mt-3 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card p-4 sm:px-6',
        isToday ? 'bg-raspberry text-on-raspberry' : 'bg-card',
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
          <dd className={classNames('font-display text-heading font-bold', !isToday && 'text-raspberry')}>
            {daysToGoText(report.daysUntilBirthday)}
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** The birthday report. A new one is scrolled into view. */
export function Report({
  dog,
  report,
  today,
  isNew,
  onCelebrate,
}: ComponentProps<ReportDetails> & { report: BirthdayReport; isNew: boolean; onCelebrate: () => void }) {
  const section = useRef<HTMLElement>(null);
  const headingId = useId();
  const Details = useReportDetails();

  useEffect(() => {
    // In braces: newer browsers return a promise here, which React would take for the effect's clean-up.
    if (isNew) section.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);

  return (
    <section
      ref={section}
      aria-labelledby={headingId}
      className="report -mx-3 mt-8 scroll-my-6 animate-pop overflow-hidden rounded-card bg-apricot-wash sm:mx-0"
    >
      <div className="relative">
        <DogPlaceholder dog={dog} className="block h-44 w-full pt-7 sm:h-52" />
        <Flags className="absolute inset-x-0 top-0 h-14 w-full" />
      </div>
      <div className="p-4 pt-0 sm:p-7 sm:pt-0">
        <div className="flex flex-col items-center gap-x-6 text-center sm:flex-row sm:text-start">
          <div className="-mt-16">
            <Prize report={report} />
          </div>
          <div className="min-w-0 max-w-full pb-4 sm:pt-4">
            <h3 id={headingId} className="text-heading wrap-anywhere">
              {dog.name}'s birthday report
            </h3>
            <p className="mt-1.5 text-lg wrap-anywhere">{report.milestone}</p>
          </div>
        </div>
        <dl className="grid grid-cols-2 gap-3">
          <Fact label="Life stage">{report.lifeStage}</Fact>
          <Fact label="dog years by calendar">{report.dogYears.toFixed(1)}</Fact>
        </dl>
        <Ticket report={report} />
        <ReportActions dog={dog} report={report} onCelebrate={onCelebrate} />
        <div className="mt-6 min-h-96">{Details && <Details dog={dog} today={today} />}</div>
      </div>
    </section>
  );
}
