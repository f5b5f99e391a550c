import { useQuery, useQueryClient } from '@tanstack/react-query';
import { partyHash } from '../../../addresses/addresses.ts';
import { addDays, formatFullDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { isLiving } from '../../../domain/dogs/life.ts';
import { countOf, guestGroups, guestsOf } from '../../../domain/guests/listed-guests.ts';
import { isolated } from '../../../domain/text/text.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import { PartyTable } from '../../art/party-table.tsx';
import { failureMessage } from '../../copy/failure-message.ts';
import { invitationMessages } from '../../copy/invitation-messages.ts';
import { calledOffGroups } from '../../copy/mail-words.ts';
import { partyMessages } from '../../copy/party-messages.ts';
import { isOfKind } from '../../data/backend-error.ts';
import { bringPartyBack, daysKept } from '../../data/invitations/host-invitations.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Guest } from '../../data/records/guests.ts';
import { parties } from '../../data/records/parties.ts';
import { recordsQuery } from '../../data/use-records.tsx';
import { useAttempt } from '../../shared/use-attempt.ts';
import { useToday } from '../../shared/use-today.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { guestBookQuery, guestMailsQuery } from './guest-book.ts';
import { type CoatOf, coatFinder, Face, GuestDetails } from './guest-row.tsx';
import { ListMenu } from './list-menu.tsx';
import { type GuestBook, type PartyGuests, toldGuests } from './read-guest-book.ts';
import { WaitingMails } from './waiting-mails.tsx';

export function calledOffTitle({ invitation }: Pick<PartyGuests, 'invitation'>): string {
  return invitation.cancelledParty?.title ?? 'the party';
}

/** Links to parties that were called off and have guests, whom the host may still have to call. `onIds` are the parties that are on. */
export function CalledOffParties({ book, onIds }: { book: GuestBook; onIds: ReadonlySet<string> }) {
  const calledOff = [...book].filter(
    ([partyId, { guests, invitation, isRemovedMemory }]) =>
      invitation.cancelledParty !== null && !isRemovedMemory && guests.length > 0 && !onIds.has(partyId),
  );
  if (calledOff.length === 0) return null;
  return (
    <section aria-labelledby="called-off" className="mt-10">
      <h2 id="called-off" className="text-title">
        Called Off
      </h2>
      <ul className="mt-3 grid gap-4 md:has-[>:nth-child(2)]:grid-cols-2">
        {calledOff.map(([partyId, guests]) => {
          const { cancelledParty } = guests.invitation;
          return (
            <li key={partyId}>
              <PageLink
                href={partyHash(partyId)}
                className="flex h-full items-center gap-4 rounded-card border-2 border-dashed border-edge px-4 py-4 hover:bg-apricot-wash"
              >
                {cancelledParty && (
                  <span aria-hidden="true" className="relative mx-2 shrink-0">
                    <CalendarLeaf date={cancelledParty.date} />
                    <span className="absolute -inset-x-2.5 -bottom-3 -rotate-12 rounded-lg border-2 border-danger bg-card text-center text-sm font-bold whitespace-nowrap text-danger">
                      Called off
                    </span>
                  </span>
                )}
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

type GroupProps = { title: string; members: readonly Guest[]; coatOf: CoatOf; ownerId: string; guests: PartyGuests };

function Group({ title, members, coatOf, ...about }: GroupProps) {
  if (members.length === 0) return null;
  const unmailed = toldGuests(members).filter(({ email }) => email === null).length;
  const whom = unmailed < members.length ? ` for ${unmailed} of them` : '';
  return (
    <section aria-label={title}>
      <h2 className="text-title">
        {title} · {countOf(members.length, 'guest', 'guests')}
      </h2>
      {unmailed > 0 && <p>{`No email${whom}. Tell them yourself.`}</p>}
      <WaitingMails {...about} isMeant={(mail) => members.some(({ id }) => id === mail.guest)} />
      <ul className="mt-3 grid overflow-hidden rounded-card bg-card shadow-card lg:has-[>:nth-child(2)]:grid-cols-2">
        {members.map((guest) => (
          <li key={guest.id} className="-mb-0.5 flex min-h-20 items-center gap-3 border-b-2 border-line p-4 sm:px-8">
            <Face guest={guest} coat={coatOf(guest)} />
            <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2 wrap-anywhere md:flex-nowrap">
              <div className="min-w-0">
                <strong>{guest.name}</strong>
                <GuestDetails guest={{ ...guest, allergies: null, brings: [] }} />
              </div>
              {guest.email && (
                <a
                  href={`mailto:${encodeURIComponent(guest.email).replace('%40', '@')}`}
                  className={`${buttonClasses('secondary')} min-w-0 max-md:-my-2 max-md:border-transparent max-md:bg-transparent max-md:px-0 max-md:underline max-md:underline-offset-4 md:max-w-1/2 md:shrink-0`}
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

function OnAgain({ ownerId, guests }: { ownerId: string; guests: PartyGuests }) {
  const client = useQueryClient();
  const [bringBack, isBusy] = useAttempt(
    async () => {
      const about = guests.invitation.partyId;
      if (!(await bringPartyBack(about))) return showError(invitationMessages.staysCalledOff);
      await client.invalidateQueries(recordsQuery(ownerId, parties));
      await client.invalidateQueries(guestBookQuery(ownerId));
      showSuccess({ ...invitationMessages.onAgain(calledOffTitle(guests), guests.toTell.length), about });
      return focusOrHeading();
    },
    (error) =>
      isOfKind(error, 'limit reached')
        ? partyMessages.partiesFull
        : failureMessage(invitationMessages.couldNotBringBack),
  );
  return (
    <BusyButton variant="secondary" className="justify-self-start" isBusy={isBusy} onClick={() => void bringBack()}>
      It's On Again
    </BusyButton>
  );
}

type CalledOffGuestsProps = {
  ownerId: string;
  /** Whose party it was; undefined once it has left the pack. */
  dog: Dog | undefined;
  guests: PartyGuests;
};

export function CalledOffGuests({ ownerId, dog, guests: partyGuests }: CalledOffGuestsProps) {
  const { guests, invitation, toTell } = partyGuests;
  const { cancelledParty, cancelReason } = invitation;
  const { data: mails } = useQuery(guestMailsQuery(ownerId, invitation));
  const today = useToday();
  const canReturn = dog && isLiving(dog, today) && cancelledParty && cancelledParty.date >= today;
  const title = calledOffTitle({ invitation });
  const coatOf = coatFinder(dog ?? null, guests);
  const inOrder = (some: readonly Guest[]) => guestGroups.flatMap((group) => guestsOf(some, group));
  const stateOf = ({ id }: Guest) => mails?.find(({ guest, kind }) => guest === id && kind === 'change')?.state;
  const isToTell = (guest: Guest) => toTell.includes(guest) || stateOf(guest) === 'missed';
  const mailed = toldGuests(guests).filter((guest) => !isToTell(guest));
  const about = { ownerId, guests: partyGuests, coatOf };
  return (
    <div className="grid grid-cols-1 gap-8 [--hat:none] [--tongue:none]">
      <div className="overflow-hidden rounded-card bg-card shadow-card md:grid md:grid-cols-2">
        {/* The cake has been put away. */}
        <div
          className={`relative flex flex-col bg-apricot-wash pt-18 *:first:grow [--art-raspberry:var(--art-wood)] [--asleep:inline] [--awake:none] ${dog ? '[&_li:nth-child(2)_g_g]:hidden' : ''}`}
        >
          <PartyTable host={dog ?? null} dogs={guestsOf(guests, 'yes').flatMap(({ dogs }) => dogs)} />
          <span
            aria-hidden="true"
            className="absolute end-4 top-4 rotate-3 rounded-field border-3 border-danger bg-card px-5 pt-2 pb-1 font-display text-heading font-bold whitespace-nowrap text-danger"
          >
            Called off
          </span>
        </div>
        <div className="grid grid-cols-1 content-center gap-3 p-5 wrap-anywhere md:p-8">
          <div className="flex flex-wrap items-start gap-2">
            <h1 tabIndex={-1} className="min-w-0 flex-1">
              {title}
            </h1>
            <ListMenu title={cancelledParty?.title ?? 'Party'} guests={guests} isPast={false} />
          </div>
          {cancelledParty && <del className="text-ink-soft">{formatFullDate(cancelledParty.date)}</del>}
          <p>
            This party is called off.
            {canReturn && <span> If it's on again, everyone's answer still counts.</span>}
          </p>
          {cancelReason && <p>Your guests read: “{cancelReason}”</p>}
          {canReturn && <OnAgain {...{ ownerId, guests: partyGuests }} />}
          {cancelledParty && (
            <p className="text-sm text-ink-soft">
              We keep this list until {formatLongDate(addDays(cancelledParty.date, daysKept))}.
            </p>
          )}
        </div>
      </div>
      <Group {...about} title="Let Them Know" members={inOrder(toldGuests(guests).filter(isToTell))} />
      {(['waits', 'unknown', 'sent'] as const).map((key) => (
        <Group
          key={key}
          {...about}
          title={calledOffGroups[key]}
          members={inOrder(mailed.filter((guest) => (stateOf(guest) ?? 'unknown') === key))}
        />
      ))}
      <Group {...about} title="Weren't Coming" members={guestsOf(guests, 'no')} />
    </div>
  );
}
