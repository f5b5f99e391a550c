import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dogSizes, sizeTraits } from '../../../domain/dogs/size.ts';
import { checkGuestDraft, type GuestDraft, guestDraftOf, guestLimits } from '../../../domain/guests/guest-answer.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { guestProblemTexts, invitationMessages } from '../../copy/invitation-messages.ts';
import { mailMessages } from '../../copy/mail-words.ts';
import type { Message } from '../../copy/messages.ts';
import { inWords } from '../../copy/problems.ts';
import { isNotReachable, isOfKind } from '../../data/backend-error.ts';
import {
  addGuests,
  changeGuest,
  linkAddress,
  mailGuestLink,
  makeGuestLink,
} from '../../data/invitations/host-invitations.ts';
import type { Guest } from '../../data/records/guests.ts';
import { newRecordId } from '../../data/records/record-id.ts';
import { addressProvenQuery } from '../../data/session/proven-address.ts';
import { useIsOver } from '../../shared/party-moments.ts';
import { type ShareText, useSharing } from '../../shared/share/use-sharing.ts';
import { useAttempt } from '../../shared/use-attempt.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { CrossIcon } from '../../ui/cross-icon.tsx';
import { SelectField, TextBox, TextField } from '../../ui/field.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { type AboutParty, DraftForm, useDraftForm } from './draft-form.tsx';
import { useReadAgain } from './guest-book.ts';
import { isAnsweredAlone, RemovalQuestion, useRemoveGuests } from './guest-removal.tsx';
import type { PartyGuests } from './read-guest-book.ts';

type BringsFieldProps = {
  guests: PartyGuests;
  guest: Guest | null;
  brings: readonly string[];
  onChange: (brings: readonly string[]) => void;
};

function BringsField({ guests: { invitation, guests }, guest, brings, onChange }: BringsFieldProps) {
  // Things that were taken before the list changed stay taken.
  const items = [...new Set([...invitation.bringList, ...(guest?.brings ?? [])])];
  if (items.length === 0) return null;
  const takerOf = (item: string) => guests.find(({ id, brings }) => id !== guest?.id && brings.includes(item));
  return (
    <fieldset>
      <legend className="font-bold">Brings</legend>
      {items.map((item) => {
        const taker = takerOf(item);
        return (
          <CheckBox
            key={item}
            label={<span className="wrap-anywhere">{taker ? `${item} (${taker.name} does)` : item}</span>}
            isChecked={brings.includes(item)}
            isDisabled={taker !== undefined}
            onCheckedChange={(isTaken) =>
              onChange(isTaken ? [...brings, item] : brings.filter((other) => other !== item))
            }
          />
        );
      })}
    </fieldset>
  );
}

type DraftDog = GuestDraft['dogs'][number];

type GuestDogsFieldProps = {
  dogs: readonly DraftDog[];
  problem: string | undefined;
  onChange: (dogs: readonly DraftDog[]) => void;
};

