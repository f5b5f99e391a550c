import { type ReactNode, useRef, useState } from 'react';
import { checkSettingsDraft, type SettingsDraft, settingsDraftOf } from '../../../domain/guests/settings-draft.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { invitationMessages, settingsProblemText } from '../../copy/invitation-messages.ts';
import { messages } from '../../copy/messages.ts';
import { inWords } from '../../copy/problems.ts';
import { changeInvitation, revokeLinks } from '../../data/invitations/host-invitations.ts';
import { removePreview } from '../../data/invitations/previews.ts';
import { useIsOver } from '../../shared/party-moments.ts';
import { useSharing } from '../../shared/share/use-sharing.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextBox, TextField } from '../../ui/field.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { Stepper } from '../../ui/stepper.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { type AboutParty, DraftForm, useDraftForm } from './draft-form.tsx';
import { useReadAgain } from './guest-book.ts';
import type { PartyGuests } from './read-guest-book.ts';

const fieldLabels = {
  placeFor: 'Who sees the place?',
  guestList: 'Guests see',
  mostPeople: 'How many people may come?',
  answerUntil: 'Answers until',
  message: 'A word to your guests',
  bringList: 'What they may bring',
  remindsGuests: 'A reminder the day before',
  repliesByMail: 'Replies to emails',
  tellsHost: 'News for you',
} as const satisfies Record<keyof SettingsDraft, string>;

function MailChoices({ fieldOf }: { fieldOf: ReturnType<typeof useDraftForm<SettingsDraft>>['field'] }) {
  return (
    <>
      <SelectField
        label={fieldLabels.remindsGuests}
        {...fieldOf('remindsGuests')}
        options={{ yes: 'For guests who left an email', no: 'None' }}
      />
      <SelectField
        label={fieldLabels.repliesByMail}
        {...fieldOf('repliesByMail')}
        options={{ no: 'Reach nobody', yes: 'Reach you' }}
        hint="Guests who reply see your email address."
      />
      <SelectField
        label={fieldLabels.tellsHost}
        {...fieldOf('tellsHost')}
        options={{ yes: 'By push or email', no: 'None' }}
        hint="When guests answer, and on the day of the party."
      />
    </>
  );
}

function SettingsForm({ ownerId, party, guests, onDone, children }: AboutParty & { children: ReactNode }) {
  const { invitation } = guests;
  const readAgain = useReadAgain(ownerId);
  const seen = useRef(invitation);
  const draftName = `invitation ${invitation.id}`;
  const form = useDraftForm(ownerId, draftName, settingsDraftOf(invitation), onDone, async (draft, end) => {
    const result = checkSettingsDraft(draft, party.celebrationDate);
    if (!result.ok) return inWords(result.problems, settingsProblemText);
    try {
      const saved = await changeInvitation(seen.current, result.value);
      await readAgain();
      onDone();
      // Keeps the draft, which now applies to the settings as they are on the server.
      if (!saved) return void showError(invitationMessages.changedElsewhere);
      end();
      showSuccess(invitationMessages.settingsSaved);
    } catch {
      showError(failureMessage(invitationMessages.couldNotSaveSettings));
    }
  });

  return (
    <DraftForm form={form} title="How the Invitation Is Set" labels={fieldLabels} submit="Save Settings">
      <SelectField
        label={fieldLabels.placeFor}
        {...form.field('placeFor')}
        options={{ all: 'Everybody with the link', yes: 'Only guests who say yes' }}
        hint="Everyone with the link reads the description. Keep a secret place out."
      />
      <SelectField
        label={fieldLabels.guestList}
        {...form.field('guestList')}
        options={{ dogs: 'Dogs', names: 'Dogs and first names', counts: 'Only how many' }}
      />
      <Stepper
        label={fieldLabels.mostPeople}
        {...form.field('mostPeople')}
        isOptional
        min={1}
        hint="Later guests wait in line, and move up by themselves. Dogs don't count."
      />
      <TextField
        type="date"
        label={fieldLabels.answerUntil}
        {...form.field('answerUntil')}
        max={party.celebrationDate}
        isOptional
      />
      <TextBox label={fieldLabels.message} {...form.field('message')} isOptional rows={3} />
      <TextBox
        label={fieldLabels.bringList}
        {...form.field('bringList')}
        isOptional
        rows={4}
        hint="One thing on each line. Guests tick off what they bring."
      />
      <MailChoices fieldOf={form.field} />
      {children}
    </DraftForm>
  );
}

/** Copies only the link, for a chat that is already open. */
function CopyLink({ link }: { link: string }) {
  const { copy, textToCopy } = useSharing({ title: '', text: link, url: null });
  if (textToCopy) return <TextToCopy text={textToCopy} />;
  return (
    <Button variant="secondary" onClick={() => void copy(messages.copied)}>
      Copy Link
    </Button>
  );
}

/** Ends the links after a second press, because ended links cannot be brought back. */
function EndLink({ ownerId, guests }: { ownerId: string; guests: PartyGuests }) {
  const [step, setStep] = useState<'still' | 'asking' | 'kept'>('still');
  const { invitation } = guests;
  const readAgain = useReadAgain(ownerId);
  const [end, isEnding] = useSingleFlight(async () => {
    try {
      await revokeLinks(invitation);
      // If this fails, the server removes the picture later.
      if (invitation.preview !== null) void removePreview(invitation.preview).catch(() => undefined);
      await readAgain();
      showSuccess(invitationMessages.linkEnded);
    } catch {
      showError(failureMessage(invitationMessages.couldNotEndLink));
    }
    setStep('still');
    focusOrHeading();
  });
  if (step !== 'asking')
    return (
      <Button variant="danger" autoFocus={step === 'kept'} onClick={() => setStep('asking')}>
        Turn Off Link
      </Button>
    );
  return (
    <fieldset className="flex w-full flex-wrap items-center gap-3">
      <legend className="mb-2">
        Nobody can open the invitation with it any more. Guests who have answered keep their own links. Turn it off?
      </legend>
      <BusyButton variant="danger" autoFocus isBusy={isEnding} onClick={() => void end()}>
        Turn It Off
      </BusyButton>
      <Button variant="secondary" onClick={() => setStep('kept')}>
        Keep It
      </Button>
    </fieldset>
  );
}

/** What guests see and may do, and the link that they have. A past party has only its link left to turn off. */
export function InvitationSettings(props: AboutParty) {
  const { ownerId, party, guests, onDone } = props;
  const { invitation, link } = guests;
  const isPast = useIsOver(party);
  const links = invitation.hasLink && (
    <div className="flex flex-wrap gap-3">
      {link && !isPast && <CopyLink key={link} link={link} />}
      <EndLink ownerId={ownerId} guests={guests} />
    </div>
  );
  if (isPast)
    return (
      <div className="grid justify-items-start gap-4">
        <p>The party is over, and its link still opens the page. Keep it as a memory, or turn it off.</p>
        {links}
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
      </div>
    );
  return <SettingsForm {...props}>{links}</SettingsForm>;
}
