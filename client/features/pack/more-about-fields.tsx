import { type CalendarDate, parseCalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { DogDraft } from '../../../domain/dogs/dog-draft.ts';
import { birthPrecisions, isBirthPrecision } from '../../../domain/dogs/life.ts';
import { precisionTexts } from '../../copy/precision-texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { DayHelp } from './day-help.tsx';

type Change = (part: Partial<DogDraft>) => void;

/** The props of a date field that the form wires. */
type DayField = { name: string; value: string; problem: string | undefined; onValueChange: (value: string) => void };

/** How certain a dog's birthday is, its gotcha day, and the day since which it is in memory. */
export function MoreAboutFields({
  draft,
  today,
  gotchaDay,
  lastDay,
  change,
}: {
  draft: DogDraft;
  today: CalendarDate;
  gotchaDay: DayField;
  lastDay: DayField;
  change: Change;
}) {
  const name = draft.name.trim() || 'your dog';
  const subject = draft.name.trim() || 'Your Dog';
  const days = { min: parseCalendarDate(draft.birthDate) ?? undefined, max: today };
  return (
    <div className="grid gap-5 pt-1 pb-4">
      <SelectField
        label="How sure is the birthday?"
        name="birthPrecision"
        value={draft.birthPrecision}
        onValueChange={(value) => isBirthPrecision(value) && change({ birthPrecision: value })}
      >
        {birthPrecisions.map((precision) => (
          <option key={precision} value={precision}>
            {precisionTexts[precision]}
          </option>
        ))}
      </SelectField>
      <DayHelp draft={draft} today={today} name={name} change={change} />
      <TextField
        type="date"
        label="Gotcha day"
        isOptional
        hint={`The day ${name} came home. We celebrate it every year, too.`}
        {...days}
        {...gotchaDay}
      />
      <TextField
        type="date"
        label="In memory since"
        isOptional
        hint={
          lastDay.value === ''
            ? `For the day ${name} is no longer with you. Photo, years and parties stay, and nothing counts down.`
            : 'Photo, years and parties stay, and nothing counts down.'
        }
        {...days}
        {...lastDay}
      />
      {lastDay.value !== '' && (
        <Button
          variant="secondary"
          className="-mt-2 justify-self-start wrap-anywhere"
          onClick={() => lastDay.onValueChange('')}
        >
          {subject} Is Still with Us
        </Button>
      )}
    </div>
  );
}
