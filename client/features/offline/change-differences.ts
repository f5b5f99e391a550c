import { formatLongDate, parseCalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { DogProfile } from '../../../domain/dogs/dog-draft.ts';
import { isBirthPrecision } from '../../../domain/dogs/life.ts';
import { isDogSize, sizeTraits } from '../../../domain/dogs/size.ts';
import { formatPartyTime, parsePartyTime } from '../../../domain/parties/party-time.ts';
import { precisionTexts } from '../../copy/precision-texts.ts';
import { dogs } from '../../data/records/dogs.ts';
import { type PartyContent, parties } from '../../data/records/parties.ts';
import { clashingFields } from '../../data/records/record.ts';
import type { Change } from '../../data/sync/changes.ts';

const nothing = 'Nothing';

/** A field's label in its form, and how one of its values reads. */
type FieldWords = { label: string; wordsOf: (value: unknown) => string };

function asTyped(label: string): FieldWords {
  return { label, wordsOf: (value) => (typeof value === 'string' && value !== '' ? value : nothing) };
}

function asParsed<Value>(
  label: string,
  parse: (text: string) => Value | null,
  format: (value: Value) => string,
): FieldWords {
  return {
    label,
    wordsOf: (value) => {
      const parsed = typeof value === 'string' ? parse(value) : null;
      return parsed ? format(parsed) : nothing;
    },
  };
}

const asDate = (label: string) => asParsed(label, parseCalendarDate, formatLongDate);

function asPhoto(label: string): FieldWords {
  return { label, wordsOf: (value) => (value ? 'Another photo' : 'No photo') };
}

/** The type makes sure that every field of a dog has words here. */
const dogWords: Readonly<Record<keyof DogProfile, FieldWords>> = {
  name: asTyped('Name'),
  birthDate: asDate('Birthday'),
  birthPrecision: {
    label: 'How sure the birthday is',
    wordsOf: (value) => (isBirthPrecision(value) ? precisionTexts[value] : nothing),
  },
  gotchaDate: asDate('Gotcha day'),
  diedOn: asDate('In memory since'),
  size: { label: 'Size Category', wordsOf: (value) => (isDogSize(value) ? sizeTraits[value].label : nothing) },
  photoUrl: asPhoto('Photo'),
  photoFocus: { label: 'Place of the face', wordsOf: (value) => (value ? 'Another place' : 'Not chosen') },
  breed: asTyped('Breed'),
  notes: asTyped('Notes'),
};

const partyWords: Readonly<Record<keyof PartyContent, FieldWords>> = {
  title: asTyped('Title'),
  celebrationDate: asDate('Celebration Date'),
  time: asParsed('Time', parsePartyTime, formatPartyTime),
  location: asTyped('Location'),
  description: asTyped('Description'),
  memoryPhotoUrl: asPhoto('Photo of the day'),
};

/** A table that is missing here is shown with the names of its fields. */
const fieldWords: Readonly<Record<string, Readonly<Record<string, FieldWords>>>> = {
  [dogs.table]: dogWords,
  [parties.table]: partyWords,
};

/** Returns the fields that both sides have changed, each with both versions. */
export function differencesIn({ table, base, mine, problem }: Change) {
  if (problem?.kind !== 'conflict' || !mine || !problem.theirs) return [];
  const { theirs } = problem;
  return clashingFields(base, mine, theirs).map((field) => {
    const { label, wordsOf } = fieldWords[table]?.[field] ?? asTyped(field);
    return { label, mine: wordsOf(mine[field]), theirs: wordsOf(theirs[field]) };
  });
}

/** Returns all texts in a change that cannot be read. */
export function remainsOf({ mine, problem }: Change): string[] {
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return value === '' ? [] : [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  return problem?.kind === 'unreadable' ? [...new Set(texts(mine))] : [];
}
