import { useEffect, useState, useSyncExternalStore } from 'react';
import { isNotReachable } from '../../data/errors.ts';
import { isOffline, subscribeToNetwork } from '../../data/network.ts';
import { pushDevices } from '../../data/push/push.ts';
import { pushOwnerOfDevice } from '../../data/push/push-device.ts';
import { loadReminders, type SeenReminders } from '../../data/push/reminders.ts';
import type { Owner } from '../../data/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { type PushState, RemindersForm } from './reminders-form.tsx';

type Loaded = SeenReminders & { push: PushState };

async function load(ownerId: string): Promise<Loaded> {
  const unknown = { isHere: pushOwnerOfDevice() === ownerId, others: [] };
  const seen = await loadReminders(ownerId);
  const push = seen.isStale ? unknown : await pushDevices(ownerId);
  return { ...seen, push };
}

/** The owner's reminders, loaded when they are shown. They change online alone. */
export function RemindersPanel({ owner }: { owner: Owner }) {
  const isAway = useSyncExternalStore(subscribeToNetwork, isOffline);
  const [loaded, setLoaded] = useState<Loaded | 'loading' | 'away' | 'failed'>('loading');

  function reload() {
    load(owner.id).then(setLoaded, (error) => setLoaded(isNotReachable(error) ? 'away' : 'failed'));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when the part is opened, and when the network comes or goes.
  useEffect(reload, [owner.id, isAway]);

  if (loaded === 'loading') return <p role="status">Winding up the alarm clock...</p>;
  if (loaded === 'away' || loaded === 'failed') {
    return (
      <>
        <p className="mb-3">
          {loaded === 'away'
            ? 'We cannot reach your reminders just now. Please try again.'
            : 'Could not load your reminders.'}
        </p>
        <Button look="secondary" onClick={reload}>
          Try Again
        </Button>
      </>
    );
  }
  const { reminders, isStale, push } = loaded;
  return (
    <>
      <p className="mb-4 text-ink-soft">
        A nudge before what your dogs celebrate: one a day at most, and only when there is something to say.
      </p>
      <div aria-live="polite">
        {isStale && (
          <p className="mb-4 rounded-field bg-sky-wash px-4 py-3">
            This is how we saw your reminders last. They can be changed once we reach Wagday again.
          </p>
        )}
      </div>
      <RemindersForm
        key={`${reminders?.version}-${isStale}-${push.isHere}`}
        owner={owner}
        reminders={reminders}
        push={push}
        isDisabled={isStale}
        onChanged={reload}
      />
    </>
  );
}
