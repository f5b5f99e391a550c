import { useState } from 'react';
import {
  type BirthdayOffer,
  birthdayInYear,
  birthdayOffers,
  birthYears,
} from '../../../domain/celebrations/birthday-offers.ts';
import {
  type CalendarDate,
  formatMonth,
  formatMonthDay,
  parseCalendarDate,
} from '../../../domain/dates/calendar-date.ts';
import type { DogDraft } from '../../../domain/dogs/dog-draft.ts';
import { isBirthPrecision } from '../../../domain/dogs/life.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import { precisionTexts } from '../../copy/precision-texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';

function offerText({ which, date }: BirthdayOffer): string {
  const month = formatMonth(date);
  if (which === 'came home') return 'Gotcha Day';
  if (which === 'first of August') return 'August 1, like Many Shelter Dogs';
  return which === 'middle of the month' ? `The Middle of ${month}` : `The First of ${month}`;
}

function yearText(year: number, today: CalendarDate): string {
  const age = Number(today.slice(0, 4)) - year;
  if (age === 0) return `${year}, not one year old yet`;
  return `${year}, about ${age} ${age === 1 ? 'year' : 'years'} old`;
}

type Drafting = { draft: DogDraft; today: CalendarDate; change: (part: Partial<DogDraft>) => void };

/** Helps to choose the day to celebrate if the day of birth is not known. */
function DayHelp({ draft, today, change }: Drafting) {
  const { birthDate, birthPrecision } = draft;
  const offers = birthdayOffers(birthPrecision, draft, today).map((offer) => ({ ...offer, text: offerText(offer) }));
  const chosen = parseCalendarDate(birthDate);
  const isOffered = (day: CalendarDate) => offers.some(({ date }) => date === day);
  // The day that an offer took the place of, to go back to.
  const [own, setOwn] = useState<CalendarDate | null>(null);
  const isOwnOffered = own && own.slice(0, 4) === birthDate.slice(0, 4) && !isOffered(own);
  const days = isOwnOffered ? [...offers, { date: own, text: formatMonthDay(own) }] : offers;
  if (birthPrecision === 'day') return null;
  return (
    <>
      {birthPrecision !== 'month' && (
        <SelectField
          label="Born around"
          name="birthYear"
          value={chosen ? chosen.slice(0, 4) : ''}
          onValueChange={(year) => year && change({ birthDate: birthdayInYear(Number(year), draft, today) })}
          options={[
            ['', 'Choose a year'],
            ...birthYears(today).map((year) => [String(year), yearText(year, today)] as const),
          ]}
        />
      )}
      <fieldset className="grid gap-4 rounded-field bg-apricot-wash p-4 sm:col-span-2">
        <legend className="sr-only">The day to celebrate</legend>
        <div className="flex items-center gap-4">
          {chosen && <CalendarLeaf hasYear date={chosen} />}
          <p role="status">
            {chosen ? (
              <>
                We'll celebrate <strong>{formatMonthDay(chosen)}</strong> and say "about" with every age.
              </>
            ) : (
              'Every party needs a day. Choose any that may be right: all ages will say "about".'
            )}
          </p>
        </div>
        {offers.length > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            <p className="w-full text-sm text-ink-soft">Or celebrate on</p>
            {days.map(({ date, text }) => (
              <Button
                key={text}
                variant="secondary"
                aria-pressed={date === birthDate}
                className="wrap-anywhere aria-pressed:border-ink aria-pressed:bg-apricot-wash"
                onClick={() => {
                  if (chosen && !isOffered(chosen)) setOwn(chosen);
                  change({ birthDate: date });
                }}
              >
                {text}
              </Button>
            ))}
          </div>
        )}
      </fieldset>
    </>
  );
}

/** The props of a date field that the form wires. */
type DayField = { name: string; value: string; problem: string | undefined; onValueChange: (value: string) => void };

type MoreAboutFieldsProps = Drafting & { gotchaDay: DayField; lastDay: DayField };

/** How certain a dog's birthday is, its gotcha day, and the day since which it is in memory. */
export function MoreAboutFields({ draft, today, gotchaDay, lastDay, change }: MoreAboutFieldsProps) {
  const name = draft.name.trim() || 'your dog';
  const subject = draft.name.trim() || 'Your Dog';
  const days = { min: parseCalendarDate(draft.birthDate) ?? undefined, max: today };
  return (
    <div className="grid grid-cols-1 items-start gap-5 pt-1 sm:grid-cols-2">
      <SelectField
        label="How sure is the birthday?"
        name="birthPrecision"
        value={draft.birthPrecision}
        onValueChange={(value) => isBirthPrecision(value) && change({ birthPrecision: value })}
        options={precisionTexts}
      />
      <DayHelp draft={draft} today={today} change={change} />
      <TextField
        type="date"
        label="Gotcha day"
        isOptional
        hint={`The day ${name} came home. We celebrate it every year, too.`}
        {...days}
        {...gotchaDay}
      />
      <div className="mt-3 border-t-2 border-line pt-5 sm:col-span-2 sm:grid sm:grid-cols-2 sm:gap-5">
        <TextField
          type="date"
          label="In memory since"
          isOptional
          hint="Photos and parties stay. Countdowns stop."
          {...days}
          {...lastDay}
        />
      </div>
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
