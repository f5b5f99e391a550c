import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { BirthdayReport } from '../../../domain/birthday-report.ts';
import { formatLongDate } from '../../../domain/calendar-date.ts';
import { daysToGoText } from '../../../domain/celebrations.ts';
import type { CalculatorInput } from '../../../domain/drafts.ts';
import { DogPlaceholder } from '../../ui/art/dog-placeholder.tsx';
import { initialOf } from '../../ui/initial.ts';
import { ReportActions } from './report-actions.tsx';

function Figure({ label, remark, children }: { label: string; remark: string; children: ReactNode }) {
  return (
    <div className="grid content-start justify-items-center gap-1 rounded-card bg-card px-3 py-4 text-center">
      <dt className="order-2">
        <span className="block font-bold">{label}</span>
        <span className="block text-sm text-ink-soft">{remark}</span>
      </dt>
      <dd className="font-display text-number font-bold text-raspberry">{children}</dd>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-bold wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The birthday report, scrolled into view as it appears. */
export function Report({
  dog,
  report,
  onCelebrate,
}: {
  dog: CalculatorInput;
  report: BirthdayReport;
  onCelebrate: () => void;
}) {
  const section = useRef<HTMLElement>(null);
  const headingId = useId();

  useEffect(() => {
    // In braces: newer browsers return a promise here, which React would take for the effect's clean-up.
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <section
      ref={section}
      aria-labelledby={headingId}
      className="mt-8 scroll-my-6 animate-pop rounded-card bg-apricot-wash p-5 sm:p-7"
    >
      <div className="flex flex-col items-center gap-4 text-center sm:flex-row sm:text-start">
        <DogPlaceholder
          size={dog.size}
          initial={initialOf(dog.name)}
          className="size-24 shrink-0 rounded-card sm:size-28"
        />
        <div className="min-w-0">
          <h3 id={headingId} className="wrap-anywhere">
            {dog.name}'s birthday report
          </h3>
          <p className="mt-1 wrap-anywhere">{report.milestone}</p>
        </div>
      </div>
      <dl className="mt-5 grid grid-cols-2 gap-3">
        <Figure label="human years" remark="for this size">
          {report.humanYears}
        </Figure>
        <Figure label="dog years" remark="the age by calendar">
          {report.dogYears.toFixed(1)}
        </Figure>
      </dl>
      <dl className="mt-5 grid gap-4 sm:grid-cols-2">
        <Fact label="Life stage">{report.lifeStage}</Fact>
        <Fact label="Next celebration">{report.nextCelebration}</Fact>
        <Fact label="Next birthday">{formatLongDate(report.nextBirthdayDate)}</Fact>
        <Fact label="Countdown">{daysToGoText(report.daysUntilBirthday)}</Fact>
      </dl>
      <ReportActions dog={dog} report={report} onCelebrate={onCelebrate} />
    </section>
  );
}
