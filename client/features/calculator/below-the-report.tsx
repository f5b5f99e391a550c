import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import { ReportDetails } from '../../shared/report/report-details.tsx';
import { SameAge } from '../../shared/report/same-age.tsx';

/** What follows the figures of a report. Loaded after them. */
export function BelowTheReport({ dog, today }: { dog: CalculatorInput; today: CalendarDate }) {
  return (
    <>
      <ReportDetails dog={dog} today={today} />
      <SameAge dog={dog} today={today} />
    </>
  );
}
