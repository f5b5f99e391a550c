import { BackendError, isNotReachable, isOfKind, isPassing } from '../errors.ts';
import {
  forgetNetwork,
  inTime,
  isOffline,
  isUnreachable,
  pauseLeft,
  setUnreachable,
  subscribeToNetwork,
} from '../network.ts';
import { copyOfPhoto, isPhotoLost, isStoredPhoto, uploadPhoto } from '../photos/photos.ts';
import { mapValues } from '../records/record.ts';
import { probeRows } from '../records/rows.ts';
import { storedOwnerId } from '../session/session-store.ts';
import { subscribeToRefreshes } from '../session/token-refresh.ts';
import { attemptOf, type Change, nextToSend, withDecision, withoutSent, withState } from './changes.ts';
import { deliver, keepWithLostParent } from './deliver.ts';
import { changeQueue, currentQueue, publishQueue, queueOf, reloadLists, showSending } from './queue.ts';
import { registered } from './registry.ts';
import { rememberSent } from './snapshots.ts';
import { isWaitingPhoto, keptPhoto, settlePhoto } from './waiting-photos.ts';

/**
 * Uploads the waiting photos of a change and puts their real addresses into it. A record that is added again may have lost its photo, which
 * went with it: then uploads the copy of this device.
 */
async function sendPhotos(ownerId: string, waiting: Change): Promise<Change> {
  let change = waiting;
  const isAddedAgain = waiting.createdAt !== null && (waiting.base === null || waiting.isDeletionSent);
  for (const [key, address] of Object.entries(waiting.mine ?? {})) {
    const isWaiting = isWaitingPhoto(address);
    if (!isWaiting && !(isAddedAgain && isStoredPhoto(address) && (await isPhotoLost(address)))) continue;
    const photo = isWaiting ? await keptPhoto(address) : await copyOfPhoto(address);
    const before = waiting.base?.[key];
    // The browser may have deleted the photo to make room. The rest of the change is sent without it.
    const photoUrl = photo ? await uploadPhoto(ownerId, photo) : typeof before === 'string' ? before : null;
    const settled = (other: Change) => {
      const mine = other.mine && mapValues(other.mine, (value) => (value === address ? photoUrl : value));
      return other.id === waiting.id ? { ...other, mine } : other;
    };
    await changeQueue(ownerId, (queue) => queue.map(settled));
    await settlePhoto(address, photoUrl);
    change = settled(change);
  }
  return change;
}

/**
 * Checks that this owner is still signed in.
 * @throws BackendError of kind 'session ended' when nobody or another owner is signed in
 */
function requireSession(ownerId: string) {
  if (storedOwnerId() !== ownerId) throw new BackendError('session ended', 'The owner is not signed in.');
}

/** Sends one change. A refused one waits for the owner's decision. @throws BackendError when it must be sent again later */
async function sendChange(ownerId: string, waiting: Change): Promise<void> {
  const setState = (change: Change, state: Parameters<typeof withState>[2]) =>
    changeQueue(ownerId, (queue) => withState(queue, change, state));
  try {
    const change = await sendPhotos(ownerId, waiting);
    const record = registered.get(change.table);
    if (!record) throw new BackendError('unexpected', `Nothing is known of a table ${change.table}.`);
    const { attempted, isDeletionSent } = change;
    const attempt = attemptOf(change);
    const queue = await setState(change, { attempted: attempt.attempted, isDeletionSent: attempt.isDeletionSent });
    // The owner has just edited the record again. The newer change is sent instead.
    if (!queue.some(({ id, revision }) => id === change.id && revision === change.revision)) return;
    const result = await deliver(record, ownerId, change);
    requireSession(ownerId);
    if (result.kind === 'parent lost') await keepWithLostParent(ownerId, record, change);
    else if (result.kind === 'conflict') await setState(change, { problem: result, attempted, isDeletionSent });
    else {
      await rememberSent(ownerId, change, result.item);
      await changeQueue(ownerId, (queue) => withoutSent(queue, change, result.item));
    }
  } catch (error) {
    if (isPassing(error) || isOfKind(error, 'session ended', 'no space')) throw error;
    requireSession(ownerId);
    await setState(waiting, { problem: { kind: 'refused' } });
  }
}

/** Requests one row, and notes that the backend answers. @throws BackendError when it does not */
async function probe(ownerId: string): Promise<void> {
  try {
    const [record] = registered.values();
    if (record) await inTime(probeRows(record, ownerId));
  } catch (error) {
    if (isPassing(error)) throw error;
  }
  if (isUnreachable()) {
    setUnreachable(false);
    reloadLists();
  }
}

/** How many changes may fail in one attempt before the rest wait as well. */
const mostFailures = 3;

