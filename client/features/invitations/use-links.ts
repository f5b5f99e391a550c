import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOfKind } from '../../backend/errors.ts';
import { isLinkAlive, makeLink, revokeLinks } from '../../backend/invitations.ts';
import { removePreview } from '../../backend/previews.ts';
import type { Invitation } from '../../backend/records/invitations.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { invitationMessages } from '../../copy/invitation-messages.ts';
import type { Message } from '../../copy/messages.ts';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { guestBookQuery } from './guest-book.ts';

function linkFailure(error: unknown, invitation: Invitation | null): Message {
  if (isOfKind(error, 'no such parent')) return invitationMessages.partyNotSaved;
  if (isOfKind(error, 'limit reached'))
    return invitation ? invitationMessages.tooManyLinks : invitationMessages.tooManyInvitations;
  return failureMessage(invitationMessages.couldNotMakeLink);
}

/** Reads the guests again after a change, because one change may move others up from the waiting list. */
export function useReadAgain(ownerId: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries(guestBookQuery(ownerId));
}

/** Makes a link to the invitation of a party, also its first one. Returns the function, and whether it is under way. */
export function useMakeLink(ownerId: string, partyId: string, invitation: Invitation | null) {
  const readAgain = useReadAgain(ownerId);
  return useSingleFlight(async () => {
    try {
      await makeLink(ownerId, partyId);
      await readAgain();
      showSuccessInDialog(invitationMessages.linkMade);
    } catch (error) {
      showError(linkFailure(error, invitation));
    }
  });
}

/** Ends all links of an invitation. */
export function useEndLinks(ownerId: string, invitation: Invitation) {
  const readAgain = useReadAgain(ownerId);
  return useSingleFlight(async () => {
    try {
      await revokeLinks(ownerId, invitation);
      // What a failure leaves behind is swept.
      if (invitation.preview !== null) void removePreview(invitation.preview).catch(() => undefined);
      await readAgain();
      showSuccessInDialog(invitationMessages.linkEnded);
    } catch {
      showError(failureMessage(invitationMessages.couldNotEndLink));
    }
  });
}

/** Forgets the link of this device where another one has ended it, because a dead link is no good to send. */
export function useLivingLink(ownerId: string, partyId: string, token: string | null) {
  const client = useQueryClient();
  useEffect(() => {
    if (token === null) return;
    isLinkAlive(ownerId, partyId, token).then(
      (isAlive) => (isAlive ? undefined : client.invalidateQueries(guestBookQuery(ownerId))),
      // Without a network nobody knows; it is offered as it was.
      () => undefined,
    );
  }, [ownerId, partyId, token, client]);
}
