import { formatLongDate } from '../../../domain/calendar-date.ts';
import type { CelebrationPlan, DogProfile } from '../../../domain/drafts.ts';
import { sizeTraits } from '../../../domain/size.ts';
import type { Change } from '../../backend/offline/changes.ts';
import { clashingFields, isSameContent } from '../../backend/offline/content.ts';

/** What a change is about, in its owner's words. */
export function nameOfChange(change: Change): string {
  if (change.record === 'dog') return (change.mine ?? change.base ?? change.attempted)?.name ?? '';
  return (change.mine ?? change.base ?? change.attempted)?.title ?? '';
}

/** What the owner is asked about a change. `mine` keeps what was done here, `theirs` gives it up. */
type Question = { headline: string; title: string; text: string; mine: string; theirs: string };

export function questionAbout(change: Change): Question {
  const name = nameOfChange(change);
  const { problem, base, mine } = change;
  if (problem?.kind !== 'conflict') {
    const headline = mine ? `Your changes to ${name} were not saved.` : `${name} was not deleted.`;
    const text = 'What you did is kept on this device until you try again or discard it.';
    return { headline, title: headline.slice(0, -1), text, mine: 'Try Again', theirs: 'Discard' };
  }
  if (!mine) {
    const headline = `${name} was changed elsewhere, after you had deleted it here.`;
    const text = `You deleted ${name} here, and somebody changed ${name} elsewhere meanwhile.`;
    return { headline, title: `${name} was changed elsewhere`, text, mine: 'Delete It', theirs: 'Keep It' };
  }
  if (!problem.theirs) {
    const title = `${name} was deleted elsewhere`;
    const isEdited = !isSameContent<object>(base, mine);
    const headline = isEdited ? `${title}, after you had changed it here.` : `${title}.`;
    const text = `Everything you typed here is kept. Add ${name} again with it, or let it go?`;
    return { headline, title, text, mine: 'Add It Again', theirs: 'Let It Go' };
  }
  return {
    headline: `${name} was changed elsewhere meanwhile.`,
    title: `Two versions of ${name}`,
    text: `${name} was changed here and elsewhere. Which version do you want to keep?`,
    mine: 'Keep Mine',
    theirs: 'Keep the Other',
  };
}

/** One field of a record in both versions. */
export type Difference = { label: string; mine: string; theirs: string };

const nothing = 'Nothing';

const dogLabels: Record<keyof DogProfile, string> = {
  name: 'Name',
  birthDate: 'Birthday',
  size: 'Size Category',
  photoUrl: 'Photo',
  breed: 'Breed',
  notes: 'Notes',
};

const planLabels: Record<keyof CelebrationPlan, string> = {
  title: 'Title',
  celebrationDate: 'Celebration Date',
  location: 'Location',
  description: 'Description',
};

function wordsOf(dog: DogProfile, field: keyof DogProfile): string {
  if (field === 'birthDate') return formatLongDate(dog.birthDate);
  if (field === 'size') return sizeTraits[dog.size].label;
  if (field === 'photoUrl') return dog.photoUrl ? 'Another photo' : 'No photo';
  return dog[field] ?? nothing;
}

function planWordsOf(plan: CelebrationPlan, field: keyof CelebrationPlan): string {
  if (field === 'celebrationDate') return formatLongDate(plan.celebrationDate);
  return plan[field] ?? nothing;
}

/** The fields that both sides have changed, each with both versions. */
export function differencesIn(change: Change): Difference[] {
  if (change.problem?.kind !== 'conflict') return [];
  if (change.record === 'dog') {
    const { base, mine } = change;
    const { theirs } = change.problem;
    if (!mine || !theirs) return [];
    return clashingFields(base, mine, theirs).map((field) => ({
      label: dogLabels[field],
      mine: wordsOf(mine, field),
      theirs: wordsOf(theirs, field),
    }));
  }
  const { base, mine } = change;
  const { theirs } = change.problem;
  if (!mine || !theirs) return [];
  return clashingFields(base, mine, theirs).map((field) => ({
    label: planLabels[field],
    mine: planWordsOf(mine, field),
    theirs: planWordsOf(theirs, field),
  }));
}
