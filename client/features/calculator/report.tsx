import { useEffect, useId, useMemo, useRef } from 'react';
import { birthdayReport } from '../../../domain/celebrations/birthday-report.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import { DogPlaceholder } from '../../art/dog-placeholder.tsx';
import { Flags } from '../../art/flags.tsx';
import { Prize, Ticket } from '../../shared/report/figures.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ReportActions } from './report-actions.tsx';
import { ClimbingNumber, Reveal } from './reveal.tsx';
import './report.css';

type Reported = { dog: CalculatorInput; today: CalendarDate };

/** Returns the result of the calculation: the dog's age today in human years, a whole number. */
export function resultOf({ dog, today }: Reported): number {
  return birthdayReport(dog, today).humanYears;
}

/** On a phone the dog is on the left, so that the rosette beside it covers no face. */
const dogPlace = 'block size-full overflow-visible pt-7 pe-36 sm:pe-0';

/** The birthday report. A new one is scrolled into view, and revealed unless the visitor prefers reduced motion. */
export function Report({
  dog,
  today,
  isNew,
  isRevealing,
  onRevealed,
  onCelebrate,
}: Reported & {
  isNew: boolean;
  isRevealing: boolean;
  /** Called when the reveal has ended or was skipped. */
  onRevealed: () => void;
  onCelebrate: () => void;
}) {
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  // Stays the same object while nothing changes, so that its picture is drawn once.
  const report = useMemo(() => birthdayReport(dog, today), [dog, today]);
  const rest = classNames('p-4 pt-0 sm:p-7 sm:pt-0', isRevealing && 'reveal-rest');

  useEffect(() => {
    // In braces: newer browsers return a promise here, which React would take for the effect's clean-up.
    if (isNew) section.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);

  function endReveal() {
    // The skip button is about to disappear. If it has the focus, the heading takes it; any other focus stays.
    if (document.activeElement?.matches('.reveal-skip')) heading.current?.focus({ preventScroll: true });
    onRevealed();
  }

  return (
    <section
      ref={section}
      aria-labelledby={headingId}
      className="report -mx-3 mt-8 scroll-my-6 animate-pop overflow-hidden rounded-card bg-apricot-wash sm:mx-0"
    >
      <div className="relative h-52 overflow-hidden">
        <DogPlaceholder dog={dog} className={dogPlace} isCelebrating={report.daysUntilBirthday === 0} />
        {isRevealing && <Reveal dog={dog} today={today} onEnd={endReveal} report={section} className={dogPlace} />}
        <Flags className="pointer-events-none absolute inset-x-0 top-0 z-20 h-14 w-full" />
      </div>
      <div className="flex flex-col gap-x-6 px-4 sm:flex-row sm:px-7">
        <div className="pointer-events-none relative z-20 -mt-40 -me-2 self-end sm:-mt-16 sm:me-0 sm:self-auto">
          {isRevealing && <ClimbingNumber dog={dog} today={today} />}
          <div className={isRevealing ? 'reveal-stamp' : undefined}>
            <Prize report={report} />
          </div>
        </div>
        <div className="min-w-0 max-w-full min-h-26 pb-4 sm:pt-4">
          <h3 id={headingId} ref={heading} tabIndex={-1} className="text-heading wrap-anywhere">
            {dog.name}'s Birthday Report
          </h3>
          <div className="relative mt-1.5">
            <p className={classNames('text-title wrap-anywhere', isRevealing && 'reveal-rest')}>{report.milestone}</p>
            {isRevealing && (
              <Button variant="secondary" className="reveal-skip absolute start-0 top-0" onClick={endReveal}>
                Skip
              </Button>
            )}
          </div>
        </div>
      </div>
      <div className={rest}>
        <dl className="flex flex-wrap gap-x-4 px-1">
          <dt className="sr-only">Life stage</dt>
          <dd className="font-bold">{report.lifeStage}</dd>
          <div className="flex gap-x-1.5">
            <dt className="order-1">dog years (actual age)</dt>
            <dd className="font-bold">{report.dogYears.toFixed(1)}</dd>
          </div>
        </dl>
        <Ticket report={report} />
        <ReportActions dog={dog} today={today} report={report} onCelebrate={onCelebrate} />
      </div>
    </section>
  );
}
