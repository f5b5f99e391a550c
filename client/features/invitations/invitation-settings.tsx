import { type ReactNode, useRef, useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import {
  checkSettingsDraft,
  type InvitationSettings as Settings,
  type SettingsDraft,
  settingsDraftOf,
} from '../../../domain/guests/invitation-settings.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { invitationMessages, settingsProblemText } from '../../copy/invitation-messages.ts';
import { messages } from '../../copy/messages.ts';
import { inWords } from '../../copy/problems.ts';
import { draftStore } from '../../data/drafts/kept-drafts.ts';
import { revokeLinks, saveSettings } from '../../data/invitations/host-invitations.ts';
import { removePreview } from '../../data/invitations/previews.ts';
import type { Invitation } from '../../data/records/invitations.ts';
import { useSharing } from '../../shared/share/use-sharing.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextBox, TextField } from '../../ui/field.tsx';
import { focusOrHeading, takeFocus } from '../../ui/focus.ts';
import { FormButtons } from '../../ui/form-actions.tsx';
import { ProblemSummary } from '../../ui/problem-summary.tsx';
import { ResumedLine } from '../../ui/resumed-line.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useFormDraft } from '../../ui/use-form-draft.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
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

/** Keeps what is set in this tab until it is saved or given up. */
function useSaveSettings(ownerId: string, invitation: Invitation, onDone: () => void) {
  const blank = settingsDraftOf(invitation);
  const drafting = useFormDraft(draftStore(ownerId, `invitation ${invitation.id}`, blank), blank);
  const readAgain = useReadAgain(ownerId);
  const seen = useRef(invitation);

  async function save(settings: Settings) {
    try {
      const saved = await saveSettings(seen.current, settings);
      await readAgain();
      onDone();
      // Keeps the draft, which now applies to the settings as they are on the server.
      if (!saved) return showError(invitationMessages.changedElsewhere);
      drafting.end();
      showSuccess(invitationMessages.settingsSaved);
    } catch {
      showError(failureMessage(invitationMessages.couldNotSaveSettings));
    }
  }

  return { drafting, save };
}

/** Which mails and pushes the invitation sends. */
function MailChoices({ fieldOf }: { fieldOf: ReturnType<typeof useForm<SettingsDraft>>['field'] }) {
  return (
    <>
      <SelectField label={fieldLabels.remindsGuests} {...fieldOf('remindsGuests')}>
        <option value="yes">For guests who left an email</option>
        <option value="no">None</option>
      </SelectField>
      <SelectField
        label={fieldLabels.repliesByMail}
        {...fieldOf('repliesByMail')}
        hint="Guests who reply see your email address."
      >
        <option value="no">Reach nobody</option>
        <option value="yes">Reach you</option>
      </SelectField>
      <SelectField
        label={fieldLabels.tellsHost}
        hint="When guests answer, and on the day of the party."
        {...fieldOf('tellsHost')}
      >
        <option value="yes">By push or email</option>
        <option value="no">None</option>
      </SelectField>
    </>
  );
}

/** The settings of an invitation. Guests see a change the next time they open it. */
function SettingsForm({
  ownerId,
  invitation,
  partyDate,
  onDone,
  children,
}: {
  ownerId: string;
  invitation: Invitation;
  partyDate: CalendarDate;
  onDone: () => void;
  /** Shown above the buttons of the form. */
  children: ReactNode;
}) {
  const { drafting, save } = useSaveSettings(ownerId, invitation, onDone);
  const { draft } = drafting;

  const form = useForm({ values: draft, change: drafting.change }, async () => {
    const result = checkSettingsDraft(draft, partyDate);
    if (result.ok) return void (await save(result.value));
    return inWords(result.problems, settingsProblemText);
  });

  return (
    <form {...form.props} className="grid max-w-dialog grid-cols-1 gap-5">
      <h2 ref={takeFocus} tabIndex={-1} className="text-title">
        How the Invitation Is Set
      </h2>
      {drafting.isResumed && (
        <ResumedLine
          onPress={() => {
            drafting.startOver();
            form.refuse();
          }}
        />
      )}
      <ProblemSummary problems={form.problems} labels={fieldLabels} />
      <SelectField
        label={fieldLabels.placeFor}
        {...form.field('placeFor')}
        hint="Everyone with the link reads the description. Keep a secret place out."
      >
        <option value="all">Everybody with the link</option>
        <option value="yes">Only guests who say yes</option>
      </SelectField>
      <SelectField label={fieldLabels.guestList} {...form.field('guestList')}>
        <option value="dogs">Dogs</option>
        <option value="names">Dogs and first names</option>
        <option value="counts">Only how many</option>
      </SelectField>
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
        max={partyDate}
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
      <FormButtons
        onCancel={() => {
          drafting.leave();
          onDone();
        }}
        isBusy={form.isBusy}
      >
        Save Settings
      </FormButtons>
    </form>
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
export function InvitationSettings({
  ownerId,
  guests,
  partyDate,
  isPast,
  onDone,
}: {
  ownerId: string;
  guests: PartyGuests;
  partyDate: CalendarDate;
  isPast: boolean;
  onDone: () => void;
}) {
  const { invitation, link } = guests;
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
  return (
    <SettingsForm ownerId={ownerId} invitation={invitation} partyDate={partyDate} onDone={onDone}>
      {links}
    </SettingsForm>
  );
}
