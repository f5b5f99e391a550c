import { useSyncExternalStore } from 'react';
import { changeStateOf } from '../../data/offline/queue.ts';
import { shownQueue } from '../../data/offline/this-tab.ts';
import { Badge } from '../../ui/badge.tsx';
import { changeStateTexts } from './change-words.ts';

type ChangeBadgeProps = {
  recordId: string;
  name: string;
  onOpen: (recordId: string) => void;
};

/**
 * Marks a record with a change that the backend does not know yet. If the owner has to decide something, it is a button that
 * opens the decision. `name` is the dog's name or the party's title.
 */
export function ChangeBadge({ recordId, name, onOpen }: ChangeBadgeProps) {
  const state = useSyncExternalStore(shownQueue.subscribe, () => changeStateOf(shownQueue.read(), recordId));
  if (!state) return null;
  const text = changeStateTexts[state];
  if (state === 'waiting' || state === 'sending') return <Badge tone="apricot">{text}</Badge>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`${text}, review ${name}`}
      // The touch area is larger than the badge.
      className="relative rounded-field underline underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-2.5"
      onClick={() => onOpen(recordId)}
    >
      <Badge tone="apricot">{text}</Badge>
    </button>
  );
}
