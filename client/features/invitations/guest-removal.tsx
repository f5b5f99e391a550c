import { useQueryClient } from '@tanstack/react-query';
import { countOf } from '../../../domain/guests/listed-guests.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { invitationMessages } from '../../copy/invitation-messages.ts';
import { addGuests, removeGuests } from '../../data/invitations/host-invitations.ts';
import { isOffline } from '../../data/network.ts';
import type { Guest } from '../../data/records/guests.ts';
import type { Invitation } from '../../data/records/invitations.ts';
import { Button } from '../../ui/button.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { guestBookQuery, useReadAgain } from './guest-book.ts';

/**
 * Removes guests from the list at once, and restores them if that fails. The toast offers to undo it, which enters the answers again as
 * the host's; the links and addresses of the guests do not come back. Passes guests who could not be removed to `onLeft`.
 */
export function useRemoveGuests(ownerId: string, invitation: Invitation) {
  const client = useQueryClient();
  const readAgain = useReadAgain(ownerId);
  const { queryKey } = guestBookQuery(ownerId);
  const listed = () => client.getQueryData(queryKey)?.get(invitation.partyId)?.guests ?? [];

  function show(guests: readonly Guest[]) {
    client.setQueryData(queryKey, (book) => {
      const seen = book?.get(invitation.partyId);
      return book && seen ? new Map(book).set(invitation.partyId, { ...seen, guests }) : book;
    });
  }

  async function restore(guests: readonly Guest[]) {
    try {
      await addGuests(ownerId, invitation, guests);
      showSuccess(invitationMessages.guestsRestored(whoText(guests)));
    } catch {
      showError(failureMessage(invitationMessages.couldNotRestoreGuests), {
        label: 'Try Again',
        run: () => void restore(guests),
      });
    }
    await readAgain();
  }

  const undo = (guests: readonly Guest[]) => ({ label: 'Undo', run: () => void restore(guests) });
  const tellRemoved = (guests: readonly Guest[]) =>
    showSuccess(invitationMessages.guestsRemoved(whoText(guests)), undo(guests));

  const [remove] = useSingleFlight<[guests: readonly Guest[], onLeft?: (left: readonly Guest[]) => void]>(
    async (guests, onLeft) => {
      await client.cancelQueries({ queryKey });
      const before = listed();
      const removed = new Set<Guest>();
      const showWithout = (gone: readonly Guest[]) => {
        const ids = new Set(gone.map(({ id }) => id));
        show(before.filter(({ id }) => !ids.has(id)));
      };
      showWithout(guests);
      try {
        await removeGuests(ownerId, guests, (part) => {
          for (const guest of part) removed.add(guest);
        });
        tellRemoved(guests);
      } catch {
        showWithout([...removed]);
        // The response may have been lost: guests who are no longer listed were removed after all.
        await readAgain();
        const ids = new Set(listed().map(({ id }) => id));
        const left = guests.filter(({ id }) => ids.has(id));
        const gone = guests.filter(({ id }) => !ids.has(id));
        if (left.length === 0) return tellRemoved(gone);
        const [off, on] = [gone.length > 0 ? whoText(gone) : '', whoText(left)];
        const message = onLeft
          ? invitationMessages.couldNotRemoveSeveral(off, on, isOffline())
          : failureMessage(invitationMessages.couldNotRemoveGuests(on));
        // One message says both who is gone and who is left.
        showError(message, off ? undo(gone) : undefined);
        onLeft?.(left);
        return;
      }
      // The row that had the focus is gone.
      if (document.activeElement === document.body) focusOrHeading(document.querySelector('[data-opens="new guest"]'));
      // Somebody may have moved up from the waiting list.
      await readAgain();
    },
    (guests) => guests.map(({ id }) => id).join(),
  );
  return remove;
}

export function whoText(guests: readonly Guest[]): string {
  const [first] = guests;
  return first && guests.length === 1 ? first.name : countOf(guests.length, 'guest', 'guests');
}

/** Returns whether the guest answered without the host. Such a guest has their own link, which Undo does not bring back. */
export function isAnsweredAlone({ answeredAt }: Guest): boolean {
  return answeredAt !== null;
}

/** Says what Undo cannot bring back with these guests. */
function lossText(guests: readonly Guest[]): string {
  const answered = guests.filter(isAnsweredAlone);
  const hasAddress = answered.some(({ email }) => email !== null);
  if (guests.length === 1)
    return `${hasAddress ? 'The link to their own answer and their email go' : 'The link to their own answer goes'} for good.`;
  return `${hasAddress ? 'The links to their own answers and their emails' : 'The links to their own answers'} go for good.`;
}

type RemovalQuestionProps = {
  guests: readonly Guest[];
  onRemove: () => void;
  onKeep: () => void;
};

export function RemovalQuestion({ guests, onRemove, onKeep }: RemovalQuestionProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-3 rounded-field bg-apricot-wash px-4 py-3">
      <legend className="contents">
        <span className="w-full wrap-anywhere">
          {lossText(guests)} Undo brings back what was answered, and no more. Take {whoText(guests)} off the list?
        </span>
      </legend>
      <Button variant="danger" autoFocus onClick={onRemove}>
        Take Off
      </Button>
      <Button variant="secondary" onClick={onKeep}>
        Keep
      </Button>
    </fieldset>
  );
}
