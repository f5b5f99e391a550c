import { useEffect, useRef } from 'react';
import { checkGuestDraft, type GuestDraft, type GuestField } from '../../../domain/guests/guest-answer.ts';
import { guestProblemTexts } from '../../copy/invitation-messages.ts';
import type { Guest } from '../../data/records/guests.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextBox, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { ProblemSummary } from '../../ui/problem-summary.tsx';
import { ResumedLine } from '../../ui/resumed-line.tsx';
import { type Problems, useForm } from '../../ui/use-form.ts';
import { BringsField } from './brings-field.tsx';
import { GuestDogsField } from './guest-dogs-field.tsx';
import { GuestLink } from './guest-link.tsx';
import type { PartyGuests } from './read-guest-book.ts';
import { useSaveGuest } from './use-save-guest.ts';

const fieldLabels = {
  name: 'Name',
  answer: 'Answer',
  adults: 'Adults',
  children: 'Children',
  dogs: 'Dogs',
  allergies: 'Allergies',
  note: 'Note',
} as const;

/** The answer of a guest, as the host fills it in for who phones, or for one who has answered. */
export function GuestForm({
  ownerId,
  guests,
  guest,
  linkTitle,
  onDone,
}: {
  ownerId: string;
  guests: PartyGuests;
  /** Null for a new guest. */
  guest: Guest | null;
  /** The title of the party, for the link to the guest's own answer; null where none is sent any more. */
  linkTitle: string | null;
  onDone: () => void;
}) {
  const { drafting, save } = useSaveGuest(ownerId, guests.invitation, guest, onDone);
  const { draft } = drafting;
  const heading = useRef<HTMLHeadingElement>(null);

  const form = useForm({ values: draft, change: drafting.change }, async () => {
    const result = checkGuestDraft(draft);
    if (result.ok) return void (await save(result.value));
    const problems: Problems<GuestDraft> = {};
    for (const field of Object.keys(result.problems) as GuestField[]) {
      const problem = result.problems[field];
      if (problem) problems[field] = guestProblemTexts[field](problem);
    }
    return problems;
  });

  // What was pressed to come here is gone, and the focus with it.
  useEffect(() => heading.current?.focus(), []);

  function leave() {
    drafting.leave();
    onDone();
  }

  const comes = draft.answer !== 'no';
  return (
    <form {...form.props} className="mx-auto grid max-w-dialog grid-cols-1 gap-5">
      <h3 ref={heading} tabIndex={-1} className="wrap-anywhere">
        {guest ? `The Answer of ${guest.name}` : 'Add a Guest'}
      </h3>
      {drafting.isResumed && (
        <ResumedLine
          onStartOver={() => {
            drafting.startOver();
            form.refuse();
          }}
        />
      )}
      <ProblemSummary problems={form.problems} labels={fieldLabels} />
      <TextField label={fieldLabels.name} {...form.field('name')} autoComplete="off" />
      <SelectField label={fieldLabels.answer} {...form.field('answer')}>
        <option value="yes">Yes, coming</option>
        <option value="maybe">Maybe</option>
        <option value="no">Not coming</option>
      </SelectField>
      {comes && (
        <>
          <div className="grid grid-cols-2 gap-4">
            <TextField label={fieldLabels.adults} {...form.field('adults')} inputMode="numeric" autoComplete="off" />
            <TextField
              label={fieldLabels.children}
              {...form.field('children')}
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
          <GuestDogsField dogs={draft.dogs} problem={form.problems.dogs} onChange={(dogs) => form.change({ dogs })} />
          <TextField label={fieldLabels.allergies} {...form.field('allergies')} isOptional autoComplete="off" />
          <BringsField
            guests={guests}
            guest={guest}
            brings={draft.brings}
            onChange={(brings) => form.change({ brings })}
          />
        </>
      )}
      <TextBox label={fieldLabels.note} {...form.field('note')} isOptional rows={2} />
      {guest && linkTitle !== null && <GuestLink ownerId={ownerId} guest={guest} title={linkTitle} />}
      <FormActions>
        <Button look="secondary" onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" className="grow sm:grow-0" disabled={form.isBusy || draft.name.trim() === ''}>
          {form.isBusy ? 'Saving...' : guest ? 'Save Answer' : 'Add Guest'}
        </Button>
      </FormActions>
    </form>
  );
}
