import { useState } from 'react';
import { type GuestAnswer, type GuestDraft, guestDraftOf } from '../../../domain/guests/guest-answer.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { invitationMessages } from '../../copy/invitation-messages.ts';
import { draftStore } from '../../data/drafts/kept-drafts.ts';
import { isOfKind } from '../../data/errors.ts';
import { addGuests, changeGuest } from '../../data/invitations/invitations.ts';
import type { Guest } from '../../data/records/guests.ts';
import type { Invitation } from '../../data/records/invitations.ts';
import { newRecordId } from '../../data/records/record-id.ts';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useFormDraft } from '../../ui/use-form-draft.ts';
import { useReadAgain } from './use-links.ts';

/** Who phones the host usually comes. The address is the guest's own affair. */
function draftOf(guest: Guest | null): GuestDraft {
  return { ...guestDraftOf(guest), ...(guest ? {} : { answer: 'yes' }), email: '' };
}

/** What is typed about a guest, kept in this tab until it is saved, and how it is saved. `onDone` is called when the form may go. */
export function useSaveGuest(ownerId: string, invitation: Invitation, guest: Guest | null, onDone: () => void) {
  const blank = draftOf(guest);
  const form = `guest ${guest?.id ?? `of ${invitation.id}`}`;
  const drafting = useFormDraft(draftStore(ownerId, form, blank), blank);
  // One id for the form, so that sending again after a lost answer adds no second guest.
  const [newId] = useState(newRecordId);
  const readAgain = useReadAgain(ownerId);

  async function save(answer: GuestAnswer) {
    try {
      const isSaved = guest ? (await changeGuest(guest, answer)) !== null : true;
      if (!guest) await addGuests(ownerId, invitation, [{ ...answer, id: newId }]);
      await readAgain();
      onDone();
      // What was typed stays as the draft of the answer as it is now.
      if (!isSaved) return showError(invitationMessages.changedElsewhere);
      drafting.end();
      showSuccessInDialog((guest ? invitationMessages.guestChanged : invitationMessages.guestAdded)(answer.name));
    } catch (error) {
      const isFull = isOfKind(error, 'limit reached');
      showError(isFull ? invitationMessages.tooManyGuests : failureMessage(invitationMessages.couldNotSaveGuest));
    }
  }

  return { drafting, save };
}
