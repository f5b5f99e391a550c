import type { ComingGuests } from '../../../domain/guests/invitation-view.ts';
import { isolated } from '../../../domain/text/text.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** "2 people, Rex, and Bo". */
export function joined(words: readonly string[]): string {
  return list.format(words);
}

/** "1 person", "3 people". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** "Ada, Grace and 12 more guests". A large party does not list all names. */
function listed(names: readonly string[] | null, more: number, one: string): string {
  const list = (names ?? []).map(isolated).join(', ');
  return more > 0 ? `${list} and ${counted(more, `more ${one}`)}` : list;
}

/** Says how many come, and names them if the host lets guests see that. */
export function WhoComes({ guests, isPast }: { guests: ComingGuests; isPast: boolean }) {
  const { people, dogs, names, moreNames, dogNames, moreDogNames } = guests;
  if (people + dogs === 0) return null;
  const heads = [people > 0 && counted(people, 'person', 'people'), dogs > 0 && counted(dogs, 'dog')].filter(Boolean);
  const lists = [listed(names, moreNames, 'guest'), listed(dogNames, moreDogNames, 'dog')].filter(Boolean);
  const lines = moreNames > 0 || moreDogNames > 0 ? lists : [lists.join(', ')].filter(Boolean);
  return (
    <section aria-labelledby="guests" className="rounded-card bg-sky px-6 py-5 text-on-sky sm:px-8">
      <h2 id="guests" className="text-title">
        {isPast ? 'Who was there' : 'Who comes'}
      </h2>
      <p className="mt-1 font-bold">{heads.join(' and ')}</p>
      {lines.map((line) => (
        <p key={line} className="mt-1 wrap-anywhere">
          {line}
        </p>
      ))}
    </section>
  );
}
