import { useSyncExternalStore } from 'react';
import { changeStateOf, subscribeToOutbox } from '../../backend/offline/outbox.ts';
import { changeStateTexts } from '../../copy/change-states.ts';
import { Badge } from '../../ui/badge.tsx';

/** Says of a dog that this device knows more about it than the backend does. */
export function ChangeBadge({ dogId }: { dogId: string }) {
  const state = useSyncExternalStore(subscribeToOutbox, () => changeStateOf(dogId));
  return state && <Badge tone="apricot">{changeStateTexts[state]}</Badge>;
}
