import type { CalculatorInput } from '../../../domain/calculator-draft.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { ReportDetails } from '../../parts/report/report-details.tsx';
import { SameAge } from '../../parts/report/same-age.tsx';

/** What follows the figures of a report. Loaded after them. */
export function BelowTheReport({ dog, today }: { dog: CalculatorInput; today: CalendarDate }) {
  return (
    <>
      <ReportDetails dog={dog} today={today} />
      <SameAge dog={dog} today={today} />
    </>
  );
}
