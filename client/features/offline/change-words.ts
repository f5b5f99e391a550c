import { type FieldValues, isSameContent } from '../../data/records/record.ts';
import type { Change } from '../../data/sync/changes.ts';

/** The state of a change that this device knows and the backend does not. */
export const changeStateTexts = {
  waiting: 'Waiting to be sent',
  sending: 'Sending',
  refused: "Changes weren't saved",
  conflict: 'Changed elsewhere',
  unreadable: 'Cannot be read',
} as const;

/** Returns the name or title of the record that a change is about. */
export function nameOfChange({ mine, base, attempted }: Change): string {
  const words: FieldValues = mine ?? base ?? attempted ?? {};
  return [words.name, words.title].find((name) => typeof name === 'string') ?? 'Something you did here';
}

/** The question about a change. `mine` labels the button that keeps the change of this device, `theirs` the one that drops it. */
type Question = { headline: string; title: string; text: string; mine: string; theirs: string };

export function questionAbout(change: Change): Question {
  const name = nameOfChange(change);
  const { problem, base, mine } = change;
  if (problem?.kind === 'unreadable') {
    const headline = `${name} can no longer be read.`;
    const text =
      'This device kept it in a form that this Wagday does not know. Copy what you need before you discard it.';
    return { headline, title: headline.slice(0, -1), text, mine: 'Keep It', theirs: 'Discard' };
  }
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
    const isEdited = !isSameContent(base, mine);
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
