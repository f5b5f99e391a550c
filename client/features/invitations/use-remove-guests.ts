import { useQueryClient } from '@tanstack/react-query';
import { addGuests, removeGuests } from '../../backend/invitations.ts';
import type { Guest } from '../../backend/records/guests.ts';
import type { Invitation } from '../../backend/records/invitations.ts';
import { invitationMessages } from '../../copy/invitation-messages.ts';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { guestBookQuery } from './guest-book.ts';
import { whoText } from './guest-removal.tsx';
import { failureMessage, useReadAgain } from './use-links.ts';

/**
 * Takes guests off the list: at once, and back on it if that fails. The toast offers to undo it, which enters the answers again as the
 * host's; the links and addresses of the guests do not come back.
 */
export function useRemoveGuests(ownerId: string, invitation: Invitation): (guests: readonly Guest[]) => void {
  const client = useQueryClient();
  const readAgain = useReadAgain(ownerId);
  const { queryKey } = guestBookQuery(ownerId);

  function hide(gone: readonly Guest[]) {
    const ids = new Set(gone.map(({ id }) => id));
    client.setQueryData(queryKey, (book) => {
      const seen = book?.get(invitation.partyId);
      if (!book || !seen) return book;
      return new Map(book).set(invitation.partyId, { ...seen, guests: seen.guests.filter(({ id }) => !ids.has(id)) });
    });
  }

  async function restore(guests: readonly Guest[]) {
    try {
      await addGuests(ownerId, invitation, guests);
      showSuccessInDialog(invitationMessages.guestsRestored(whoText(guests)));
    } catch (error) {
      showError(failureMessage(error, invitationMessages.couldNotRestoreGuests), {
        label: 'Try Again',
        run: () => void restore(guests),
      });
    }
    await readAgain();
  }

  const [remove] = useSingleFlight(
    async (guests: readonly Guest[]) => {
      await client.cancelQueries({ queryKey });
      hide(guests);
      try {
        await removeGuests(guests);
        showSuccessInDialog(invitationMessages.guestsRemoved(whoText(guests)), {
          label: 'Undo',
          run: () => void restore(guests),
        });
      } catch (error) {
        showError(failureMessage(error, invitationMessages.couldNotRemoveGuests(whoText(guests))));
      }
      // Somebody may have moved up from the waiting list.
      await readAgain();
    },
    (guests) => guests.map(({ id }) => id).join(),
  );
  return (guests) => void remove(guests);
}
