import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { ReportDetails } from '../../shared/report/report-details.tsx';
import { SameAge } from '../../shared/report/same-age.tsx';

/** What follows the figures on a dog's page. Loaded after them. */
export function Details({ dog, today }: { dog: Dog; today: CalendarDate }) {
  return (
    <>
      <ReportDetails dog={dog} today={today} />
      <SameAge dog={dog} today={today} />
    </>
  );
}
