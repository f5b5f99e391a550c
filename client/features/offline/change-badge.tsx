import { useSyncExternalStore } from 'react';
import { changeStateOf, subscribeToOutbox } from '../../backend/sync/queue.ts';
import { changeStateTexts } from '../../copy/change-states.ts';
import { Badge } from '../../ui/badge.tsx';

/**
 * Says of a dog or a party, here `name`, that this device knows more about it than the backend does. Where its owner has to
 * decide something, it is a button that opens the decision.
 */
export function ChangeBadge({
  recordId,
  name,
  onOpen,
}: {
  recordId: string;
  name: string;
  onOpen: (recordId: string) => void;
}) {
  const state = useSyncExternalStore(subscribeToOutbox, () => changeStateOf(recordId));
  if (!state) return null;
  const text = changeStateTexts[state];
  if (state === 'waiting' || state === 'sending') return <Badge tone="apricot">{text}</Badge>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`${text}, decide about ${name}`}
      // The badge stays as small as its neighbours; what can be touched reaches beyond it.
      className="relative rounded-field underline underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-2.5"
      onClick={() => onOpen(recordId)}
    >
      <Badge tone="apricot">{text}</Badge>
    </button>
  );
}
