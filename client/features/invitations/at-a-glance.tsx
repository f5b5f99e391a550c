import { useId } from 'react';
import { groupOf } from '../../../domain/guest-list.ts';
import type { PartyGuests } from './read-guest-book.ts';

function Glance({ title, lines }: { title: string; lines: readonly { what: string; who: string }[] }) {
  const headingId = useId();
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="min-w-0">
      <h3 id={headingId} className="text-base">
        {title}
      </h3>
      <ul className="text-sm wrap-anywhere">
        {lines.map(({ what, who }) => (
          <li key={`${what} ${who}`} className="py-0.5">
            <strong>{what}</strong> <span className="text-ink-soft">({who})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What matters in the kitchen: the allergies of all who may come, and who brings what. */
export function AtAGlance({ guests: { guests, invitation }, isPast }: { guests: PartyGuests; isPast: boolean }) {
  const allergies = guests.flatMap((guest) =>
    guest.allergies && groupOf(guest) !== 'no' ? [{ what: guest.allergies, who: guest.name }] : [],
  );
  const taken = guests.flatMap(({ name, brings }) => brings.map((what) => ({ what, who: name })));
  const open = invitation.bringList
    .filter((item) => !isPast && taken.every(({ what }) => what !== item))
    .map((what) => ({ what, who: 'nobody yet' }));
  if (allergies.length + taken.length + open.length === 0) return null;
  return (
    <div className="grid gap-4 rounded-card bg-sky-wash px-5 py-4 sm:grid-cols-2">
      <Glance title="Allergies" lines={allergies} />
      <Glance title={isPast ? 'Brought' : 'To Bring'} lines={[...taken, ...open]} />
    </div>
  );
}
