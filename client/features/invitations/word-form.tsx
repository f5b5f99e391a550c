import { useRef } from 'react';
import { countOf } from '../../../domain/guests/guest-list.ts';
import { wordProblem } from '../../../domain/guests/invitation-settings.ts';
import { invitationLimits } from '../../../domain/guests/invitation-view.ts';
import { isPartyOver } from '../../../domain/parties/party-time.ts';
import { tidyText } from '../../../domain/text/text.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { invitationMessages, partyIsOver, wordProblemTexts } from '../../copy/invitation-messages.ts';
import { mailMessages } from '../../copy/mail-words.ts';
import type { Message } from '../../copy/messages.ts';
import { draftStore } from '../../data/drafts/kept-drafts.ts';
import { isOfKind } from '../../data/errors.ts';
import { sendWord } from '../../data/invitations/host-invitations.ts';
import type { Guest } from '../../data/records/guests.ts';
import type { Invitation } from '../../data/records/invitations.ts';
import type { Party } from '../../data/records/parties.ts';
import { newRecordId } from '../../data/records/record-id.ts';
import { storedSession } from '../../data/session/session-store.ts';
import { localMoment } from '../../shared/party-moments.ts';
import { TextBox } from '../../ui/field.tsx';
import { takeFocus } from '../../ui/focus.ts';
import { FormButtons } from '../../ui/form-actions.tsx';
import { ResumedLine } from '../../ui/resumed-line.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useFormDraft } from '../../ui/use-form-draft.ts';
import { useReadAgain } from './guest-book.ts';
import { type PartyGuests, toldGuests } from './read-guest-book.ts';

/** Returns the guests whom a word by mail reaches. */
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

const blank = { words: '' };

/** A word to all guests who may come and left an address, by mail. */
export function WordForm({
  ownerId,
  party,
  guests,
  onDone,
}: {
  ownerId: string;
  party: Party;
  guests: PartyGuests;
  onDone: () => void;
}) {
  const drafting = useFormDraft(draftStore(ownerId, `word to guests of ${guests.invitation.id}`, blank), blank);
  const { draft } = drafting;
  const readAgain = useReadAgain(ownerId);
  const { tooManyWords, mayNotSendWord, couldNotSendWord } = invitationMessages;
  const send = useSendWord(guests.invitation, tooManyWords, mayNotSendWord, couldNotSendWord);

  const form = useForm({ values: draft, change: drafting.change }, async ({ words }) => {
    // The backend would mail it as thanks.
    if (isPartyOver(party, localMoment())) return { words: partyIsOver };
    const hostSince = Date.parse(storedSession()?.user.created_at ?? '');
    const problem = wordProblem(words, hostSince, Date.now());
    if (problem) return { words: wordProblemTexts[problem] };
    const count = await send(tidyText(words));
    if (count === null) return undefined;
    drafting.end();
    onDone();
    void readAgain();
    showSuccess(mailMessages.wordSent(count));
    return undefined;
  });

  const reached = mailedGuests(guests).length;
  const others = toldGuests(guests.guests).length - reached;
  return (
    <form {...form.props} className="grid max-w-dialog grid-cols-1 gap-5">
      <h3 ref={takeFocus} tabIndex={-1}>
        Write to All
      </h3>
      {drafting.isResumed && (
        <ResumedLine
          onPress={() => {
            drafting.startOver();
            form.refuse();
          }}
        />
      )}
      <p>
        This goes to {countOf(reached, 'guest', 'guests')} by email.
        {others > 0 && <span> {countOf(others, 'guest', 'guests')} left no email.</span>}
      </p>
      <TextBox
        label="Your message"
        {...form.field('words')}
        rows={5}
        hint={`Up to ${invitationLimits.word} characters, twice a day.`}
      />
      <FormButtons
        onCancel={() => {
          drafting.leave();
          onDone();
        }}
        isBusy={form.isBusy}
        busyText="Sending..."
        disabled={draft.words.trim() === ''}
      >
        Send to All
      </FormButtons>
    </form>
  );
}
