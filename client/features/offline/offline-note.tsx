import { useSyncExternalStore } from 'react';
import { isOffline, subscribeToNetwork } from '../../backend/network.ts';
import { CloudIcon } from './icons.tsx';

/** Says why nobody can sign in just now, and what works all the same. */
export function OfflineNote() {
  const isAway = useSyncExternalStore(subscribeToNetwork, isOffline);
  return (
    <div aria-live="polite">
      {isAway && (
        <p className="mb-5 flex items-center gap-3 rounded-field bg-sky-wash px-4 py-3">
          <CloudIcon className="size-7 shrink-0" />
          <span>
            <strong>You are offline.</strong> Signing in needs a network. The calculator works without one.
          </span>
        </p>
      )}
    </div>
  );
}
