import { useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '../../copy/failure-message.ts';
import { invitationMessages } from '../../copy/invitation-messages.ts';
import type { Message } from '../../copy/messages.ts';
import { isOfKind } from '../../data/errors.ts';
import { linkAddress, makeLink, revokeLinks } from '../../data/invitations/invitations.ts';
import { removePreview } from '../../data/invitations/previews.ts';
import type { Invitation } from '../../data/records/invitations.ts';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { guestBookQuery } from './guest-book.ts';

function linkFailure(error: unknown): Message {
  if (isOfKind(error, 'no such parent')) return invitationMessages.partyNotSaved;
  if (isOfKind(error, 'limit reached')) return invitationMessages.tooManyInvitations;
  return failureMessage(invitationMessages.couldNotMakeLink);
}

/** Reads the guests again after a change, because one change may move others up from the waiting list. */
export function useReadAgain(ownerId: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries(guestBookQuery(ownerId));
}

/** Makes the link to a party's invitation. Returns its address, or null after a failure, which a toast has reported. */
export function useMakeLink(partyId: string): () => Promise<string | null> {
  return async () => {
    try {
      return linkAddress(await makeLink(partyId));
    } catch (error) {
      showError(linkFailure(error));
      return null;
    }
  };
}

/** Ends the link of an invitation. */
export function useEndLinks(ownerId: string, invitation: Invitation) {
  const readAgain = useReadAgain(ownerId);
  return useSingleFlight(async () => {
    try {
      await revokeLinks(invitation);
      // If this fails, the server removes the picture later.
      if (invitation.preview !== null) void removePreview(invitation.preview).catch(() => undefined);
      await readAgain();
      showSuccess(invitationMessages.linkEnded);
    } catch {
      showError(failureMessage(invitationMessages.couldNotEndLink));
    }
  });
}
