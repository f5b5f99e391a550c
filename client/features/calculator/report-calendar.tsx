import { useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import { messages } from '../../copy/messages.ts';
import { type CalendarCode, loadCalendar } from '../../shared/calendar/load-calendar.ts';
import { linkOnWashClasses } from '../../ui/button.tsx';
import { showError } from '../../ui/toaster.tsx';

/** The ways of a calculated dog's celebrations into a calendar. Their code is loaded when they are asked for. */
export function ReportCalendar({ dog, today }: { dog: CalculatorInput; today: CalendarDate }) {
  const [code, setCode] = useState<CalendarCode | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  async function toggle() {
    try {
      setCode(await loadCalendar());
      setIsOpen(!isOpen);
    } catch {
      showError(messages.couldNotLoadCalendar);
    }
  }

  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        className={`-ms-1 ${linkOnWashClasses}`}
        onClick={() => void toggle()}
      >
        Add to Calendar
      </button>
      {code && isOpen && <code.CalendarOffers offers={code.calculatedDogOffers(dog, today)} />}
    </div>
  );
}
