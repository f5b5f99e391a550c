import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isNotReachable } from '../../data/errors.ts';
import { isOffline, isReachable, subscribeToNetwork } from '../../data/network.ts';
import { listRecords } from '../../data/offline/snapshots.ts';
import { outboxOf } from '../../data/offline/this-tab.ts';
import { pushDevices } from '../../data/push/push.ts';
import { pushOwnerOfDevice } from '../../data/push/push-device.ts';
import { reminders as allReminders } from '../../data/records/reminders.ts';
import type { Owner } from '../../data/session/session.ts';
import { recordsQuery } from '../../data/use-records.tsx';
import { NotLoaded } from '../../ui/loaded.tsx';
import { type PushState, RemindersForm } from './reminders-form.tsx';

async function load(ownerId: string) {
  // Null for an owner who has never set any.
  const [reminders = null] = await listRecords(outboxOf(ownerId), allReminders);
  // Then they come from this device.
  const isStale = !isReachable();
  const unknown: PushState = { isHere: pushOwnerOfDevice() === ownerId, others: [] };
  return { reminders, isStale, push: isStale ? unknown : await pushDevices(ownerId) };
}

/** The owner's reminders, loaded when they are shown. They can be changed only online. */
export function RemindersPanel({ owner }: { owner: Owner }) {
  const isAway = useSyncExternalStore(subscribeToNetwork, isOffline);
  const client = useQueryClient();
  const { data: loaded, error } = useQuery({
    // Read when the part is opened, and when the network comes or goes.
    queryKey: [...recordsQuery(owner.id, allReminders).queryKey, isAway],
    queryFn: () => load(owner.id),
    placeholderData: keepPreviousData,
    // The form would lose what is typed.
    meta: { isReloadedAfterSync: false },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: false,
  });
  const reload = () => client.invalidateQueries(recordsQuery(owner.id, allReminders));

  if (error) {
    const text = isNotReachable(error)
      ? 'We cannot reach your reminders just now. Please try again.'
      : 'Could not load your reminders.';
    return <NotLoaded text={text} onRetry={() => void reload()} />;
  }
  if (!loaded) return <p role="status">Winding up the alarm clock...</p>;
  const { reminders, isStale, push } = loaded;
  return (
    <>
      <p className="mb-4 text-ink-soft">A nudge before each celebration. One a day at most.</p>
      <div aria-live="polite">
        {isStale && (
          <p className="mb-4 rounded-field bg-sky-wash px-4 py-3">
            This is what we saw last. You can change it once you're back online.
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
