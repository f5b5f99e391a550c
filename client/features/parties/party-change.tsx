import { useSyncExternalStore } from 'react';
import { changeStateOf, subscribeToOutbox } from '../../backend/offline/outbox.ts';
import { changeStateTexts } from '../../copy/change-states.ts';

/** Says of a party that this device knows more about it than the backend does. */
export function PartyChange({ partyId }: { partyId: string }) {
  const state = useSyncExternalStore(subscribeToOutbox, () => changeStateOf(partyId));
  return state && <span className="block text-sm font-bold">{changeStateTexts[state]}</span>;
}
