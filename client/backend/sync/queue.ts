import { createStore } from '../store.ts';
import { type ChangeProblem, parseChange, type Queue } from './changes.ts';
import { changeKept, readKept } from './database.ts';
import { registered } from './registry.ts';

/** What waits to be sent, and whether the lists that are shown may be old. */
export type Outbox = {
  changes: Queue;
  /** The record whose change is on its way now. */
  sendingId: string | null;
  /** The browser could not keep the changes: they are lost when the page is closed. */
  isOnPageOnly: boolean;
  /** Lists are shown as they were seen last. */
  isStale: boolean;
  /** Goes up whenever the lists have to be loaded anew. */
  version: number;
};

const empty: Outbox = { changes: [], sendingId: null, isOnPageOnly: false, isStale: false, version: 0 };

const outbox = createStore(empty);
let shownOwner: string | null = null;
const staleLists = new Set<string>();

function setState(part: Partial<Outbox>) {
  outbox.set({ ...outbox.read(), ...part });
}

export const subscribeToOutbox = outbox.subscribe;
export const currentOutbox = outbox.read;

/** The state of a record's change; null when there is none. */
export function changeStateOf(id: string): 'waiting' | 'sending' | ChangeProblem['kind'] | null {
  const { changes, sendingId } = outbox.read();
  const change = changes.find((other) => other.id === id);
  return change ? (change.problem?.kind ?? (sendingId === id ? 'sending' : 'waiting')) : null;
}

/** Notes whether a list is shown as it was seen last. */
export function setStale(list: string, isStale: boolean) {
  if (isStale) staleLists.add(list);
  else staleLists.delete(list);
  if (outbox.read().isStale !== staleLists.size > 0) setState({ isStale: staleLists.size > 0 });
}

export function showSending(sendingId: string | null) {
  if (outbox.read().sendingId !== sendingId) setState({ sendingId });
}

/** Has the page load its lists anew. */
export function renewLists() {
  setState({ version: outbox.read().version + 1 });
}

/** To the other tabs of this browser. A page does not receive its own messages. */
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('wagday-outbox') : null;

/** Tells the other tabs that the owner's queue or lists have changed here. They read both anew, and tell nobody in turn. */
export function tellOtherTabs(ownerId: string) {
  channel?.postMessage(ownerId);
}

/** Queues that this browser could not keep, by owner. */
const pageQueues = new Map<string, Queue>();

function queueIn(ownerId: string, kept: unknown): Queue {
  const changes: unknown[] = kept === undefined ? [] : [kept].flat();
  return pageQueues.get(ownerId) ?? changes.map((value, index) => parseChange(registered, value, index));
}

/** All that waits to be sent for an owner, in order. */
export async function queueOf(ownerId: string): Promise<Queue> {
  return queueIn(ownerId, await readKept('changes', ownerId));
}

/** Changes the queue in one transaction. */
export async function changeQueue(ownerId: string, change: (queue: Queue) => Queue): Promise<Queue> {
  let queue: Queue = [];
  try {
    await changeKept('changes', ownerId, (kept) => {
      queue = change(queueIn(ownerId, kept));
      return queue.length > 0 ? queue : undefined;
    });
    pageQueues.delete(ownerId);
  } catch {
    queue = change(await queueOf(ownerId));
    pageQueues.set(ownerId, queue);
  }
  if (ownerId === shownOwner) setState({ changes: queue, isOnPageOnly: pageQueues.has(ownerId) && queue.length > 0 });
  tellOtherTabs(ownerId);
  return queue;
}

async function showQueue(ownerId: string) {
  const changes = await queueOf(ownerId);
  if (ownerId === shownOwner) setState({ changes });
}

/** Shows an owner's queue from now on, and what other tabs do to it, until the answered function is called. */
export function showOutboxOf(ownerId: string): () => void {
  shownOwner = ownerId;
  staleLists.clear();
  setState(empty);
  void showQueue(ownerId);
  const follow = ({ data }: MessageEvent) => {
    if (data === ownerId) void showQueue(ownerId).then(renewLists);
  };
  channel?.addEventListener('message', follow);
  return () => {
    channel?.removeEventListener('message', follow);
    if (shownOwner === ownerId) shownOwner = null;
    setState(empty);
  };
}

/** Leaves nothing of any queue in the page. */
export function emptyOutbox() {
  pageQueues.clear();
  setState(empty);
}
