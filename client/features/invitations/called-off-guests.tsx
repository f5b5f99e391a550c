import { partyHash } from '../../../addresses/addresses.ts';
import { addDays, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { guestGroups, guestsOf } from '../../../domain/guests/guest-list.ts';
import { daysKept } from '../../data/invitations/invitations.ts';
import type { Guest } from '../../data/records/guests.ts';
import { linkClasses } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Face, GuestDetails } from './guest-row.tsx';
import { useListActions } from './list-actions.tsx';
import { type GuestBook, type PartyGuests, toldGuests } from './read-guest-book.ts';

export function calledOffTitle({ invitation }: PartyGuests): string {
  return invitation.cancelledParty?.title ?? 'the party';
}

/** Links to parties that were called off and have guests, whom the host may still have to call. `onIds` are the parties that are on. */
export function CalledOffParties({ book, onIds }: { book: GuestBook; onIds: ReadonlySet<string> }) {
  const calledOff = [...book].filter(
    ([partyId, { guests, invitation }]) =>
      invitation.cancelledParty !== null && guests.length > 0 && !onIds.has(partyId),
  );
  if (calledOff.length === 0) return null;
  return (
    <section aria-labelledby="called-off" className="mt-10">
      <h2 id="called-off" className="text-title">
        Called Off
      </h2>
      <ul className="mt-3 grid gap-2">
        {calledOff.map(([partyId, guests]) => {
          const { cancelledParty } = guests.invitation;
          return (
            <li key={partyId}>
              <PageLink
                href={partyHash(partyId)}
                className="block rounded-field border-2 border-dashed border-edge px-4 py-3 wrap-anywhere hover:bg-apricot-wash"
              >
                <strong>{calledOffTitle(guests)}</strong>
                {cancelledParty && <span className="text-ink-soft">, {formatLongDate(cancelledParty.date)}</span>}
                <span className="block text-sm">See who to tell</span>
              </PageLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Group({ title, guests }: { title: string; guests: readonly Guest[] }) {
  if (guests.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-title">
        {title} ({guests.length})
      </h2>
      <ul className="divide-y-2 divide-line overflow-hidden rounded-card bg-card shadow-card">
        {guests.map((guest) => (
          <li key={guest.id} className="flex min-h-20 items-center gap-3 px-4 py-3">
            <Face guest={guest} />
            <div className="min-w-0 wrap-anywhere">
              <strong>{guest.name}</strong>
              <GuestDetails guest={{ ...guest, email: null }} />
              {guest.email && (
                <a
                  href={`mailto:${encodeURIComponent(guest.email).replace('%40', '@')}`}
                  className={`${linkClasses} -mx-1 -mb-2 inline-flex min-w-0 items-center`}
                >
                  {guest.email}
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists the guests who had answered to a party that was called off, first those that only the host can notify. */
export function CalledOffGuests({ guests: { guests, invitation, toTell } }: { guests: PartyGuests }) {
  const { cancelledParty } = invitation;
  const { buttons, textToCopy } = useListActions(cancelledParty?.title ?? 'Party', guests, false, 'primary');
  const inOrder = (some: readonly Guest[]) => guestGroups.flatMap((group) => guestsOf(some, group));
  const mailed = toldGuests(guests).filter((guest) => !toTell.includes(guest));
  return (
    <div className="grid max-w-reading grid-cols-1 gap-6">
      <p>
        This party is called off.
        {cancelledParty && ` We keep this list until ${formatLongDate(addDays(cancelledParty.date, daysKept))}.`}
      </p>
      <div className="flex flex-wrap gap-2">{buttons}</div>
      {textToCopy}
      <Group title="Tell Them Yourself" guests={inOrder(toTell)} />
      <Group title="Told by Mail" guests={inOrder(mailed)} />
      <Group title="Weren't coming" guests={guestsOf(guests, 'no')} />
    </div>
  );
}
