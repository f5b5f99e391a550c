import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { localDayAt } from '../../../domain/dates/local-time.ts';
import { invitationLimits } from '../../../domain/guests/invitation-view.ts';
import { countOf, guestsOf } from '../../../domain/guests/listed-guests.ts';
import type { GuestMail } from '../../../domain/guests/mails-to-guests.ts';
import { checkThanksDraft, type ThanksDraft } from '../../../domain/guests/settings-draft.ts';
import { isPartyOver } from '../../../domain/parties/party-time.ts';
import { secureLink } from '../../../domain/text/text-links.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { invitationMessages, thanksProblemText } from '../../copy/invitation-messages.ts';
import { mailMessages } from '../../copy/mail-words.ts';
import { inWords } from '../../copy/problems.ts';
import { changeInvitation } from '../../data/invitations/host-invitations.ts';
import type { Party } from '../../data/records/parties.ts';
import { storedSession } from '../../data/session/session-store.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { Button, linkClasses } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextBox, TextField } from '../../ui/field.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { type AboutParty, DraftForm, useDraftForm } from './draft-form.tsx';
import { guestBookQuery, guestMailsQuery, useReadAgain } from './guest-book.ts';
import { useFocusBack } from './guests-panel.tsx';
import { ProofLine, WaitingMails } from './waiting-mails.tsx';
import { useSendWord } from './word-form.tsx';

const fieldLabels = {
  thanks: 'Your thanks',
  albumUrl: 'Link to an album',
  showsPhoto: 'Show the photo of the day',
  isMailed: 'By email',
} as const satisfies Record<keyof ThanksDraft, string>;

/** Whether a mail is a word that was written after the party. Such a word is mailed once. */
function saysThanks(party: Party, { kind, at }: GuestMail): boolean {
  const instant = Date.parse(at);
  return kind === 'word' && isPartyOver(party, { today: localDayAt(instant, deviceZone() ?? 'UTC'), instant });
}

function useThanksForm({ ownerId, party, guests, onDone }: AboutParty) {
  const { invitation } = guests;
  const blank: ThanksDraft = {
    thanks: invitation.thanks ?? '',
    albumUrl: invitation.albumUrl ?? '',
    showsPhoto: invitation.showsPhoto ? 'yes' : 'no',
    isMailed: invitation.thanks === null ? 'yes' : 'no',
  };
  const readAgain = useReadAgain(ownerId);
  const { tooManyThanks, mayNotMailThanks, couldNotMailThanks } = invitationMessages;
  const mail = useSendWord(invitation, tooManyThanks, mayNotMailThanks, couldNotMailThanks);
  const seen = useRef(invitation);
  const mailed = guestsOf(guests.guests, 'yes').filter(({ email }) => email !== null);
  const { data: mails } = useQuery({ ...guestMailsQuery(ownerId, invitation), enabled: mailed.length > 0 });
  const canMail = mailed.length > 0 && mails !== undefined && !mails.some((each) => saysThanks(party, each));

  const form = useDraftForm(ownerId, `thanks ${invitation.id}`, blank, onDone, async (draft, end) => {
    const isMailed = canMail && draft.isMailed === 'yes' ? 'yes' : 'no';
    const hostSince = Date.parse(storedSession()?.user.created_at ?? '');
    const result = checkThanksDraft({ ...draft, isMailed }, hostSince, Date.now());
    if (!result.ok) return inWords(result.problems, thanksProblemText);
    const thanks = result.value;
    try {
      const saved = await changeInvitation(seen.current, thanks);
      await readAgain();
      if (!saved) {
        // Keeps the draft, which now applies to what is on the server.
        onDone();
        return void showError(invitationMessages.changedElsewhere);
      }
      seen.current = saved;
    } catch {
      return void showError(failureMessage(invitationMessages.couldNotSaveThanks));
    }
    if (isMailed === 'yes' && thanks.thanks) {
      const count = await mail(thanks.thanks);
      void readAgain();
      if (count === null) return undefined;
      showSuccess(mailMessages.wordSent(count));
    } else {
      const isSeen = thanks.thanks || thanks.albumUrl || (thanks.showsPhoto && party.memoryPhotoUrl);
      showSuccess(isSeen ? invitationMessages.thanksSaved : invitationMessages.thanksEmptied);
    }
    end();
    onDone();
  });

  return { form, mailed, canMail };
}

