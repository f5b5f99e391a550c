import type { ComingGuests } from '../../../domain/invitation-view.ts';
import { isolated } from '../../../domain/text.ts';
import { counted } from './counted.ts';

/** How many come, and who where the host lets guests see it. */
export function WhoComes({ guests, isPast }: { guests: ComingGuests; isPast: boolean }) {
  const { people, dogs, names, dogNames } = guests;
  if (people + dogs === 0) return null;
  const heads = [people > 0 && counted(people, 'person', 'people'), dogs > 0 && counted(dogs, 'dog')].filter(Boolean);
  const list = [...(names ?? []), ...(dogNames ?? [])].map(isolated);
  return (
    <section aria-labelledby="guests" className="rounded-card bg-sky px-6 py-5 text-on-sky sm:px-8">
      <h2 id="guests" className="text-title">
        {isPast ? 'Who was there' : 'Who comes'}
      </h2>
      <p className="mt-1 font-bold">{heads.join(' and ')}</p>
      {list.length > 0 && <p className="mt-1 wrap-anywhere">{list.join(', ')}</p>}
    </section>
  );
}
