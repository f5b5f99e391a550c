import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import { ReportDetails } from '../../parts/report/report-details.tsx';
import { SameAge } from '../../parts/report/same-age.tsx';

/** What follows the figures on a dog's page. Loaded after them. */
export function Details({ dog, today }: { dog: Dog; today: CalendarDate }) {
  return (
    <>
      <ReportDetails dog={dog} today={today} />
      <SameAge dog={dog} today={today} />
    </>
  );
}
