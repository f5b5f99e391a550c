import type { Change } from '../../data/offline/changes.ts';
import { type FieldValues, isSameContent } from '../../data/records/record.ts';

/** The state of a change that this device knows and the backend does not. */
export const changeStateTexts = {
  waiting: 'Waiting to be sent',
  sending: 'Sending',
  refused: "Changes weren't saved",
  full: 'No room left',
  conflict: 'Two versions',
  unreadable: "Can't be read",
} as const;

export function nameOfChange({ mine, base, attempted, problem }: Change): string {
  const theirs = problem?.kind === 'conflict' ? problem.theirs : null;
  const words: FieldValues = mine ?? base ?? attempted[0] ?? theirs ?? {};
  const ofDay = typeof words.kind === 'string' && `The photo of the ${words.kind}`;
  return [words.name, words.title, ofDay].find((name) => typeof name === 'string') ?? 'Something you did here';
}

/** The question about a change. `mine` labels the button that keeps the change of this device, `theirs` the one that drops it. */
type Question = { headline: string; title: string; text: string; mine: string; theirs: string };

export function questionAbout(change: Change): Question {
  const name = nameOfChange(change);
  const { problem, base, mine } = change;
  if (problem?.kind === 'unreadable') {
    const headline = `${name} can't be read anymore.`;
    const text = 'It was saved by another version of Wagday. Copy what you need first.';
    return { headline, title: headline.slice(0, -1), text, mine: 'Keep It', theirs: 'Discard' };
  }
  if (problem?.kind !== 'conflict') {
    const headline = mine ? `Your changes to ${name} weren't saved.` : `${name} wasn't deleted.`;
    const room = problem?.kind === 'full' ? "There's no room for more: remove another first. " : '';
    const text = `${room}It's kept on this device until you choose.`;
    return { headline, title: headline.slice(0, -1), text, mine: 'Try Again', theirs: 'Discard' };
  }
  if (!mine) {
    const headline = `You deleted ${name} here. Elsewhere, ${name} was changed.`;
    const text = 'Do you still want to delete it?';
    return { headline, title: `${name} was changed elsewhere`, text, mine: 'Delete It', theirs: 'Keep It' };
  }
  if (!problem.theirs) {
    const title = `${name} was deleted elsewhere`;
    const isEdited = !isSameContent(base, mine);
    const headline = isEdited ? `${title}. You changed it here.` : `${title}.`;
    const text = `What you typed here is kept. Add ${name} again?`;
    return { headline, title, text, mine: 'Add It Again', theirs: 'Let It Go' };
  }
  return {
    headline: `${name} has two versions.`,
    title: `Two versions of ${name}`,
    text: 'Which one stays?',
    mine: 'Keep This One',
    theirs: 'Keep That One',
  };
}
