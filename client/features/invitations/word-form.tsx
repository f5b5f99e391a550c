import { useRef } from 'react';
import { invitationLimits } from '../../../domain/guests/invitation-view.ts';
import { countOf } from '../../../domain/guests/listed-guests.ts';
import { wordProblem } from '../../../domain/guests/settings-draft.ts';
import { isPartyOver } from '../../../domain/parties/party-time.ts';
import { tidyText } from '../../../domain/text/text.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { invitationMessages, partyIsOver, wordProblemTexts } from '../../copy/invitation-messages.ts';
import { mailMessages } from '../../copy/mail-words.ts';
import type { Message } from '../../copy/messages.ts';
import { isOfKind } from '../../data/backend-error.ts';
import { sendWord } from '../../data/invitations/host-invitations.ts';
import type { Guest } from '../../data/records/guests.ts';
import type { Invitation } from '../../data/records/invitations.ts';
import { newRecordId } from '../../data/records/record-id.ts';
import { storedSession } from '../../data/session/session-store.ts';
import { localMoment } from '../../shared/party-moments.ts';
import { TextBox } from '../../ui/field.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { type AboutParty, DraftForm, useDraftForm } from './draft-form.tsx';
import { useReadAgain } from './guest-book.ts';
import { type PartyGuests, toldGuests } from './read-guest-book.ts';

export function mailedGuests({ guests }: PartyGuests): Guest[] {
  return toldGuests(guests).filter(({ email }) => email !== null);
}

/**
 * Mails words to guests. Sent again because their answer was lost, they keep their id. Resolves to how many guests they go to; null once
 * it has said why they go to nobody.
 */
export function useSendWord(invitation: Invitation, tooMany: Message, refused: Message, failed: Message) {
  const sent = useRef({ words: '', id: '' });
  return async (words: string): Promise<number | null> => {
    if (sent.current.words !== words) sent.current = { words, id: newRecordId() };
    try {
      return await sendWord(invitation, words, sent.current.id);
    } catch (error) {
      if (isOfKind(error, 'limit reached')) showError(tooMany);
      else if (isOfKind(error, 'refused')) showError(refused);
      else showError(failureMessage(failed));
      return null;
    }
  };
}

const fieldLabels = { words: 'Your message' };

export function WordForm({ ownerId, party, guests, onDone }: AboutParty) {
  const readAgain = useReadAgain(ownerId);
  const { tooManyWords, mayNotSendWord, couldNotSendWord } = invitationMessages;
  const send = useSendWord(guests.invitation, tooManyWords, mayNotSendWord, couldNotSendWord);

  const draftName = `word to guests of ${guests.invitation.id}`;
  const form = useDraftForm(ownerId, draftName, { words: '' }, onDone, async ({ words }, end) => {
    // The backend would mail it as thanks.
    if (isPartyOver(party, localMoment())) return { words: partyIsOver };
    const hostSince = Date.parse(storedSession()?.user.created_at ?? '');
    const problem = wordProblem(words, hostSince, Date.now());
    if (problem) return { words: wordProblemTexts[problem] };
    const count = await send(tidyText(words));
    if (count === null) return;
    end();
    onDone();
    void readAgain();
    showSuccess(mailMessages.wordSent(count));
  });

  const reached = mailedGuests(guests).length;
  const others = toldGuests(guests.guests).length - reached;
  return (
    <DraftForm
      form={form}
      title="Write to All"
      headingLevel="h3"
      labels={fieldLabels}
      submit="Send to All"
      busyText="Sending..."
      disabled={form.draft.words.trim() === ''}
    >
      <p>
        This goes to {countOf(reached, 'guest', 'guests')} by email.
        {others > 0 && <span> {countOf(others, 'guest', 'guests')} left no email.</span>}
      </p>
      <TextBox
        label={fieldLabels.words}
        {...form.field('words')}
        rows={5}
        hint={`Up to ${invitationLimits.word} characters, twice a day.`}
      />
    </DraftForm>
  );
}
