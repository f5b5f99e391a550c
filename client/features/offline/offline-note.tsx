import { useSyncExternalStore } from 'react';
import { isOffline, subscribeToNetwork } from '../../data/network.ts';
import { CloudIcon } from './icons.tsx';

/** Says that signing in needs a network, and what works without one. */
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
