import { useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { type CalendarDate, parseCalendarDate } from '../../../domain/dates/calendar-date.ts';
import { ageText, monthsBefore, monthsBetween, nearestAugust, nextAge } from '../../../domain/dogs/picked-age.ts';
import { keepTyped, typedBefore } from '../../data/drafts/typed-calculation.ts';
import { Field } from '../../ui/field.tsx';
import { SteppedControl, steppedClasses } from '../../ui/stepper.tsx';

/** The age with which picking one begins, in months. */
const firstAge = 36;

/** The age in months from which August 1 is offered, which may be half a year away: too much for a puppy. */
const firstAgeForAugust = 18;

const directions = new Map<string, 1 | -1>([
  ['ArrowUp', 1],
  ['ArrowRight', 1],
  ['ArrowDown', -1],
  ['ArrowLeft', -1],
]);

/** Returns the age in months that was picked for a birthday. An August 1 fits several ages, so the age is kept with what was typed. */
function ageOf(born: CalendarDate, today: CalendarDate): number {
  const kept = typedBefore()?.months;
  return typeof kept === 'number' && nearestAugust(monthsBefore(today, kept)) === born
    ? kept
    : monthsBetween(born, today);
}

type AgeFieldProps = {
  birthDate: string;
  today: CalendarDate;
  onPick: (birthDate: CalendarDate) => void;
};

/**
 * Picks an age in place of a birthday, which is then so long before today, or on the August 1 next to that day. Takes the focus when
 * nothing has been picked yet.
 */
export function AgeField({ birthDate, today, onPick }: AgeFieldProps) {
  const labelId = useId();
  const control = useRef<HTMLInputElement>(null);
  const born = parseCalendarDate(birthDate);
  const [months, setMonths] = useState(() => (born ? ageOf(born, today) : firstAge));
  const day = monthsBefore(today, months);
  const august = nearestAugust(day);
  const isAugust = birthDate === august && august !== day;
  const pick = (age: number, onAugust = isAugust && age >= firstAgeForAugust) => {
    const picked = monthsBefore(today, age);
    setMonths(age);
    keepTyped({ ...typedBefore(), months: age });
    onPick(onAugust ? nearestAugust(picked) : picked);
  };
  const begin = useEffectEvent(() => {
    if (born) return;
    pick(firstAge);
    control.current?.focus();
  });
  // Before anything else can be pressed: an effect that runs later would take back a press on the button that ends the picking.
  useLayoutEffect(() => begin(), []);
  return (
    <>
      <Field label="Age" labelId={labelId} onValueChange={() => undefined}>
        {(wiring) => (
          <SteppedControl
            labelId={labelId}
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
      {(isAugust || (months >= firstAgeForAugust && august !== day)) && (
        <p className="-mb-1 text-sm">
          {isAugust && <span>We'll celebrate August 1. </span>}
          <button
            type="button"
            className="min-h-11 text-start underline underline-offset-4"
            onClick={() => pick(months, !isAugust)}
          >
            {isAugust ? 'Undo' : 'Celebrate on August 1, like many shelter dogs'}
          </button>
        </p>
      )}
    </>
  );
}
