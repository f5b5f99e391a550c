import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { companyText, guestsOf, peopleOf } from '../../../domain/guests/listed-guests.ts';
import { Flags } from '../../art/flags.tsx';
import { PartyTable } from '../../art/party-table.tsx';
import { isNotReachable } from '../../data/backend-error.ts';
import { markAnswersSeen } from '../../data/invitations/host-invitations.ts';
import { isReachable, subscribeToNetwork } from '../../data/network.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Guest } from '../../data/records/guests.ts';
import type { Party } from '../../data/records/parties.ts';
import { useIsOver } from '../../shared/party-moments.ts';
import { Postmark } from '../../shared/stamp.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { NotLoaded } from '../../ui/loaded.tsx';
import { guestBookQuery } from './guest-book.ts';
import { GuestForm } from './guest-form.tsx';
import { GuestList } from './guest-list.tsx';
import { isNewSince, type PartyGuests } from './read-guest-book.ts';
import { WaitingMails } from './waiting-mails.tsx';
import { WordForm } from './word-form.tsx';

const emptyTableText = "The table's set. Who's coming?";
export const inviteIsOut = "Invite's out.";

/** What the list below does not say: "5 adults, 1 child · 6 of 8 spots · 3 waiting". While nobody comes, or once the list is gone, all answers. */
function answersText({ guests, counts, heads, invitation }: PartyGuests, isPast: boolean): string {
  const { mostPeople, purgedCounts } = invitation;
  const { yes, maybe, no, people, children } = counts;
  const waiting = purgedCounts ? counts.waiting : peopleOf(guestsOf(guests, 'waiting'));
  const told = heads === '' || purgedCounts ? { yes, maybe, no, waiting } : { waiting };
  const facts = [
    children > 0 && companyText(counts),
    !isPast && mostPeople !== null && `${people} of ${mostPeople} spots`,
    ...Object.entries(told).map(([answer, count]) => count > 0 && `${count} ${answer}`),
  ];
  return facts.filter(Boolean).join(' · ');
}

type WhoComesProps = { ownerId: string; dog: Dog; party: Party; isOut: boolean; children?: ReactNode };

/** The dogs that come, at the party's table, how many people and dogs that makes, and how many there is room for. */
export function WhoComes({ ownerId, dog, party, isOut, children }: WhoComesProps) {
  const { data } = useQuery(guestBookQuery(ownerId));
  const isPast = useIsOver(party);
  const guests = data?.get(party.id);
  const dogs = guests ? guestsOf(guests.guests, 'yes').flatMap((guest) => guest.dogs) : [];
  const beforehand = isOut ? `${inviteIsOut} First chair's waiting.` : emptyTableText;
  const noAnswers = isPast ? `What a day, ${dog.name}!` : beforehand;
  const { yes = 0, maybe = 0, no = 0, waiting = 0 } = guests?.counts ?? {};
  const answers = guests ? answersText(guests, isPast) : '';
  const all = yes + maybe + no + waiting === 0 ? noAnswers : answers;
  const title = guests?.heads ? `${guests.heads} ${isPast ? 'came' : 'coming'}` : all;
  return (
    <div className="relative flex flex-col overflow-hidden rounded-card bg-apricot-wash shadow-card *:last:grow md:max-lg:col-span-full md:max-lg:row-start-11 lg:row-start-10 lg:mb-8 lg:self-stretch min-[110rem]:has-[~.guests-aside]:self-start">
      <Flags className="h-9 w-full" />
      {isPast && <Postmark words="CELEBRATED" className="end-3 top-10 z-1 w-20" />}
      <p className={`px-5 py-3 ${isPast ? 'pe-25' : ''}`}>
        <strong className="block font-display text-title">{title}</strong>
        {title !== answers && answers}
      </p>
      {children && <div className="px-5 pb-3">{children}</div>}
      <PartyTable host={dog} dogs={dogs} count={guests?.counts.dogs ?? 0} isFull={isPast} />
    </div>
  );
}

type GuestsProps = {
  ownerId: string;
  dog: Dog;
  party: Party;
  /** Whether the answer of one guest is open, in place of the list. */
  onEditing: (isEditing: boolean) => void;
};

/**
 * Records that the host has seen the answers, so that the pack stops announcing them. Returns up to when they had been seen before, so
 * that new ones stay marked while the list is open.
 */
