/**
 * A dog's page is open while the address ends in its hash. Each visit to one is an entry in the history, whose state notes whether
 * the page was opened from the pack: then closing it goes back, and otherwise it only removes the hash, so that nobody leaves Wagday.
 */
import { useEffect } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { dogInHash } from '../../../addresses/addresses.ts';
import { goBack } from '../../ui/back-to-close.ts';

const key = 'wagdayDogPage';

/** 'opened': the entry before this one shows the pack. 'entered': it may show anything. */
type Visit = 'opened' | 'entered';

function note(visit: Visit) {
  if (!dogInHash(window.location.hash) || window.history.state?.[key]) return;
  window.history.replaceState({ ...window.history.state, [key]: visit }, '');
}

/** Called when the hash has changed. A dog's page that follows another one's was not opened from the pack. */
function noteNewHash({ oldURL }: HashChangeEvent) {
  const wasOpen = URL.canParse(oldURL) && dogInHash(new URL(oldURL).hash) !== null;
  note(wasOpen ? 'entered' : 'opened');
}

/** The id of the dog whose page the address asks for. */
export function useDogInAddress(): string | null {
  useEffect(() => {
    note('entered');
    window.addEventListener('hashchange', noteNewHash);
    return () => window.removeEventListener('hashchange', noteNewHash);
  }, []);
  return dogInHash(useLocationProperty(() => window.location.hash));
}

/** Removes the hash from the address. A dialog above keeps its entry. */
export function forgetDogPage() {
  const { [key]: _, ...state } = window.history.state ?? {};
  window.history.replaceState(state, '', window.location.pathname + window.location.search);
}

/** Closes the open page. */
export function leaveDogPage() {
  const visit: unknown = window.history.state?.[key];
  if (visit === 'opened') goBack();
  else forgetDogPage();
}
