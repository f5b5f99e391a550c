/** Gives components the owner's records of every table: lists, saves, deletes and restores them, and reloads lists after a change. */
import {
  type DefaultOptions,
  QueryClient,
  QueryClientProvider,
  queryOptions,
  replaceEqualDeep,
  useQueryClient,
} from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { isNotReachable, isPassing } from './backend-error.ts';
import { forgetOtherOwners } from './offline/forget.ts';
import { type Saved, saveRecord } from './offline/outbox.ts';
import { setStale, untilAnswered } from './offline/queue.ts';
import { openQueue } from './offline/sender.ts';
import { listAsSeen, listRecords } from './offline/snapshots.ts';
import { outboxOf, shownQueue } from './offline/this-tab.ts';
import { inOrder, type RecordType, type Stored } from './records/record.ts';
import { rowsIn } from './records/rows.ts';

/** The functions of client/data handle a missing network, and the queue retries unanswered requests. */
const defaultOptions: DefaultOptions = {
  queries: {
    networkMode: 'always',
    retry: (failures, error) => failures === 0 && !isNotReachable(error),
    staleTime: 30_000,
  },
};

/**
 * Sends the owner's changes. After that reloads every query but those that say `meta: { isReloadedAfterSync: false }`. Rendered first, so
 * that the queue is open before lists load.
 */
function QueueSender({ ownerId, client }: { ownerId: string; client: QueryClient }) {
  const version = useSyncExternalStore(shownQueue.subscribe, () => shownQueue.read().version);
  useEffect(() => openQueue(outboxOf(ownerId)), [ownerId]);
  useEffect(() => {
    void forgetOtherOwners(ownerId);
    // Asks the service worker, if there is one, to cache the code of the pack.
    navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('keep the pack')).catch(() => undefined);
  }, [ownerId]);
  useEffect(() => {
    if (version === 0) return;
    void client.invalidateQueries({ predicate: ({ meta }) => meta?.isReloadedAfterSync !== false });
    // A list that no page shows is not read again, so it must not count as out of date for ever.
    const shown = client.getQueryCache().findAll({ type: 'active' });
    for (const list of outboxOf(ownerId).staleLists)
      if (!shown.some(({ queryKey: [table] }) => table === list)) setStale(outboxOf(ownerId), list, false);
  }, [client, ownerId, version]);
  return null;
}

/** Provides lists and queue to the owner's pages. The lists go when it unmounts, so the next owner of the device cannot see them. */
export function OwnerData({ ownerId, children }: { ownerId: string; children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions }));
  return (
    <QueryClientProvider client={client}>
      <QueueSender ownerId={ownerId} client={client} />
      {children}
    </QueryClientProvider>
  );
}

/** Keeps the objects of records that are as before, wherever in the list they are now, so that memoized cards are not rendered again. */
function keepUnchanged<Item extends Stored>(before: Item[] = [], list: Item[]): Item[] {
  const known = new Map(before.map((item) => [item.id, item]));
  const kept = list.map((item) => replaceEqualDeep(known.get(item.id), item));
  return kept.length === before.length && kept.every((item, at) => item === before[at]) ? before : kept;
}

export function recordsQuery<Item extends Stored>(ownerId: string, record: RecordType<Item>) {
  const queryKey = [record.table, ownerId];
  async function queryFn({ client }: { client: QueryClient }): Promise<Item[]> {
    try {
      return await listRecords(outboxOf(ownerId), record);
    } catch (error) {
      // Shows the list as it was seen last, beside the error.
      if (isPassing(error) && !client.getQueryData(queryKey)) {
        const seen = await listAsSeen(outboxOf(ownerId), record);
        if (seen) client.setQueryData(queryKey, seen);
      }
      throw error;
    }
  }
  return queryOptions({
    queryKey,
    queryFn,
    structuralSharing: (before, list) => keepUnchanged(before as Item[] | undefined, list as Item[]),
  });
}

/**
 * How to undo a deletion, also before the backend has answered. `isSent` tells whether the backend has deleted the record: it may also
 * have failed to, not know of the deletion yet, or have the record again from another device.
 */
export type Undo = { run: () => Promise<void>; isSent: () => Promise<boolean> };

type Removal = {
  /** The record has left the list. Returns how to take back what was said about it, for when the deletion fails. */
  onRemoving?: (undo: Undo) => () => void;
  /** The deletion is done, or waits to be sent, and nobody has undone it. */
  onRemoved?: () => void;
  /** The record is back on the list. */
  onFailed: () => void;
  onRestored?: () => void;
  /** After an undo that failed. `undo` tries again. */
  onNotRestored?: (undo: Undo) => void;
};

const loadRemoval = () => import('./offline/removal.ts');

/** Changes the owner's records of one table, and their list. Without network the changes wait to be sent. */
export function useRecords<Item extends Stored>(ownerId: string, record: RecordType<Item>) {
  const client = useQueryClient();
  const outbox = outboxOf(ownerId);
  const { queryKey } = recordsQuery(ownerId, record);

  function show(item: Item) {
    client.setQueryData(queryKey, (list = []) => inOrder(record, [...list.filter(({ id }) => id !== item.id), item]));
  }

  function showSaved(item: Item) {
    show(item);
    void client.invalidateQueries({ queryKey });
  }

  /** @throws BackendError */
  async function save(edit: Parameters<typeof saveRecord<Item>>[2]): Promise<Saved<Item>> {
    const result = await untilAnswered(outbox, saveRecord(outbox, record, edit));
    showSaved(result.saved);
    return result;
  }

  /** Removes a record from the list at once, and puts it back if the deletion fails. */
  async function remove(item: Item, removal: Removal): Promise<void> {
    await client.cancelQueries({ queryKey });
    const hide = () => client.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== item.id));
    hide();
    const deletion = untilAnswered(
      outbox,
      loadRemoval().then(({ deleteRecord }) => deleteRecord(outbox, record, item)),
    );
    let isUndone = false;
    const undo: Undo = {
      async isSent() {
        const deleted = await deletion.catch(() => null);
        if (!deleted || !('removed' in deleted)) return false;
        return (
          (await rowsIn(outbox.backend, record)
            .find(item.id)
            .catch(() => item)) === null
        );
      },
      run: async () => {
        isUndone = true;
        const deleted = await deletion.catch(() => null);
        try {
          if (deleted) await untilAnswered(outbox, (await loadRemoval()).putBack(outbox, deleted));
          showSaved(item);
        } catch {
          return removal.onNotRestored?.(undo);
        }
        removal.onRestored?.();
      },
    };
    const takeBack = removal.onRemoving?.(undo);
    try {
      await deletion;
      if (isUndone) return;
      // A list that was loaded meanwhile may have brought the record back.
      hide();
      removal.onRemoved?.();
    } catch {
      if (isUndone) return;
      takeBack?.();
      show(item);
      removal.onFailed();
    }
  }

  return { save, remove };
}