function useAnswersSeen(ownerId: string, { invitation, guests }: PartyGuests): string {
  const client = useQueryClient();
  const [seenAt] = useState(invitation.answersSeenAt);
  const fresh = guests.filter((guest) => isNewSince(invitation.answersSeenAt, guest));
  const newest = fresh
    .flatMap(({ answeredAt }) => answeredAt ?? [])
    .reduce((latest, moment) => (Date.parse(moment) > Date.parse(latest) ? moment : latest), invitation.answersSeenAt);
  const isNews = newest !== invitation.answersSeenAt;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the invitation is a new object after each reading.
  useEffect(() => {
    if (!isNews) return;
    // If this fails, the next look at the list tries again.
    markAnswersSeen(invitation, newest).then(
      () => client.invalidateQueries(guestBookQuery(ownerId)),
      () => undefined,
    );
  }, [isNews, newest, invitation.id, client, ownerId]);
  return seenAt;
}

/** What replaces the list for a while: the answer of a guest, a new one, or a word to all. */
type Editing = { guest: Guest | null } | 'word' | null;

/** Returns the focus to the button that opened a form, once that is closed. The button says by `data-opens` what it opens. */
export function useFocusBack(open: string | null) {
  const opened = useRef(open);
  useEffect(() => {
    if (opened.current && !open) focusOrHeading(document.querySelector(`[data-opens="${opened.current}"]`));
    opened.current = open;
  }, [open]);
}

function KnownGuests({ ownerId, dog, party, guests, onEditing }: GuestsProps & { guests: PartyGuests }) {
  const [editing, setEditing] = useState<Editing>(null);
  const isEditing = editing !== null;
  useEffect(() => onEditing(isEditing), [isEditing, onEditing]);
  const seenAt = useAnswersSeen(ownerId, guests);
  const isPast = useIsOver(party);
  useFocusBack(editing && (editing === 'word' ? 'word' : (editing.guest?.id ?? 'new guest')));

  const about = { ownerId, party, guests, onDone: () => setEditing(null) };
  if (editing === 'word') return <WordForm {...about} />;
  if (editing) return <GuestForm {...about} guest={editing.guest} />;
  if (guests.invitation.purgedCounts)
    return (
      <p className="text-ink-soft">What your guests wrote is deleted a month after the party. The numbers stay.</p>
    );
  return (
    <>
      {!isPast && <WaitingMails ownerId={ownerId} guests={guests} />}
      <GuestList
        {...{ ownerId, dog, guests, isPast, seenAt }}
        title={party.title}
        onEdit={(guest) => setEditing({ guest })}
        onWrite={() => setEditing('word')}
      />
    </>
  );
}

/** Beside the table, in the widest windows. The page has a column for it there. */
const asideClasses = 'guests-aside min-[110rem]:col-start-3! min-[110rem]:row-span-14 min-[110rem]:row-start-1';

/** The guests of one party; nothing until somebody is invited. Without a network, shows them as last seen. */
export function Guests(props: GuestsProps) {
  const headingId = useId();
  const { data, error, refetch } = useQuery(guestBookQuery(props.ownerId));
  const isAway = !useSyncExternalStore(subscribeToNetwork, isReachable);
  const guests = data?.get(props.party.id);
  if (data && !guests) return null;
  const notRead = isNotReachable(error)
    ? 'We cannot reach your guests just now, and this device has not seen them yet.'
    : 'Could not load your guests.';
  return (
    <section
      aria-labelledby={headingId}
      className={`grid min-w-0 grid-cols-1 gap-4 max-md:order-2 md:col-span-full md:row-start-14 md:mb-0! ${guests && guests.guests.length > 0 ? asideClasses : ''}`}
    >
      <h2 id={headingId} className="col-start-1 row-start-1 self-center text-title">
        Guests
      </h2>
      <div aria-live="polite" className="empty:hidden">
        {isAway && guests && (
          <p className="rounded-field bg-sky-wash px-4 py-3">
            These are your guests as we saw them last. Changes here need a network.
          </p>
        )}
      </div>
      {guests && <KnownGuests {...props} guests={guests} />}
      {!data && error && <NotLoaded text={notRead} onRetry={() => void refetch()} />}
      {!data && !error && <p role="status">Counting the party hats...</p>}
    </section>
  );
}
