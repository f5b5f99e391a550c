import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { countOf } from '../../../domain/guests/guest-list.ts';
import type { InvitationSettings } from '../../../domain/guests/invitation-settings.ts';
import { isNotReachable } from '../../data/errors.ts';
import { markAnswersSeen } from '../../data/invitations/invitations.ts';
import { isReachable, subscribeToNetwork } from '../../data/network.ts';
import type { Guest } from '../../data/records/guests.ts';
import { addressProvenQuery, askForProof } from '../../data/session/proven-address.ts';
import { AskForProof } from '../../shared/proof/ask-for-proof.tsx';
import { useToday } from '../../shared/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { focusOrHeading } from '../../ui/focus.ts';
import { type GuestsProps, guestBookQuery } from './guest-book.ts';
import { GuestForm } from './guest-form.tsx';
import { GuestList } from './guest-list.tsx';
import { InvitationLink, PastLink } from './invitation-link.tsx';
import { isNewSince, type PartyGuests } from './read-guest-book.ts';
import { SettingsForm } from './settings-form.tsx';

function settingTexts({ placeFor, guestList, mostPeople, answerUntil, message, bringList }: InvitationSettings) {
  return [
    placeFor === 'all'
      ? 'Everybody with the link sees the place.'
      : 'Only guests who say yes see the place. The description is for all.',
    guestList === 'names' ? 'Guests see who comes.' : 'Guests see how many come, and no names.',
    mostPeople === null ? 'As many may come as like.' : `${countOf(mostPeople, 'person', 'people')} may come.`,
    answerUntil ? `Answers until ${formatLongDate(answerUntil)}.` : 'Answers until the party.',
    ...(message ? [`“${message}”`] : []),
    ...(bringList.length > 0 ? [`To bring: ${bringList.join(', ')}.`] : []),
  ];
}

/** Sums up the settings of an invitation, with a button that opens them. */
function SettingsSummary({ invitation, onChange }: { invitation: InvitationSettings; onChange: () => void }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="grid grid-cols-1 gap-2 px-4 sm:px-5">
      <h3 id={headingId}>Settings</h3>
      <ul className="grid gap-1 text-sm wrap-anywhere text-ink-soft">
        {settingTexts(invitation).map((text) => (
          <li key={text} className="line-clamp-4">
            {text}
          </li>
        ))}
      </ul>
      <Button variant="secondary" className="justify-self-start" data-opens="settings" onClick={onChange}>
        Change Settings
      </Button>
    </section>
  );
}

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

/** While the host's own address is not proved, says that guests get no mail yet, and what changes that. */
function ProofNote({ ownerId }: { ownerId: string }) {
  const { data: isProven } = useQuery(addressProvenQuery(ownerId));
  if (isProven !== false) return null;
  return (
    <AskForProof
      text="Guests who leave an address get mails about the party, once you have confirmed your own. Until then their mails wait."
      button="Confirm My Address"
      askedText="A mail is on its way, or in your inbox already. Press the button that it leads to, and your guests hear from us. No mail? Look among the spam."
      ask={askForProof}
      className="gap-3 rounded-card p-4 sm:p-5"
    />
  );
}

/** What replaces the list for a while. */
type Editing = { form: 'guest'; guest: Guest | null } | { form: 'settings' } | null;

/** Returns the focus to the button that opened a form, once the list is back. */
function useFocusBack(editing: Editing) {
  const opener = useRef<string | null>(null);
  useEffect(() => {
    if (editing) {
      opener.current = editing.form === 'guest' ? (editing.guest?.id ?? 'new guest') : editing.form;
    } else if (opener.current !== null) {
      const button = document.querySelector<HTMLElement>(`[data-opens="${opener.current}"]`);
      button ? button.focus() : focusOrHeading();
      opener.current = null;
    }
  }, [editing]);
}

function NotRead({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p>
        {isNotReachable(error)
          ? 'We cannot reach your guests just now, and this device has not seen them yet.'
          : 'Could not load your guests.'}
      </p>
      <Button variant="secondary" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

function Guests({ guests, ...props }: GuestsProps & { guests: PartyGuests }) {
  const { ownerId, dog, party } = props;
  const [editing, setEditing] = useState<Editing>(null);
  const seenAt = useAnswersSeen(ownerId, guests);
  const isPast = party.celebrationDate < useToday();
  const { invitation } = guests;
  const isAnswered = guests.guests.length > 0;
  const close = () => setEditing(null);
  useFocusBack(editing);

  if (editing?.form === 'guest')
    return (
      <GuestForm
        ownerId={ownerId}
        guests={guests}
        guest={editing.guest}
        linkTitle={isPast ? null : party.title}
        onDone={close}
      />
    );
  if (editing?.form === 'settings')
    return <SettingsForm ownerId={ownerId} invitation={invitation} partyDate={party.celebrationDate} onDone={close} />;
  return (
    <div
      className={classNames(
        'grid grid-cols-1 items-start gap-8',
        (!isPast || invitation.hasLink) && 'md:grid-cols-[1fr_20rem]',
      )}
    >
      <GuestList
        ownerId={ownerId}
        title={party.title}
        guests={guests}
        isPast={isPast}
        seenAt={seenAt}
        onEdit={(guest) => setEditing({ form: 'guest', guest })}
      />
      {isPast && invitation.hasLink && <PastLink ownerId={ownerId} guests={guests} />}
      {!isPast && (
        // Before the first answer, the link comes first.
        <div className={isAnswered ? 'grid gap-6' : 'order-first grid gap-6 md:order-none'}>
          {isAnswered && <ProofNote ownerId={ownerId} />}
          <InvitationLink ownerId={ownerId} dog={dog} party={party} guests={guests} />
          {!isAnswered && <ProofNote ownerId={ownerId} />}
          <SettingsSummary invitation={invitation} onChange={() => setEditing({ form: 'settings' })} />
        </div>
      )}
    </div>
  );
}

/** The guests of one party, and the link that invites them. Without a network, shows them as last seen. */
export function GuestsContent(props: GuestsProps) {
  const { ownerId, party } = props;
  const { data, error, refetch } = useQuery(guestBookQuery(ownerId));
  const isAway = !useSyncExternalStore(subscribeToNetwork, isReachable);
  if (!data && error) return <NotRead error={error} onRetry={() => void refetch()} />;
  if (!data) return <p role="status">Counting the party hats...</p>;
  const guests = data.get(party.id);
  return (
    <>
      <div aria-live="polite">
        {isAway && (
          <p className="mb-5 rounded-field bg-sky-wash px-4 py-3">
            {guests ? 'These are your guests as we saw them last. ' : ''}Changes here need a network.
          </p>
        )}
      </div>
      {guests ? <Guests {...props} guests={guests} /> : <InvitationLink {...props} guests={undefined} />}
    </>
  );
}
