import { useEffect, useEffectEvent, useRef } from 'react';
import { type CalendarDate, parseCalendarDate } from '../../../domain/dates/calendar-date.ts';
import { ageText, monthsBefore, monthsBetween, nextAge } from '../../../domain/dogs/picked-age.ts';
import { Field } from '../../ui/field.tsx';
import { SteppedControl, steppedClasses } from '../../ui/stepper.tsx';

/** The age with which picking one begins, in months. */
const firstAge = 36;

const directions = new Map<string, 1 | -1>([
  ['ArrowUp', 1],
  ['ArrowRight', 1],
  ['ArrowDown', -1],
  ['ArrowLeft', -1],
]);

/** Picks an age in place of a birthday, which is then so long before today. Takes the focus when nothing has been picked yet. */
export function AgeField({
  birthDate,
  today,
  onPick,
}: {
  birthDate: string;
  today: CalendarDate;
  onPick: (birthDate: CalendarDate) => void;
}) {
  const control = useRef<HTMLInputElement>(null);
  const born = parseCalendarDate(birthDate);
  const months = born ? monthsBetween(born, today) : firstAge;
  const pick = (age: number) => onPick(monthsBefore(today, age));
  const begin = useEffectEvent(() => {
    if (born) return;
    pick(firstAge);
    control.current?.focus();
  });
  useEffect(() => begin(), []);
  return (
    <Field label="Age" onValueChange={() => undefined}>
      {(wiring) => (
        <SteppedControl
          controlId={wiring.id}
          labels={{ down: 'Younger', up: 'Older' }}
          onTurn={(turn) => pick(nextAge(months, turn === 'up' ? 1 : -1))}
        >
          <input
            {...wiring}
            ref={control}
            role="spinbutton"
            readOnly
            value={ageText(months)}
            aria-valuenow={months}
            aria-valuetext={ageText(months)}
            className={steppedClasses}
            onKeyDown={(event) => {
              const direction = directions.get(event.key);
              if (!direction) return;
              event.preventDefault();
              pick(nextAge(months, direction));
            }}
          />
        </SteppedControl>
      )}
    </Field>
  );
}
