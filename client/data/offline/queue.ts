import { BackendError } from '../backend-error.ts';
import type { Clock, Network } from '../network.ts';
import type * as photoStore from '../photos/saved-photos.ts';
import { type FieldValues, isSame } from '../records/record.ts';
import type { Backend } from '../records/rows.ts';
import type { createStore } from '../store.ts';
import { type ChangeProblem, parseChange, type Queue } from './changes.ts';
import type * as database from './database.ts';
import { registered } from './registry.ts';
import type * as waitingPhotos from './waiting-photos.ts';

/** What an outbox is given. `this-tab.ts` has that of the browser; the simulation gives another time, network and store. */
export type Surroundings = {
  backend: Backend;
  network: Network;
  clock: Clock;
  /** Returns the owner who is signed in to this device; null for nobody. */
  signedInOwner: () => string | null;
  /** Stores values for all tabs of the device. */
  store: Pick<typeof database, 'readStored' | 'changeStored' | 'removeStored' | 'isFull'>;
  /** Tells the other tabs that the owner's queue or lists have changed, so that they reload both. */
  tellTabs: (ownerId: string) => void;
  followTabs: (listener: (ownerId: unknown) => void) => () => void;
  /** Runs work in only one tab at a time. */
  inTurn: (name: string, work: () => Promise<void>) => Promise<void>;
  /** Calls the listener when the network goes or comes, and when the page is seen again or the session was refreshed. */
  onEvent: (listener: (event: 'offline' | 'online' | 'returned') => void) => () => void;
  photos: Pick<typeof photoStore, 'isStoredPhoto' | 'isPhotoLost' | 'copyOfPhoto' | 'uploadPhoto'> &
    Pick<
      typeof waitingPhotos,
      'isWaitingPhoto' | 'keptPhoto' | 'discardKeptPhotos' | 'settlePhoto' | 'settledPhotoUrl'
    >;
  shown: ReturnType<typeof createStore<QueueState>>;
};

