import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isNotReachable } from '../../data/errors.ts';
import { isReachable, subscribeToNetwork } from '../../data/network.ts';
import type { Guest } from '../../data/records/guests.ts';
import { useToday } from '../../shared/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { focusOrHeading } from '../../ui/focus.ts';
import { type GuestsProps, guestBookQuery } from './guest-book.ts';
import { GuestForm } from './guest-form.tsx';
import { GuestList } from './guest-list.tsx';
import { InvitationLink, PastLink } from './invitation-link.tsx';
import { ProofNote } from './proof-note.tsx';
import type { PartyGuests } from './read-guest-book.ts';
import { SettingsForm } from './settings-form.tsx';
import { SettingsSummary } from './settings-summary.tsx';
import { useAnswersSeen } from './use-answers-seen.ts';

/** What takes the place of the list for a while. */
type Editing = { form: 'guest'; guest: Guest | null } | { form: 'settings' } | null;

/** Brings the focus back to the button that opened a form when the list stands in its place again. */
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
      <Button look="secondary" onClick={onRetry}>
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
        // While nobody has answered, the link is the thing to see first.
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

/** The guests of one party, and the link that invites them. Without a network they are as last seen. */
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
