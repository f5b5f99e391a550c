import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { anniversaryOf, type CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { limits } from '../../../domain/limits.ts';
import { TextField } from '../../ui/field.tsx';
import { unknownToday } from '../use-today.ts';

type BirthDateFieldProps = {
  value: string;
  today: CalendarDate;
  problem: string | undefined;
  onValueChange: (date: string) => void;
};

/**
 * Chooses a dog's birthday, up to today. Browsers forget a half-typed date when the field's value, default or bounds are set. So the
 * field keeps the value itself, sets it only if it differs, and gets new bounds only while it has no focus.
 */
export function BirthDateField({ value, today, problem, onValueChange }: BirthDateFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [lastDay, setLastDay] = useState(today);

  const isNew = useRef(true);
  const show = useEffectEvent((date: string) => {
    const field = input.current;
    if (!field || field.value === date) return;
    // A prerendered field may have been filled in before hydration, and be half typed when what was there before a reload is restored.
    const isHalfTyped = field.validity.badInput && field === document.activeElement;
    if (isHalfTyped || (isNew.current && field.value !== '')) onValueChange(field.value);
    else field.value = date;
  });
  useLayoutEffect(() => {
    show(value);
    isNew.current = false;
  }, [value]);
  useEffect(() => {
    if (document.activeElement !== input.current) setLastDay(today);
  }, [today]);

  const isLeapDay = value.endsWith('-02-29');
  return (
    <TextField
      type="date"
      name="birthDate"
      label="Birthday"
      ref={input}
      onBlur={() => setLastDay(today)}
      {...(lastDay !== unknownToday && { min: anniversaryOf(lastDay, -limits.dogAge), max: lastDay })}
      problem={problem}
      hint={isLeapDay && 'A leap-day pup! In common years we celebrate on February 28.'}
      onValueChange={onValueChange}
    />
  );
}
