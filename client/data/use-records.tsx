/**
 * Gives components the records of the signed-in owner, for every table: lists, saves, deletes and restores them, and reloads lists
 * after a change.
 */
import { QueryClient, QueryClientProvider, queryOptions, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { isNotReachable } from './errors.ts';
import { inOrder, type RecordType, type Stored } from './records/record.ts';
import { deleteRecord, putBack, type Saved, saveRecord } from './sync/edits.ts';
import { forgetOtherOwners } from './sync/forget.ts';
import { currentQueue, subscribeToQueue } from './sync/queue.ts';
import { openQueue } from './sync/sender.ts';
import { listRecords } from './sync/snapshots.ts';

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The functions of client/data handle a missing network, and the queue retries unanswered requests.
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures === 0 && !isNotReachable(error),
        staleTime: 30_000,
      },
    },
  });
}

/** Asks the service worker, if there is one, to cache the code of the pack, because an owner has signed in. */
function keepPackPages() {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('keep the pack')).catch(() => undefined);
}

/**
 * Sends the owner's changes. After that reloads every query but those that say `meta: { isReloadedAfterSync: false }`. Rendered first, so
 * that the queue is open before lists load.
 */
function QueueSender({ ownerId, client }: { ownerId: string; client: QueryClient }) {
  const version = useSyncExternalStore(subscribeToQueue, () => currentQueue().version);
  useEffect(() => openQueue(ownerId), [ownerId]);
  useEffect(() => {
    void forgetOtherOwners(ownerId);
    keepPackPages();
  }, [ownerId]);
  useEffect(() => {
    if (version > 0) void client.invalidateQueries({ predicate: ({ meta }) => meta?.isReloadedAfterSync !== false });
  }, [client, version]);
  return null;
}

/** Provides lists and queue to the owner's pages. The lists go when it unmounts, so the next owner of the device cannot see them. */
export function OwnerData({ ownerId, children }: { ownerId: string; children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <QueueSender ownerId={ownerId} client={client} />
      {children}
    </QueryClientProvider>
  );
}

/** The owner's records of one table, in their order. */
export function recordsQuery<Item extends Stored>(ownerId: string, record: RecordType<Item>) {
  return queryOptions({ queryKey: [record.table, ownerId], queryFn: () => listRecords(ownerId, record) });
}

/** How to undo a deletion. `isSent`: the backend has deleted the record. Otherwise the deletion waits to be sent. */
export type Undo = { run: () => Promise<void>; isSent: boolean };

/** Callbacks for the outcome of a deletion. */
export type Removal = {
  /** `undo` is null when the record was already gone. */
  onRemoved: (undo: Undo | null) => void;
  /** The record is back on the list. */
  onFailed: () => void;
  /** After an undo. */
  onRestored?: () => void;
  /** After an undo that failed. `undo` tries again. */
  onNotRestored?: (undo: Undo) => void;
};

/** Changes the owner's records of one table, and their list. Without network the changes wait to be sent. */
export function useRecords<Item extends Stored>(ownerId: string, record: RecordType<Item>) {
  const client = useQueryClient();
  const { queryKey } = recordsQuery(ownerId, record);

  function show(item: Item) {
    client.setQueryData(queryKey, (list = []) => inOrder(record, [...list.filter(({ id }) => id !== item.id), item]));
  }

  /** Shows the saved record and reloads the list. */
  function showSaved(item: Item) {
    show(item);
    void client.invalidateQueries({ queryKey });
  }

  /** @throws BackendError */
  async function save(edit: Parameters<typeof saveRecord<Item>>[2]): Promise<Saved<Item>> {
    const result = await saveRecord(ownerId, record, edit);
    showSaved(result.saved);
    return result;
  }

  /** Removes a record from the list at once, and puts it back if the deletion fails. */
  async function remove(item: Item, removal: Removal): Promise<void> {
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== item.id));
    try {
      const deleted = await deleteRecord(ownerId, record, item);
      const undo = deleted && { run: () => restore(), isSent: 'removed' in deleted };
      const restore = async () => {
        if (!undo) return;
        try {
          await putBack(ownerId, deleted);
          showSaved(item);
        } catch {
          return removal.onNotRestored?.(undo);
        }
        removal.onRestored?.();
      };
      removal.onRemoved(undo);
    } catch {
      show(item);
      removal.onFailed();
    }
  }

  return { save, remove };
}
