import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { loadedPart } from '../../ui/loaded.tsx';
import type { PicturedDog } from './same-age.tsx';

const Details = loadedPart(
  async () => (await import('./report-details.tsx')).ReportDetails,
  <p role="status" className="min-h-96 text-ink-soft">
    Sharpening the pencils...
  </p>,
);

/** A dog's life as chart and table, why its number is what it is, and the same-age day: one row that loads them when it is opened. */
export function InNumbers(props: { dog: PicturedDog; today: CalendarDate }) {
  return (
    <Disclosure title="In numbers" className="rounded-card border-2 border-edge/50 bg-card px-5">
      <Details {...props} />
    </Disclosure>
  );
}
