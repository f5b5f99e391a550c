import type { FieldValues } from '../records/record.ts';
import { createStore } from '../store.ts';
import { type ChangeProblem, parseChange, type Queue } from './changes.ts';
import { changeStored, isFull, readStored } from './database.ts';
import { registered } from './registry.ts';

/** The unsent changes of an owner, and whether the shown lists may be old. */
export type QueueState = {
  changes: Queue;
  /** The id of the record whose change is being sent. */
  sendingId: string | null;
  /** Whether the browser could not store the changes, so that closing the page loses them. */
  isOnPageOnly: boolean;
  /** Whether that is because the device is full. */
  isFull: boolean;
  /** Whether the page shows kept lists, because the backend could not be reached. */
  isStale: boolean;
  /** Rises whenever the lists must be reloaded. */
  version: number;
};

const empty: QueueState = {
  changes: [],
  sendingId: null,
  isOnPageOnly: false,
  isFull: false,
  isStale: false,
  version: 0,
};

const queue = createStore(empty);
let shownOwner: string | null = null;
const staleLists = new Set<string>();

function setState(part: Partial<QueueState>) {
  queue.set({ ...queue.read(), ...part });
}

export const subscribeToQueue = queue.subscribe;
export const currentQueue = queue.read;

/** Returns the state of a record's change, or null when there is none. */
export function changeStateOf(id: string): 'waiting' | 'sending' | ChangeProblem['kind'] | null {
  const { changes, sendingId } = queue.read();
  const change = changes.find((other) => other.id === id);
  return change ? (change.problem?.kind ?? (sendingId === id ? 'sending' : 'waiting')) : null;
}

/** Sets whether the page shows the kept version of a list. */
export function setStale(list: string, isStale: boolean) {
  if (isStale) staleLists.add(list);
  else staleLists.delete(list);
  if (queue.read().isStale !== staleLists.size > 0) setState({ isStale: staleLists.size > 0 });
}

export function showSending(sendingId: string | null) {
  if (queue.read().sendingId !== sendingId) setState({ sendingId });
}

export function reloadLists() {
  setState({ version: queue.read().version + 1 });
}

/**
 * The channel between the tabs of this browser. A tab does not receive its own messages. Tabs of an older version may be open too, so
 * this name and that of the lock in sender.ts stay.
 */
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('wagday-outbox') : null;

/** Tells the other tabs that the owner's queue or lists have changed, so that they reload both. */
export function tellOtherTabs(ownerId: string) {
  channel?.postMessage(ownerId);
}

type QueueChange = (queue: Queue) => Queue;

/**
 * Changes of an owner's queue that the browser could not store. Each is made again on what is stored by then, so that nothing is lost of
 * what another tab has stored meanwhile, or of what could not be read.
 */
const unstored = new Map<string, readonly QueueChange[]>();

/**
 * What this page could not save, by the record's id. A failing backend may have it all the same, and must not take it for another
 * device's when the owner tries again.
 */
export const failedEdits = new Map<string, readonly FieldValues[]>();

function queueIn(ownerId: string, stored: unknown): Queue {
  const changes: unknown[] = stored === undefined ? [] : [stored].flat();
  const parsed: Queue = changes.map((value, index) => parseChange(registered, value, index));
  return (unstored.get(ownerId) ?? []).reduce((queue, change) => change(queue), parsed);
}

export async function queueOf(ownerId: string): Promise<Queue> {
  return queueIn(ownerId, await readStored('changes', ownerId));
}

/** Changes the queue in one transaction. `change` is called again if the browser could not store its result. */
export async function changeQueue(ownerId: string, change: QueueChange): Promise<Queue> {
  let queue: Queue = [];
  let made = 0;
  let failure: unknown;
  try {
    await changeStored('changes', ownerId, (stored) => {
      made = unstored.get(ownerId)?.length ?? 0;
      queue = change(queueIn(ownerId, stored));
      return queue.length > 0 ? queue : undefined;
    });
    // Another change may have failed meanwhile.
    const left = unstored.get(ownerId)?.slice(made) ?? [];
    if (left.length > 0) unstored.set(ownerId, left);
    else unstored.delete(ownerId);
  } catch (error) {
    failure = error;
    const stored = await readStored('changes', ownerId);
    queue = change(queueIn(ownerId, stored));
    unstored.set(ownerId, [...(unstored.get(ownerId) ?? []), change]);
  }
  const isOnPageOnly = unstored.has(ownerId) && queue.length > 0;
  if (ownerId === shownOwner) setState({ changes: queue, isOnPageOnly, isFull: isFull(failure) });
  tellOtherTabs(ownerId);
  return queue;
}

async function showQueue(ownerId: string) {
  const changes = await queueOf(ownerId);
  if (ownerId === shownOwner) setState({ changes });
}

/** Publishes an owner's queue until the returned function is called. `onFollowed` is called after each change by another tab. */
export function publishQueue(ownerId: string, onFollowed: () => void): () => void {
  shownOwner = ownerId;
  staleLists.clear();
  setState(empty);
  void showQueue(ownerId);
  const follow = ({ data }: MessageEvent) => {
    if (data !== ownerId) return;
    void showQueue(ownerId).then(() => {
      reloadLists();
      onFollowed();
    });
  };
  channel?.addEventListener('message', follow);
  return () => {
    channel?.removeEventListener('message', follow);
    if (shownOwner === ownerId) shownOwner = null;
    setState(empty);
  };
}

/** Removes all queues from the memory of the page. */
export function forgetQueues() {
  unstored.clear();
  failedEdits.clear();
  setState(empty);
}