/** Sends the queue. A change that the backend cannot save at the moment does not block the others. */
async function sendInTurn(ownerId: string): Promise<void> {
  if (nextToSend(await queueOf(ownerId)) === undefined) return;
  const left = new Set<string>();
  let failure: unknown;
  try {
    for (;;) {
      const change = nextToSend(await queueOf(ownerId), left);
      // Stops without network. The return of the network starts the next attempt.
      if (isOffline()) return;
      if (!change) break;
      // Sending continues after the owner has signed in again.
      requireSession(ownerId);
      showSending(change.id);
      try {
        await sendChange(ownerId, change);
      } catch (error) {
        left.add(change.id);
        const isOfOne = isPassing(error) || isOfKind(error, 'no space');
        if (!isOfOne || left.size >= mostFailures || pauseLeft() > 0) throw error;
        failure = error;
      }
    }
    if (failure) throw failure;
  } finally {
    showSending(null);
    reloadLists();
  }
}

/** Sends all changes, in only one tab at a time. @throws BackendError when something must be sent later */
async function sendAll(ownerId: string): Promise<void> {
  const task = () => sendInTurn(ownerId);
  await (navigator.locks ? navigator.locks.request(`wagday-outbox-${ownerId}`, task) : task());
}

/** The pauses before the next attempt, in milliseconds. They double from the first to the last. */
const pause = { first: 2_000, last: 15_000 };

/** Sends the queue, and retries until the backend has saved it. */
function createSender(ownerId: string, signal: AbortSignal) {
  let timer: number | undefined;
  let wait = pause.first;
  let hasFailed = false;
  let current: Promise<void> | undefined;
  let isAskedAgain = false;

  function stopTimer() {
    window.clearTimeout(timer);
    timer = undefined;
  }

  function sendLater() {
    stopTimer();
    timer = window.setTimeout(() => void sendNow(), Math.max(wait, pauseLeft()));
    wait = Math.min(wait * 2, pause.last);
  }

  async function attempt() {
    stopTimer();
    // A backend that answers may still fail to save. Lists are then loaded from it, and only the changes wait.
    let isAnswering = false;
    let failure: unknown;
    try {
      if (!isOffline()) {
        if (hasFailed || isUnreachable()) {
          await probe(ownerId);
          isAnswering = true;
        }
        await sendAll(ownerId);
      }
    } catch (error) {
      failure = error;
    }
    if (signal.aborted) return;
    hasFailed = failure !== undefined;
    if (!hasFailed || isOffline()) wait = pause.first;
    // The 'online' event starts the next attempt.
    if (isOffline()) return;
    if (isNotReachable(failure) && !isAnswering) setUnreachable(true);
    // Another request may have found the backend unreachable meanwhile.
    if (hasFailed || isUnreachable()) sendLater();
  }

  async function run() {
    do {
      isAskedAgain = false;
      await attempt();
    } while (isAskedAgain && !signal.aborted);
    current = undefined;
  }

  async function sendNow() {
    if (signal.aborted) return;
    isAskedAgain = current !== undefined;
    current ??= run();
    await current;
  }

  const unsubscribe = subscribeToNetwork(() => {
    // Another request has found the backend unreachable.
    if (isUnreachable() && !current) sendLater();
  });
  signal.addEventListener('abort', () => {
    unsubscribe();
    stopTimer();
  });
  return {
    sendNow,
    /** Sends after a pause what another tab has queued, in case that tab is closed. Only one tab sends at a time. */
    sendForOthers() {
      const isPlanned = current !== undefined || timer !== undefined;
      if (!signal.aborted && !isPlanned && !isOffline() && nextToSend(currentQueue().changes)) sendLater();
    },
    /** Sends now, or after the pause that the backend asked for. */
    sendSoon: () => (pauseLeft() > 0 ? sendLater() : void sendNow()),
  };
}

let sender: ReturnType<typeof createSender> | undefined;

/** Changes the queue and sends it. If the backend cannot be reached, a timer sends it later. */
export async function changeAndSend(ownerId: string, change: Parameters<typeof changeQueue>[1]): Promise<void> {
  await changeQueue(ownerId, change);
  reloadLists();
  if (!isUnreachable()) sender?.sendSoon();
}

/** Starts an attempt now. The promise resolves at its end. */
export async function tryNow(): Promise<void> {
  await sender?.sendNow();
}

/** Publishes and sends an owner's changes until the returned function is called. */
export function openQueue(ownerId: string): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  const opened = createSender(ownerId, signal);
  const hide = publishQueue(ownerId, opened.sendForOthers);
  const { sendSoon } = opened;
  sender = opened;
  window.addEventListener('offline', reloadLists, { signal });
  window.addEventListener(
    'online',
    () => {
      reloadLists();
      sendSoon();
    },
    { signal },
  );
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && sendSoon(), {
    signal,
  });
  const unsubscribe = subscribeToRefreshes((event) => event === 'refreshed' && sendSoon());
  sendSoon();
  return () => {
    closing.abort();
    if (sender === opened) sender = undefined;
    forgetNetwork();
    unsubscribe();
    hide();
  };
}

/** Applies the owner's decision about a change that could not be sent: 'mine' sends it again, 'theirs' drops it. */
export function decide(ownerId: string, id: string, choice: 'mine' | 'theirs'): Promise<void> {
  return changeAndSend(ownerId, (queue) => withDecision(queue, id, choice));
}
