import { useId } from 'react';
import { type GuestGroup, groupOf, groupTitle, guestsOf } from '../../../domain/guests/guest-list.ts';
import type { Guest } from '../../data/records/guests.ts';
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

/** What matters in the kitchen: the allergies of those who come, apart from those who only may, and who brings what. */
export function AtAGlance({ guests: { guests, invitation }, isPast }: { guests: PartyGuests; isPast: boolean }) {
  /** A guest, with the answer of one who does not surely come. */
  const whoOf = (guest: Guest) =>
    groupOf(guest) === 'yes' ? guest.name : `${guest.name}, ${groupTitle(groupOf(guest), isPast).toLowerCase()}`;
  const allergiesOf = (...groups: GuestGroup[]) =>
    groups
      .flatMap((group) => guestsOf(guests, group))
      .flatMap((guest) => (guest.allergies ? [{ what: guest.allergies, who: whoOf(guest) }] : []));
  const [allergies, perhaps] = [allergiesOf('yes'), allergiesOf('waiting', 'maybe')];
  const taken = guests.flatMap((guest) => guest.brings.map((what) => ({ what, who: whoOf(guest) })));
  const open = invitation.bringList
    .filter((item) => !isPast && taken.every(({ what }) => what !== item))
    .map((what) => ({ what, who: 'nobody yet' }));
  if (allergies.length + perhaps.length + taken.length + open.length === 0) return null;
  return (
    <div className="grid gap-4 rounded-card bg-sky-wash px-5 py-4 sm:grid-cols-2">
      <Glance title="Allergies" lines={allergies} />
      <Glance title={isPast ? 'Allergies of Others' : 'Allergies, if They Come'} lines={perhaps} />
      <Glance title={isPast ? 'Brought' : 'To Bring'} lines={[...taken, ...open]} />
    </div>
  );
}