function GuestDogsField({ dogs, problem, onChange }: GuestDogsFieldProps) {
  const field = useRef<HTMLFieldSetElement>(null);
  const problemId = useId();
  const change = (index: number, part: Partial<DraftDog>) =>
    onChange(dogs.with(index, { ...dogs[index], ...part } as DraftDog));

  // Waits for the fields to be drawn, then focuses the new dog's name, or, after a removal, the button that adds a dog.
  function focusSoon(selector: string) {
    requestAnimationFrame(() => [...(field.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus());
  }

  return (
    <fieldset ref={field} aria-describedby={problem ? problemId : undefined} className="grid grid-cols-1 gap-3">
      <legend className="mb-1.5 font-bold">Dogs</legend>
      {dogs.map((dog, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dog has nothing but its place until it is saved.
        <div key={index} className="grid grid-cols-[1fr_auto] items-end gap-x-2 gap-y-2 sm:grid-cols-[1fr_9rem_auto]">
          <TextField
            label={`Name of dog ${index + 1}`}
            name="dogs"
            value={dog.name}
            autoComplete="off"
            onValueChange={(name) => change(index, { name })}
          />
          <div className="order-last col-span-2 sm:order-none sm:col-span-1">
            <SelectField
              label={`Size of dog ${index + 1}`}
              name={`size-${index}`}
              value={dog.size}
              onValueChange={(size) => change(index, { size })}
              options={[['', 'Not known'], ...dogSizes.map((size) => [size, sizeTraits[size].label] as const)]}
            />
          </div>
          <IconButton
            label={`Remove dog ${index + 1}`}
            className="mb-0.5"
            onClick={() => {
              onChange(dogs.toSpliced(index, 1));
              focusSoon('button');
            }}
          >
            <CrossIcon />
          </IconButton>
        </div>
      ))}
      {problem && (
        <p id={problemId} className="text-sm font-bold text-danger">
          {problem}
        </p>
      )}
      {dogs.length < guestLimits.dogs && (
        <Button
          variant="quiet"
          className="justify-self-start"
          onClick={() => {
            onChange([...dogs, { name: '', size: '' }]);
            focusSoon('input');
          }}
        >
          <PlusIcon className="size-5 shrink-0" />
          Add a Dog
        </Button>
      )}
    </fieldset>
  );
}

function useGuestForm({ ownerId, guests: { invitation }, guest, onDone }: GuestFormProps) {
  // The form keeps one id, so that sending again after a lost answer adds no second guest.
  const [newId] = useState(newRecordId);
  const readAgain = useReadAgain(ownerId);
  const draftName = `guest ${guest?.id ?? `of ${invitation.id}`}`;
  // A guest who phones the host usually comes, so a new answer begins with yes. Hosts may not set a guest's email address.
  const blank: GuestDraft = { ...guestDraftOf(guest), ...(!guest && { answer: 'yes' }), email: '' };
  return useDraftForm(ownerId, draftName, blank, onDone, async (draft, end) => {
    const result = checkGuestDraft(draft);
    if (!result.ok) return inWords(result.problems, (field, problem) => guestProblemTexts[field](problem));
    const answer = result.value;
    try {
      const isSaved = guest ? (await changeGuest(guest, answer)) !== null : true;
      if (!guest) await addGuests(ownerId, invitation, [{ ...answer, id: newId }]);
      await readAgain();
      onDone();
      // Keeps the draft, which now applies to the answer as it is on the server.
      if (!isSaved) return void showError(invitationMessages.answerChangedElsewhere(answer.name));
      end();
      showSuccess((guest ? invitationMessages.guestChanged : invitationMessages.guestAdded)(answer.name));
    } catch (error) {
      const isFull = isOfKind(error, 'limit reached');
      showError(isFull ? invitationMessages.tooManyGuests : failureMessage(invitationMessages.couldNotSaveGuest));
    }
  });
}

function mailFailure(error: unknown): Message {
  if (isOfKind(error, 'too often')) return invitationMessages.mailedTooOften;
  if (isOfKind(error, 'refused')) return invitationMessages.mayNotMailLink;
  const { cannotReachToMail, couldNotMailLink } = invitationMessages;
  return failureMessage(isNotReachable(error) ? cannotReachToMail : couldNotMailLink);
}

function MailLink({ ownerId, guest, email }: { ownerId: string; guest: Guest; email: string }) {
  const { data: isProven } = useQuery(addressProvenQuery(ownerId));
  const readAgain = useReadAgain(ownerId);
  const [mail, isMailing] = useAttempt(async () => {
    if (await mailGuestLink(guest)) showSuccess(mailMessages.linkMailed(email, isProven === false));
    else showError(invitationMessages.noAddressAnyMore);
    await readAgain();
  }, mailFailure);
  return (
    <Button variant="secondary" aria-busy={isMailing} onClick={() => void mail()}>
      Send Their Link Again
    </Button>
  );
}

/** Sends guests the link to their own answer: one who phoned has none yet. There they can leave an address, which hosts may not set. */
function GuestLink({ ownerId, guest, title }: { ownerId: string; guest: Guest; title: string }) {
  const { email } = guest;
  // One for as long as the form is open, because each new link may end an older one of the guest.
  const [url, setUrl] = useState<string | null>(null);
  const words: ShareText = {
    title,
    text: `Your answer to ${title}. Change it here, or leave your email for news:`,
    url,
  };

  async function prepare(): Promise<ShareText | null> {
    if (url !== null) return { ...words };
    try {
      const token = await makeGuestLink(guest);
      if (token === null) {
        showError(invitationMessages.answerChangedElsewhere(guest.name));
        return null;
      }
      const made = linkAddress(token);
      // Known to a second press at once.
      flushSync(() => setUrl(made));
      return { ...words, url: made };
    } catch {
      showError(failureMessage(invitationMessages.couldNotMakeLink));
      return null;
    }
  }

  const { share, isWaiting, isOnceMore, textToCopy } = useSharing(words, undefined, prepare);
  return (
    <section aria-label="Their own link" className="grid justify-items-start gap-3 rounded-field bg-sky-wash px-4 py-3">
      <p className="wrap-anywhere">
        <span>
          {email === null
            ? 'No email yet, so news will not reach them. Their own link lets them leave one.'
            : `They lost their link? We can email it to ${email}, or you send it yourself.`}
        </span>{' '}
        It opens this answer, so it is only for {guest.name}.
      </p>
      <div className="flex flex-wrap gap-2">
        {email !== null && <MailLink {...{ ownerId, guest, email }} />}
        <Button variant="secondary" aria-busy={isWaiting} onClick={() => void share()}>
          {email === null ? 'Send Their Link' : 'Send It Yourself'}
        </Button>
      </div>
      <p role="status" className="font-bold empty:hidden">
        {isOnceMore && 'All ready! Press once more to send it.'}
      </p>
      {textToCopy && <TextToCopy text={textToCopy} />}
    </section>
  );
}

const fieldLabels = {
  name: 'Name',
  answer: 'Answer',
  adults: 'Adults',
  children: 'Children',
  dogs: 'Dogs',
  allergies: 'Allergies',
  note: 'Note',
} as const;

function RemoveGuest({ ownerId, guests, guest, onRemoved }: RemovalProps) {
  const remove = useRemoveGuests(ownerId, guests.invitation);
  const [step, setStep] = useState<'still' | 'asking' | 'kept'>('still');

  function removeNow() {
    onRemoved();
    void remove([guest]);
  }

  if (step === 'asking')
    return <RemovalQuestion guests={[guest]} onRemove={removeNow} onKeep={() => setStep('kept')} />;
  return (
    <Button
      variant="danger"
      className="justify-self-start"
      autoFocus={step === 'kept'}
      onClick={() => (isAnsweredAlone(guest) ? setStep('asking') : removeNow())}
    >
      Take {guest.name} Off the List
    </Button>
  );
}

type RemovalProps = { ownerId: string; guests: PartyGuests; guest: Guest; onRemoved: () => void };

/** `guest` is null for a new one. */
type GuestFormProps = AboutParty & { guest: Guest | null };

export function GuestForm(props: GuestFormProps) {
  const { ownerId, party, guests, guest, onDone } = props;
  const isPast = useIsOver(party);
  const form = useGuestForm(props);
  const { draft } = form;
  return (
    <DraftForm
      form={form}
      title={guest ? `The Answer of ${guest.name}` : 'Add a Guest'}
      headingLevel="h3"
      labels={fieldLabels}
      submit={guest ? 'Save Answer' : 'Add Guest'}
      disabled={draft.name.trim() === ''}
    >
      <TextField label={fieldLabels.name} {...form.field('name')} autoComplete="off" />
      <SelectField
        label={fieldLabels.answer}
        {...form.field('answer')}
        options={{ yes: 'Yes, coming', maybe: 'Maybe', no: 'Not coming' }}
      />
      {draft.answer !== 'no' && (
        <>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-4">
            <Stepper label={fieldLabels.adults} {...form.field('adults')} min={0} max={guestLimits.people} />
            <Stepper label={fieldLabels.children} {...form.field('children')} min={0} max={guestLimits.people} />
          </div>
          <GuestDogsField dogs={draft.dogs} problem={form.problems.dogs} onChange={(dogs) => form.change({ dogs })} />
          <TextField label={fieldLabels.allergies} {...form.field('allergies')} isOptional autoComplete="off" />
          <BringsField {...{ guests, guest }} brings={draft.brings} onChange={(brings) => form.change({ brings })} />
        </>
      )}
      <TextBox label={fieldLabels.note} {...form.field('note')} isOptional rows={2} />
      {guest && !isPast && <GuestLink ownerId={ownerId} guest={guest} title={party.title} />}
      {guest && (
        <RemoveGuest
          {...{ ownerId, guests, guest }}
          onRemoved={() => {
            form.end();
            onDone();
          }}
        />
      )}
    </DraftForm>
  );
}
