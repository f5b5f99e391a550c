import { companyText } from '../../../domain/guests/guest-list.ts';
import type { PartyGuests } from './read-guest-book.ts';

function Figure({ count, word, detail = '' }: { count: number; word: string; detail?: string }) {
  return (
    <p className="grid content-start rounded-card bg-apricot-wash px-5 py-4">
      <strong className="font-display text-number">{count}</strong>
      <span className="font-bold">{word}</span>
      <span className="text-sm text-ink-soft">{detail}</span>
    </p>
  );
}

/** The answers in words: "5 yes, 1 maybe, 2 no." */
function answersText({ yes, maybe, no, waiting }: PartyGuests['counts']): string {
  const answers = [
    ...(yes > 0 ? [`${yes} yes`] : []),
    ...(maybe > 0 ? [`${maybe} maybe`] : []),
    ...(no > 0 ? [`${no} no`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ];
  return answers.length > 0 ? `${answers.join(', ')}.` : 'Nobody has answered yet.';
}

/** How many people and dogs come, and how all have answered. */
export function GuestCounts({ guests, isPast }: { guests: PartyGuests; isPast: boolean }) {
  const { counts, invitation } = guests;
  const { people, dogs, children } = counts;
  const verb = isPast ? 'came' : 'coming';
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Figure
          count={people}
          word={`${people === 1 ? 'person' : 'people'} ${verb}`}
          detail={children > 0 ? companyText(counts) : ''}
        />
        <Figure count={dogs} word={`${dogs === 1 ? 'dog' : 'dogs'} ${verb}`} />
      </div>
      <p>
        {answersText(counts)}
        {!isPast && invitation.mostPeople !== null && ` ${people} of ${invitation.mostPeople} places taken.`}
      </p>
    </div>
  );
}