function ThanksForm(props: AboutParty) {
  const { ownerId, party } = props;
  const { form, mailed, canMail } = useThanksForm(props);
  const tick = (name: 'showsPhoto' | 'isMailed') => ({
    name,
    isChecked: form.draft[name] === 'yes',
    onCheckedChange: (isChecked: boolean) => form.change({ [name]: isChecked ? 'yes' : 'no' }),
  });
  return (
    <DraftForm
      form={form}
      title="Say Thanks"
      labels={fieldLabels}
      submit="Say Thanks"
      className="rounded-card bg-card p-5 shadow-card"
    >
      <TextBox
        label={fieldLabels.thanks}
        {...form.field('thanks')}
        rows={2}
        isOptional={!(canMail && form.draft.isMailed === 'yes')}
        hint={`Up to ${invitationLimits.thanks} characters. Everyone with the link reads it.`}
      />
      <TextField
        label={fieldLabels.albumUrl}
        {...form.field('albumUrl')}
        isOptional
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
      />
      {party.memoryPhotoUrl && <CheckBox label={fieldLabels.showsPhoto} {...tick('showsPhoto')} />}
      {canMail && (
        <>
          <CheckBox
            label={`Email it to ${countOf(mailed.length, 'guest', 'guests')}`}
            hint="To everyone who came and left an email, once."
            {...tick('isMailed')}
          />
          <ProofLine ownerId={ownerId} />
        </>
      )}
    </DraftForm>
  );
}

/** What guests of a past party see of it: thanks, an album and the photo of the day. Nothing for a party that nobody can look back at. */
export function SayThanks({ ownerId, party }: Pick<AboutParty, 'ownerId' | 'party'>) {
  const { data: book } = useQuery(guestBookQuery(ownerId));
  const guests = book?.get(party.id);
  const [isOpen, setIsOpen] = useState(false);
  useFocusBack(isOpen ? 'thanks' : null);
  if (!guests || !(guests.invitation.hasLink || guests.guests.length > 0)) return null;
  if (isOpen) return <ThanksForm {...{ ownerId, party, guests }} onDone={() => setIsOpen(false)} />;

  const open = () => setIsOpen(true);
  const { thanks, albumUrl, showsPhoto } = guests.invitation;
  const album = secureLink(albumUrl ?? '');
  const hasPhoto = showsPhoto && party.memoryPhotoUrl !== null;
  const isSaid = thanks !== null || album !== null || hasPhoto;
  return (
    <section
      aria-label="Thanks"
      className={classNames(
        'gap-x-4 gap-y-2 rounded-card bg-card p-5 wrap-anywhere shadow-card',
        isSaid ? 'grid grid-cols-1' : 'flex flex-wrap items-center max-sm:contents',
      )}
    >
      {isSaid ? (
        <>
          <div className="-my-3 flex flex-wrap items-center justify-between gap-x-2">
            <p className="text-sm text-ink-soft">Your guests see:</p>
            <Button data-opens="thanks" variant="quiet" className="-me-2 shrink-0" onClick={open}>
              Change Thanks
            </Button>
          </div>
          {thanks && <p className="font-display text-title font-bold">{thanks}</p>}
          {album && (
            <NewTabLink href={album.href} className={`${linkClasses} -mx-1 -my-2 inline-flex w-fit items-center`}>
              {`The album at ${album.host}`}
            </NewTabLink>
          )}
          {hasPhoto && <p>The photo of the day</p>}
          <WaitingMails {...{ ownerId, guests }} isMeant={(mail) => saysThanks(party, mail)} />
        </>
      ) : (
        <>
          <p className="grow basis-52 max-sm:hidden">Leave your guests a word, a photo or an album.</p>
          <div className="foot-bar grid grow [--bar-space:0.75rem] print:hidden">
            <Button data-opens="thanks" size="large" onClick={open}>
              Say Thanks
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