export type QueueState = {
  changes: Queue;
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

export const emptyQueue: QueueState = {
  changes: [],
  sendingId: null,
  isOnPageOnly: false,
  isFull: false,
  isStale: false,
  version: 0,
};

type QueueChange = (queue: Queue) => Queue;

/** The outbox of an owner in a tab: its surroundings, and what the page remembers. */
export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(surroundings: Surroundings, ownerId: string) {
  const isSignedIn = () => surroundings.signedInOwner() === ownerId;
  /** @throws BackendError when another owner or nobody is signed in. Rows and photos of this owner then seem to be gone. */
  const checkSession = () => {
    if (!isSignedIn()) throw new BackendError('session ended', 'The owner is not signed in.');
  };
  return {
    ...surroundings,
    ownerId,
    isSignedIn,
    checkSession,
    /** Nothing of this owner is sent with the session of another. Sending continues after the owner has signed in again. */
    async backend() {
      const client = await surroundings.backend();
      checkSession();
      return client;
    },
    /** The sender of an outbox that is open. The tab shows its queue. */
    sender: null as { sendNow: () => Promise<void>; sendSoon: () => void } | null,
    isClosed: false,
    staleLists: new Set<string>(),
    /**
     * Changes of the queue that the browser could not store. Each is made again on what is stored by then, so that nothing is lost of what
     * another tab has stored meanwhile, or of what could not be read.
     */
    unstored: [] as readonly QueueChange[],
    /**
     * What this page could not save, by the record's id. A failing backend may have it all the same, and must not take it for another
     * device's when the owner tries again.
     */
    failedEdits: new Map<string, readonly FieldValues[]>(),
    /** Edits that are neither answered nor queued yet. */
    underWay: new Set<Promise<unknown>>(),
    /** When each list was last loaded or changed, by the order of events on this page. An answer to an earlier request is out of date. */
    changedAt: new Map<string, number>(),
    /** When another tab last told of a change. A list that was requested earlier must not replace the kept one. */
    toldAt: 0,
    events: 0,
  };
}

/** Shows a state in the tab, which may belong to another owner once the outbox is closed. */
function show({ shown, isClosed }: Outbox, part: Partial<QueueState>) {
  if (!isClosed) shown.set({ ...shown.read(), ...part });
}

export function changeStateOf(
  { changes, sendingId }: QueueState,
  id: string,
): 'waiting' | 'sending' | ChangeProblem['kind'] | null {
  const change = changes.find((other) => other.id === id);
  return change ? (change.problem?.kind ?? (sendingId === id ? 'sending' : 'waiting')) : null;
}

export function setStale(outbox: Outbox, list: string, isStale: boolean) {
  const { staleLists, shown } = outbox;
  if (isStale) staleLists.add(list);
  else staleLists.delete(list);
  if (shown.read().isStale !== staleLists.size > 0) show(outbox, { isStale: staleLists.size > 0 });
}

export function showSending(outbox: Outbox, sendingId: string | null) {
  if (outbox.shown.read().sendingId !== sendingId) show(outbox, { sendingId });
}

export function reloadLists(outbox: Outbox) {
  show(outbox, { version: outbox.shown.read().version + 1 });
}

function queueIn({ unstored }: Outbox, stored: unknown): Queue {
  const changes: unknown[] = stored === undefined ? [] : [stored].flat();
  const parsed: Queue = changes.map((value, index) => parseChange(registered, value, index));
  return unstored.reduce((queue, change) => change(queue), parsed);
}

export async function queueOf(outbox: Outbox): Promise<Queue> {
  return queueIn(outbox, await outbox.store.readStored('changes', outbox.ownerId));
}

/** Lets `unsentChanges` wait for an edit. */
export function untilAnswered<Answer>({ underWay }: Outbox, edit: Promise<Answer>): Promise<Answer> {
  underWay.add(edit);
  const forget = () => underWay.delete(edit);
  edit.then(forget, forget);
  return edit;
}

/** Returns an owner's unsent changes, once each edit is answered or queued: from the device, because the page may not have read them yet. */
export async function unsentChanges(outbox: Outbox): Promise<Queue> {
  await Promise.allSettled(outbox.underWay);
  return queueOf(outbox);
}

/** Stores what could not be stored earlier. */
export const unchanged: QueueChange = (queue) => queue;

/** Changes the queue in one transaction. `change` is called again if the browser could not store its result. */
export async function changeQueue(outbox: Outbox, change: QueueChange): Promise<Queue> {
  const { store, ownerId } = outbox;
  let queue: Queue = [];
  let made = 0;
  let failure: unknown;
  try {
    await store.changeStored('changes', ownerId, (stored) => {
      made = outbox.unstored.length;
      queue = change(queueIn(outbox, stored));
      return queue.length > 0 ? queue : undefined;
    });
    // Another change may have failed meanwhile.
    outbox.unstored = outbox.unstored.slice(made);
  } catch (error) {
    failure = error;
    const stored = await store.readStored('changes', ownerId);
    const before = queueIn(outbox, stored);
    queue = change(before);
    // What changes nothing, such as another try to send, is not remembered.
    if (!isSame(queue, before)) outbox.unstored = [...outbox.unstored, change];
    // All is sent, and nothing is left to store.
    if (stored === undefined && queue.length === 0) outbox.unstored = [];
    else if (change === unchanged) return queue;
  }
  // What is stored may have been sent or undone since, and must not be sent again.
  const isOnPageOnly = outbox.unstored.length > 0;
  if (outbox.sender) show(outbox, { changes: queue, isOnPageOnly, isFull: store.isFull(failure) });
  outbox.tellTabs(ownerId);
  return queue;
}

/** Changes the queue and sends it. If the backend cannot be reached, a timer sends it later. */
export async function changeAndSend(outbox: Outbox, change: QueueChange): Promise<void> {
  await changeQueue(outbox, change);
  reloadLists(outbox);
  if (!outbox.network.isUnreachable()) outbox.sender?.sendSoon();
}

export async function showQueue(outbox: Outbox) {
  const changes = await queueOf(outbox);
  if (outbox.sender) show(outbox, { changes });
}
