import { addDays, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { guestGroups, guestsOf } from '../../../domain/guests/guest-list.ts';
import { daysKept } from '../../data/invitations/invitations.ts';
import type { Guest } from '../../data/records/guests.ts';
import { GuestLines, GuestName } from './guest-row.tsx';
import { ListActions } from './list-actions.tsx';
import { type PartyGuests, toldGuests } from './read-guest-book.ts';

function Group({ title, guests }: { title: string; guests: readonly Guest[] }) {
  if (guests.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-title">
        {title} ({guests.length})
      </h3>
      <ul className="divide-y-2 divide-line border-y-2 border-line">
        {guests.map((guest) => (
          <li key={guest.id} className="py-3">
            <GuestName guest={guest} isNew={false} />
            <GuestLines guest={guest} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists the guests who had answered to a party that was called off, first those that only the host can notify. */
export function CalledOffGuests({ guests: { guests, invitation, toTell } }: { guests: PartyGuests }) {
  const { cancelledParty } = invitation;
  const inOrder = (some: readonly Guest[]) => guestGroups.flatMap((group) => guestsOf(some, group));
  const mailed = toldGuests(guests).filter((guest) => !toTell.includes(guest));
  return (
    <div className="grid grid-cols-1 gap-6">
      <p>
        This party is called off.
        {cancelledParty && ` We keep this list until ${formatLongDate(addDays(cancelledParty.date, daysKept))}.`}
      </p>
      <Group title="Tell Them Yourself" guests={inOrder(toTell)} />
      <Group title="Told by Mail" guests={inOrder(mailed)} />
      <Group title="Had Said No" guests={guestsOf(guests, 'no')} />
      <div className="flex flex-wrap gap-2">
        <ListActions title={cancelledParty?.title ?? 'Party'} guests={guests} isPast={false} />
      </div>
    </div>
  );
}
