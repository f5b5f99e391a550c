import type { CalculatorInput } from '../../../domain/calculator-draft.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';

async function loadWays() {
  const [{ CalendarOffers }, { calculatedDogOffers }] = await Promise.all([
    import('../../parts/calendar/add-to-calendar.tsx'),
    import('../../parts/calendar/calendar-offers.ts'),
  ]);
  return { CalendarOffers, calculatedDogOffers };
}

type Calculated = { dog: CalculatorInput; today: CalendarDate };

function Ways({ dog, today }: Calculated) {
  const { part: ways, hasFailed, retry } = useLoaded(loadWays);
  if (ways) return <ways.CalendarOffers offers={ways.calculatedDogOffers(dog, today)} />;
  if (!hasFailed) return <p role="status">Leafing through the calendar...</p>;
  return <NotLoaded onRetry={retry} />;
}

/** The ways of a calculated dog's celebrations into a calendar. Their code is loaded when they are first shown. */
export function ReportCalendar(calculated: Calculated) {
  return (
    <Disclosure title="Add to Calendar" className="w-full">
      <Ways {...calculated} />
    </Disclosure>
  );
}
