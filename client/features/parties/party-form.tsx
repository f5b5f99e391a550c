import { type FormEvent, useState } from 'react';
import { type CalendarDate, parseCalendarDate } from '../../../domain/calendar-date.ts';
import { type CelebrationDraft, type CelebrationPlan, checkCelebrationDraft } from '../../../domain/drafts.ts';
import { suggestedParty } from '../../../domain/invitation.ts';
import { tidyLine } from '../../../domain/text.ts';
import type { Party } from '../../backend/celebrations.ts';
import type { Dog } from '../../backend/dogs.ts';
import { messages } from '../../copy/messages.ts';
import {
  celebrationDateProblemText,
  celebrationDescriptionProblemText,
  celebrationLocationProblemText,
  celebrationTitleProblemText,
} from '../../copy/problems.ts';
import { Button } from '../../ui/button.tsx';
import { CardPreview } from '../../ui/card/card-preview.tsx';
import { useCardPicture } from '../../ui/card/use-card-picture.ts';
import { TextBox, TextField } from '../../ui/field.tsx';
import { ProblemSummary } from '../../ui/problem-summary.tsx';
import { showError } from '../../ui/toaster.tsx';
import { withoutKeys } from '../../ui/without-keys.ts';
import { invitationAlt, invitationCard, invitationFileName } from './invitation-card.ts';

type Problems = { title?: string; celebrationDate?: string; description?: string; location?: string };

function draftOf(dog: Dog, party: Party | null, today: CalendarDate): CelebrationDraft {
  if (party) return { ...party, description: party.description ?? '', location: party.location ?? '' };
  // A dog that is not born yet on this device has no next celebration.
  const suggestion = dog.birthDate <= today ? suggestedParty(dog, today) : { title: '', celebrationDate: '' };
  return { ...suggestion, description: '', location: '' };
}

function InvitationPreview({ dog, draft }: { dog: Dog; draft: CelebrationDraft }) {
  const invitation = {
    title: tidyLine(draft.title),
    celebrationDate: parseCalendarDate(draft.celebrationDate),
    location: tidyLine(draft.location) || null,
  };
  const card = useCardPicture({
    content: invitationCard(dog, invitation),
    photo: dog.photoUrl,
    fileName: invitationFileName(dog.name),
    onFailure: () => showError(messages.imageFailed),
  });
  return <CardPreview card={card} alt={invitationAlt(dog.name, invitation)} />;
}

const fieldLabels = {
  title: 'Title',
  celebrationDate: 'Celebration Date',
  location: 'Location',
  description: 'Description',
} as const;

/** The form for a new party of a dog, or for one that is planned. All that was typed stays when saving fails. */
export function PartyForm({
  dog,
  party,
  today,
  isSaving,
  onSubmit,
  onCancel,
}: {
  dog: Dog;
  party: Party | null;
  today: CalendarDate;
  isSaving: boolean;
  onSubmit: (plan: CelebrationPlan) => void;
  onCancel: () => void;
}) {
  const [draft, setDraft] = useState(() => draftOf(dog, party, today));
  const [problems, setProblems] = useState<Problems>({});
  const isPast = parseCalendarDate(draft.celebrationDate) !== null && draft.celebrationDate < today;

  function change(part: Partial<CelebrationDraft>) {
    setDraft({ ...draft, ...part });
    setProblems(withoutKeys(problems, Object.keys(part)));
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const result = checkCelebrationDraft(draft);
    if (result.ok) {
      onSubmit(result.value);
      return;
    }
    const { title, celebrationDate, description, location } = result.problems;
    setProblems({
      ...(title && { title: celebrationTitleProblemText(title) }),
      ...(celebrationDate && { celebrationDate: celebrationDateProblemText(celebrationDate) }),
      ...(description && { description: celebrationDescriptionProblemText(description) }),
      ...(location && { location: celebrationLocationProblemText(location) }),
    });
    const [firstField] = Object.keys(result.problems);
    event.currentTarget.querySelector<HTMLElement>(`[name=${firstField}]`)?.focus();
  }

  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-[1fr_20rem]">
      <form onSubmit={submit} noValidate className="grid content-start gap-5">
        <ProblemSummary problems={problems} labels={fieldLabels} />
        <TextField
          label="Title"
          name="title"
          autoComplete="off"
          value={draft.title}
          problem={problems.title}
          onValueChange={(title) => change({ title })}
        />
        <TextField
          type="date"
          label="Celebration Date"
          name="celebrationDate"
          value={draft.celebrationDate}
          problem={problems.celebrationDate}
          hint={isPast && 'This day has already passed. Is it the one you mean?'}
          onValueChange={(celebrationDate) => change({ celebrationDate })}
        />
        <TextField
          label="Location"
          name="location"
          isOptional
          autoComplete="off"
          value={draft.location}
          problem={problems.location}
          onValueChange={(location) => change({ location })}
        />
        <TextBox
          label="Description"
          name="description"
          isOptional
          rows={3}
          value={draft.description}
          problem={problems.description}
          onValueChange={(description) => change({ description })}
        />
        <div className="flex flex-wrap-reverse justify-end gap-3">
          <Button look="secondary" onClick={onCancel}>
            {party ? 'Cancel' : 'Not Now'}
          </Button>
          <Button
            type="submit"
            className="grow sm:grow-0"
            disabled={isSaving || draft.title.trim() === '' || draft.celebrationDate === ''}
          >
            {submitLabel({ isSaving, isPast, isNew: !party })}
          </Button>
        </div>
      </form>
      <InvitationPreview dog={dog} draft={draft} />
    </div>
  );
}

function submitLabel({ isSaving, isPast, isNew }: { isSaving: boolean; isPast: boolean; isNew: boolean }): string {
  if (isSaving) return 'Saving...';
  if (isPast) return 'Yes, This Day';
  return isNew ? 'Plan Celebration' : 'Save Changes';
}
