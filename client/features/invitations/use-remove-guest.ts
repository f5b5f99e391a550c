import { useQueryClient } from '@tanstack/react-query';
import { addGuest, removeGuest } from '../../backend/invitations.ts';
import type { Guest } from '../../backend/records/guests.ts';
import type { Invitation } from '../../backend/records/invitations.ts';
import { invitationMessages } from '../../copy/invitation-messages.ts';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { guestBookQuery } from './guest-book.ts';
import { failureMessage, useReadAgain } from './use-links.ts';

/**
 * Takes guests off the list: at once, and back on it if that fails. The toast offers to undo it, which enters the answer again as the
 * host's; a link of the guest's own does not come back.
 */
export function useRemoveGuest(ownerId: string, invitation: Invitation): (guest: Guest) => void {
  const client = useQueryClient();
  const readAgain = useReadAgain(ownerId);
  const { queryKey } = guestBookQuery(ownerId);

  function hide({ id }: Guest) {
    client.setQueryData(queryKey, (book) => {
      const seen = book?.get(invitation.partyId);
      if (!book || !seen) return book;
      return new Map(book).set(invitation.partyId, { ...seen, guests: seen.guests.filter((guest) => guest.id !== id) });
    });
  }

  async function restore(guest: Guest) {
    try {
      await addGuest(ownerId, invitation, guest.id, guest);
      await readAgain();
      showSuccessInDialog(invitationMessages.guestRestored(guest.name));
    } catch (error) {
      showError(failureMessage(error, invitationMessages.couldNotSaveGuest), {
        label: 'Try Again',
        run: () => void restore(guest),
      });
    }
  }

  const [remove] = useSingleFlight(
    async (guest: Guest) => {
      await client.cancelQueries({ queryKey });
      hide(guest);
      try {
        await removeGuest(guest);
        showSuccessInDialog(invitationMessages.guestRemoved(guest.name), {
          label: 'Undo',
          run: () => void restore(guest),
        });
      } catch (error) {
        showError(failureMessage(error, invitationMessages.couldNotRemoveGuest));
      }
      // Somebody may have moved up from the waiting list.
      await readAgain();
    },
    ({ id }) => id,
  );
  return (guest) => void remove(guest);
}
