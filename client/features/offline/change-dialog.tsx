import { useState } from 'react';
import { formatLongDate, parseCalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { DogProfile } from '../../../domain/dogs/dog-draft.ts';
import { isBirthPrecision } from '../../../domain/dogs/life.ts';
import { isDogSize, sizeTraits } from '../../../domain/dogs/size.ts';
import { formatPartyTime, parsePartyTime } from '../../../domain/parties/party-time.ts';
import { precisionTexts } from '../../copy/precision-texts.ts';
import type { Change } from '../../data/offline/changes.ts';
import { decide } from '../../data/offline/outbox.ts';
import { outboxOf } from '../../data/offline/this-tab.ts';
import { dogs } from '../../data/records/dogs.ts';
import { type PartyContent, parties } from '../../data/records/parties.ts';
import { type PortraitContent, portraits } from '../../data/records/portraits.ts';
import { clashingFields } from '../../data/records/record.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { questionAbout } from './change-words.ts';

const nothing = 'Nothing';

/** A field's label in its form, and how one of its values reads. */
type FieldWords = { label: string; wordsOf: (value: unknown) => string };

function asTyped(label: string): FieldWords {
  return { label, wordsOf: (value) => String(value ?? '') || nothing };
}

/** Returns the label of a field that has none here: 'Favorite treat' for `favoriteTreat`. */
function ownLabel(field: string): string {
  return field
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());
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

const photoWords = {
  photoUrl: asPhoto('Photo'),
  photoFocus: {
    label: 'Place of the face',
    wordsOf: (value: unknown) => (value ? 'Another place' : 'Not chosen'),
  },
};

type WordsOf<Content> = Readonly<Partial<Record<keyof Content, FieldWords>>>;

const dogWords: WordsOf<DogProfile> = {
  birthDate: asDate('Birthday'),
  birthPrecision: {
    label: 'How sure the birthday is',
    wordsOf: (value) => (isBirthPrecision(value) ? precisionTexts[value] : nothing),
  },
  gotchaDate: asDate('Gotcha day'),
  diedOn: asDate('In memory since'),
  size: { label: 'Size Category', wordsOf: (value) => (isDogSize(value) ? sizeTraits[value].label : nothing) },
  ...photoWords,
};

const partyWords: WordsOf<PartyContent> = {
  celebrationDate: asDate('Celebration Date'),
  time: asParsed('Time', parsePartyTime, formatPartyTime),
  memoryPhotoUrl: asPhoto('Photo of the day'),
};

const portraitWords: WordsOf<PortraitContent> = {
  day: asDate('Day'),
  kind: asTyped('Celebration'),
  ...photoWords,
  line: asTyped('A line to remember'),
};

/** A text that is missing here is labelled by the name of its field. */
const fieldWords: Readonly<Record<string, Readonly<Partial<Record<string, FieldWords>>>>> = {
  [dogs.table]: dogWords,
  [parties.table]: partyWords,
  [portraits.table]: portraitWords,
};

/** Returns the fields that both sides have changed, each with both versions. */
export function differencesIn({ table, base, mine, problem }: Change) {
  if (problem?.kind !== 'conflict' || !mine || !problem.theirs) return [];
  const { theirs } = problem;
  return clashingFields(base, mine, theirs).map((field) => {
    const { label, wordsOf } = fieldWords[table]?.[field] ?? asTyped(ownLabel(field));
    return { label, mine: wordsOf(mine[field]), theirs: wordsOf(theirs[field]) };
  });
}

function remainsOf({ mine, problem }: Change): string[] {
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return value === '' ? [] : [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  return problem?.kind === 'unreadable' ? [...new Set(texts(mine))] : [];
}

function Versions({ change }: { change: Change }) {
  return (
    <table className="mb-4 w-full table-fixed border-collapse text-left">
      <thead>
        <tr className="border-b-2 border-line align-bottom">
          <th scope="col" className="w-0 p-0">
            <span className="sr-only">Field</span>
          </th>
          <th scope="col" className="py-2 pe-2 sm:pe-4">
            On this device
          </th>
          <th scope="col" className="py-2 ps-2 sm:ps-4">
            On another device
          </th>
        </tr>
      </thead>
      <tbody>
        {differencesIn(change).map(({ label, mine, theirs }) => (
          <tr key={label} className="relative border-line align-top not-last:border-b-2">
            <th scope="row" className="p-0 text-sm leading-6 font-normal text-ink-soft">
              <span className="absolute inset-s-0 top-2 wrap-anywhere">{label}</span>
            </th>
            <td className="pe-2 pt-8 pb-2 sm:pe-4 wrap-anywhere whitespace-pre-line">{mine}</td>
            <td className="ps-2 pt-8 pb-2 sm:ps-4 wrap-anywhere whitespace-pre-line">{theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ChangeDialog({ ownerId, change, onClose }: { ownerId: string; change: Change; onClose: () => void }) {
  const { title, text, mine, theirs } = questionAbout(change);
  const hasVersions = differencesIn(change).length > 0;
  const remains = remainsOf(change);
  // Read before the dialog takes the focus.
  const [card] = useState(() => document.activeElement?.closest<HTMLElement>('article') ?? null);

  async function choose(choice: 'mine' | 'theirs') {
    onClose();
    await decide(outboxOf(ownerId), change.id, choice);
    focusOrHeading(card);
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <p className="mb-6 max-w-reading">{text}</p>
      {hasVersions && <Versions change={change} />}
      {remains.length > 0 && (
        <ul className="mb-6 wrap-anywhere whitespace-pre-line">
          {remains.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {/* Between two versions each button is under the column that it keeps, and neither is the better one. */}
      <div
        className={
          hasVersions
            ? 'grid grid-cols-2 gap-x-4 gap-y-3 max-sm:*:px-2 sm:gap-x-8'
            : 'flex flex-row-reverse flex-wrap justify-start gap-3'
        }
      >
        <Button variant={hasVersions ? 'secondary' : 'primary'} onClick={() => void choose('mine')}>
          {mine}
        </Button>
        <Button variant="secondary" onClick={() => void choose('theirs')}>
          {theirs}
        </Button>
        <Button variant="quiet" className="col-span-2 justify-self-center" onClick={onClose}>
          Decide Later
        </Button>
      </div>
    </Dialog>
  );
}
