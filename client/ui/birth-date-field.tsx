import { anniversaryOf, type CalendarDate } from '../../domain/calendar-date.ts';
import { limits } from '../../domain/limits.ts';
import { TextField } from './field.tsx';
import { unknownToday } from './use-today.ts';

/** The choice of a dog's birthday, up to today. */
export function BirthDateField({
  value,
  today,
  problem,
  onValueChange,
}: {
  value: string;
  today: CalendarDate;
  problem: string | undefined;
  onValueChange: (date: string) => void;
}) {
  const isLeapDay = value.endsWith('-02-29');
  return (
    <TextField
      type="date"
      name="birthDate"
      label="Birthday"
      value={value}
      {...(today !== unknownToday && { min: anniversaryOf(today, -limits.dogAge), max: today })}
      problem={problem}
      hint={isLeapDay && 'A leap-day pup! In common years we celebrate on February 28.'}
      onValueChange={onValueChange}
    />
  );
}
