import { formatLongDate } from '../../../domain/calendar-date.ts';
import type { CelebrationPlan, DogProfile } from '../../../domain/drafts.ts';
import { sizeTraits } from '../../../domain/size.ts';
import type { Change } from '../../backend/offline/changes.ts';
import { clashingFields } from '../../backend/offline/content.ts';

/** What a change is about, in its owner's words. */
export function nameOfChange(change: Change): string {
  if (change.record === 'dog') return (change.mine ?? change.base ?? change.attempted)?.name ?? '';
  return (change.mine ?? change.base ?? change.attempted)?.title ?? '';
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
