import { formatLongDate, parseCalendarDate } from '../../../domain/calendar-date.ts';
import { isBirthPrecision } from '../../../domain/life.ts';
import { formatPartyTime, parsePartyTime } from '../../../domain/party-time.ts';
import { isDogSize, sizeTraits } from '../../../domain/size.ts';
import { dogs } from '../../backend/records/dogs.ts';
import { parties } from '../../backend/records/parties.ts';
import type { Words } from '../../backend/records/record.ts';
import { clashingFields, isSameContent } from '../../backend/records/words.ts';
import type { Change } from '../../backend/sync/changes.ts';
import { precisionTexts } from '../../copy/precision-texts.ts';

/** The state of a change that this device knows and the backend does not. */
export const changeStateTexts = {
  waiting: 'Waiting to be sent',
  sending: 'Sending',
  refused: "Changes weren't saved",
  conflict: 'Changed elsewhere',
  unreadable: 'Cannot be read',
} as const;

const nothing = 'Nothing';

/** A field's label in its form, and how one of its values reads. */
type FieldWords = { label: string; wordsOf: (value: unknown) => string };

function asTyped(label: string): FieldWords {
  return { label, wordsOf: (value) => (typeof value === 'string' && value !== '' ? value : nothing) };
}

function asDate(label: string): FieldWords {
  const dayOf = (value: unknown) => (typeof value === 'string' ? parseCalendarDate(value) : null);
  return {
    label,
    wordsOf: (value) => {
      const day = dayOf(value);
      return day ? formatLongDate(day) : nothing;
    },
  };
}

function asPartyTime(label: string): FieldWords {
  const timeOf = (value: unknown) => (typeof value === 'string' ? parsePartyTime(value) : null);
  return {
    label,
    wordsOf: (value) => {
      const time = timeOf(value);
      return time ? formatPartyTime(time) : nothing;
    },
  };
}

const fieldWords: Readonly<Record<string, Readonly<Record<string, FieldWords>>>> = {
  [dogs.table]: {
    name: asTyped('Name'),
    birthDate: asDate('Birthday'),
    birthPrecision: {
      label: 'How sure the birthday is',
      wordsOf: (value) => (isBirthPrecision(value) ? precisionTexts[value] : nothing),
    },
    gotchaDate: asDate('Gotcha day'),
    diedOn: asDate('In memory since'),
    size: { label: 'Size Category', wordsOf: (value) => (isDogSize(value) ? sizeTraits[value].label : nothing) },
    photoUrl: { label: 'Photo', wordsOf: (value) => (value ? 'Another photo' : 'No photo') },
    photoFocus: { label: 'Place of the face', wordsOf: (value) => (value ? 'Another place' : 'Not chosen') },
    breed: asTyped('Breed'),
    notes: asTyped('Notes'),
  },
  [parties.table]: {
    title: asTyped('Title'),
    celebrationDate: asDate('Celebration Date'),
    time: asPartyTime('Time'),
    location: asTyped('Location'),
    description: asTyped('Description'),
  },
};

/** The name or title of the record that a change is about. */
export function nameOfChange({ mine, base, attempted }: Change): string {
  const words: Words = mine ?? base ?? attempted ?? {};
  return [words.name, words.title].find((name) => typeof name === 'string') ?? 'Something you did here';
}

/** The question about a change. `mine` labels the button that keeps the change of this device, `theirs` the one that drops it. */
type Question = { headline: string; title: string; text: string; mine: string; theirs: string };

export function questionAbout(change: Change): Question {
  const name = nameOfChange(change);
  const { problem, base, mine } = change;
  if (problem?.kind === 'unreadable') {
    const headline = `${name} can no longer be read.`;
    const text =
      'This device kept it in a form that this Wagday does not know. Copy what you need before you discard it.';
    return { headline, title: headline.slice(0, -1), text, mine: 'Keep It', theirs: 'Discard' };
  }
  if (problem?.kind !== 'conflict') {
    const headline = mine ? `Your changes to ${name} were not saved.` : `${name} was not deleted.`;
    const text = 'What you did is kept on this device until you try again or discard it.';
    return { headline, title: headline.slice(0, -1), text, mine: 'Try Again', theirs: 'Discard' };
  }
  if (!mine) {
    const headline = `${name} was changed elsewhere, after you had deleted it here.`;
    const text = `You deleted ${name} here, and somebody changed ${name} elsewhere meanwhile.`;
    return { headline, title: `${name} was changed elsewhere`, text, mine: 'Delete It', theirs: 'Keep It' };
  }
  if (!problem.theirs) {
    const title = `${name} was deleted elsewhere`;
    const isEdited = !isSameContent(base, mine);
    const headline = isEdited ? `${title}, after you had changed it here.` : `${title}.`;
    const text = `Everything you typed here is kept. Add ${name} again with it, or let it go?`;
    return { headline, title, text, mine: 'Add It Again', theirs: 'Let It Go' };
  }
  return {
    headline: `${name} was changed elsewhere meanwhile.`,
    title: `Two versions of ${name}`,
    text: `${name} was changed here and elsewhere. Which version do you want to keep?`,
    mine: 'Keep Mine',
    theirs: 'Keep the Other',
  };
}

/** The fields that both sides have changed, each with both versions. */
export function differencesIn({ table, base, mine, problem }: Change) {
  if (problem?.kind !== 'conflict' || !mine || !problem.theirs) return [];
  const { theirs } = problem;
  return clashingFields(base, mine, theirs).map((field) => {
    const { label, wordsOf } = fieldWords[table]?.[field] ?? asTyped(field);
    return { label, mine: wordsOf(mine[field]), theirs: wordsOf(theirs[field]) };
  });
}

/** All texts in a change that cannot be read. */
export function remainsOf({ mine, problem }: Change): string[] {
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return value === '' ? [] : [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  return problem?.kind === 'unreadable' ? [...new Set(texts(mine))] : [];
}
