import { partyHash } from '../../../addresses/addresses.ts';
import { addDays, type CalendarDate, formatFullDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { countOf, guestGroups, guestsOf } from '../../../domain/guests/guest-list.ts';
import { isolated } from '../../../domain/text/text.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import { PartyTable } from '../../art/party-table.tsx';
import { daysKept } from '../../data/invitations/invitations.ts';
import type { Guest } from '../../data/records/guests.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { type CoatOf, coatFinder, Face, GuestDetails } from './guest-row.tsx';
import { useListActions } from './list-actions.tsx';
import { type GuestBook, type PartyGuests, toldGuests } from './read-guest-book.ts';

export function calledOffTitle({ invitation }: Pick<PartyGuests, 'invitation'>): string {
  return invitation.cancelledParty?.title ?? 'the party';
}

/** The day of a party that was called off. Decorative: words beside it say so. */
function CalledOffLeaf({ date }: { date: CalendarDate }) {
  return (
    <span aria-hidden="true" className="relative mx-2 shrink-0">
      <CalendarLeaf date={date} />
      <span className="absolute -inset-x-2.5 -bottom-3 -rotate-12 rounded-lg border-2 border-danger bg-card text-center text-sm font-bold whitespace-nowrap text-danger">
        Called off
      </span>
    </span>
  );
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
      <ul className="mt-3 grid gap-4 lg:grid-cols-2">
        {calledOff.map(([partyId, guests]) => {
          const { cancelledParty } = guests.invitation;
          return (
            <li key={partyId}>
              <PageLink
                href={partyHash(partyId)}
                className="flex h-full items-center gap-4 rounded-card border-2 border-dashed border-edge px-4 py-4 hover:bg-apricot-wash"
              >
                {cancelledParty && <CalledOffLeaf date={cancelledParty.date} />}
                <span className="grid min-w-0 gap-1 text-sm wrap-anywhere">
                  <strong className="line-clamp-3 font-display text-title leading-tight">
                    {calledOffTitle(guests)}
                  </strong>
                  {cancelledParty && <del className="text-ink-soft">{formatLongDate(cancelledParty.date)}</del>}
                  <span className="font-bold underline underline-offset-4">See who to tell</span>
                </span>
              </PageLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Group({ title, guests, coatOf }: { title: string; guests: readonly Guest[]; coatOf: CoatOf }) {
  if (guests.length === 0) return null;
  const unmailed = toldGuests(guests).filter(({ email }) => email === null).length;
  const whom = unmailed < guests.length ? ` for ${unmailed} of them` : '';
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-title">
        {title} · {countOf(guests.length, 'guest', 'guests')}
      </h2>
      {unmailed > 0 && <p className="-mt-1 mb-3 text-sm">{`No email${whom}. Tell them yourself.`}</p>}
      <ul className="divide-y-2 divide-line overflow-hidden rounded-card bg-card shadow-card">
        {guests.map((guest) => (
          <li key={guest.id} className="flex min-h-20 items-center gap-3 px-4 py-3">
            <Face guest={guest} coat={coatOf(guest)} />
            <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2 wrap-anywhere">
              <div className="min-w-0">
                <strong>{guest.name}</strong>
                <GuestDetails guest={{ ...guest, allergies: null, brings: [] }} />
              </div>
              {guest.email && (
                <a
                  href={`mailto:${encodeURIComponent(guest.email).replace('%40', '@')}`}
                  className={`${buttonClasses('secondary')} min-w-0`}
                >
                  Email {isolated(guest.name)}
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A party that was called off, with its table, and the guests who had answered, first those that only the host can notify. */
export function CalledOffGuests({ guests: { guests, invitation, toTell } }: { guests: PartyGuests }) {
  const { cancelledParty } = invitation;
  const title = calledOffTitle({ invitation });
  const { items, textToCopy } = useListActions(cancelledParty?.title ?? 'Party', guests, false);
  // Whose party it was is not kept.
  const coatOf = coatFinder(null, guests);
  const inOrder = (some: readonly Guest[]) => guestGroups.flatMap((group) => guestsOf(some, group));
  const mailed = toldGuests(guests).filter((guest) => !toTell.includes(guest));
  return (
    <div className="grid grid-cols-1 items-start [--art-sky:var(--color-cloth-off)] [--hat:none] [--tongue:none] gap-x-10 gap-y-6 md:grid-cols-[20rem_minmax(0,1fr)] lg:grid-cols-[24rem_minmax(0,1fr)]">
      <div className="overflow-hidden rounded-card bg-card shadow-card">
        <div className="relative bg-apricot-wash pt-12">
          <PartyTable host={null} dogs={guestsOf(guests, 'yes').flatMap(({ dogs }) => dogs)} />
          <span
            aria-hidden="true"
            className="absolute end-4 top-4 rotate-3 rounded-field border-3 border-danger bg-card px-5 pt-2 pb-1 font-display text-heading font-bold whitespace-nowrap text-danger"
          >
            Called off
          </span>
        </div>
        <div className="grid gap-3 p-5 wrap-anywhere">
          <div className="flex items-start justify-between gap-2">
            <h1 tabIndex={-1} className="md:text-number">
              {title}
            </h1>
            <Menu label="More for the guest list">{items}</Menu>
          </div>
          {cancelledParty && <del className="text-ink-soft">{formatFullDate(cancelledParty.date)}</del>}
          <p>
            This party is called off.
            {cancelledParty && ` We keep this list until ${formatLongDate(addDays(cancelledParty.date, daysKept))}.`}
          </p>
          {textToCopy}
        </div>
      </div>
      <div className="grid grid-cols-1 gap-6">
        <Group title="Let Them Know" guests={inOrder(toTell)} coatOf={coatOf} />
        <Group title="Told by Mail" guests={inOrder(mailed)} coatOf={coatOf} />
        <Group title="Weren't Coming" guests={guestsOf(guests, 'no')} coatOf={coatOf} />
      </div>
    </div>
  );
}
