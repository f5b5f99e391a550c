import { BackendError, isNotReachable, isOfKind, isPassing } from '../backend-error.ts';
import { mapValues } from '../records/record.ts';
import { rowsIn } from '../records/rows.ts';
import { attemptOf, type Change, nextToSend, withoutSent, withState } from './changes.ts';
import { deliver, keepWithLostParent, settled } from './outbox.ts';
import {
  changeQueue,
  emptyQueue,
  type Outbox,
  queueOf,
  reloadLists,
  showQueue,
  showSending,
  unchanged,
} from './queue.ts';
import { registered } from './registry.ts';
import { nextEvent, rememberSent } from './snapshots.ts';

/**
 * Uploads the waiting photos of a change and puts their real addresses into it. A photo that no row has named for a week is gone, such as that
 * of a record that is added again, or of a change that has waited: then uploads the copy of this device.
 */
async function sendPhotos(outbox: Outbox, waiting: Change): Promise<Change> {
  const { photos } = outbox;
  let change = { ...waiting, base: settled(outbox, waiting.base) };
  const isAddedAgain = waiting.createdAt !== null && (waiting.base === null || waiting.isDeletionSent);
  for (const [key, address] of Object.entries(waiting.mine ?? {})) {
    outbox.checkSession();
    const isWaiting = photos.isWaitingPhoto(address);
    const isNamed = !isAddedAgain && waiting.base?.[key] === address;
    if (!isWaiting && (isNamed || !photos.isStoredPhoto(address) || !(await photos.isPhotoLost(address)))) continue;
    const photo = isWaiting ? await photos.keptPhoto(address) : await photos.copyOfPhoto(address);
    outbox.checkSession();
    // A deletion may have replaced the change while its photo was uploaded. The browser may also have deleted the photo to make room. The
    // rest of the change is then sent without it.
    const settledUrl = photos.settledPhotoUrl(address);
    const otherwise = settledUrl !== address ? settledUrl : isWaiting ? waiting.base?.[key] : null;
    const uploaded = photo && (await photos.uploadPhoto(outbox.ownerId, photo));
    const photoUrl = uploaded ?? (typeof otherwise === 'string' ? otherwise : null);
    const settle = (part: unknown) => (part === address ? photoUrl : part);
    // In this order: an edit that shows the photo as waiting finds its address, whenever it is queued.
    photos.settlePhoto(address, photoUrl);
    await changeQueue(outbox, (queue) => mapValues(queue, settle));
    await photos.discardKeptPhotos([address]);
    change = mapValues(change, settle);
  }
  return change;
}

/** Whether a change may be sent later, and the others now. A failure of the browser says nothing about what the backend accepts. */
function isForLater(error: unknown): boolean {
  return !(error instanceof BackendError) || isPassing(error) || isOfKind(error, 'no space');
}

/** Sends one change. A refused one waits for the owner's decision. @throws BackendError when it must be sent again later */
async function sendChange(outbox: Outbox, waiting: Change): Promise<void> {
  const setState = (change: Change, state: Parameters<typeof withState>[2]) =>
    changeQueue(outbox, (queue) => withState(queue, change, state));
  try {
    const change = await sendPhotos(outbox, waiting);
    const record = registered.get(change.table);
    if (!record) throw new BackendError('unexpected', `Nothing is known of a table ${change.table}.`);
    const { attempted, isDeletionSent } = change;
    const attempt = attemptOf(change);
    const queue = await setState(change, { attempted: attempt.attempted, isDeletionSent: attempt.isDeletionSent });
    // The owner has just edited the record again. The newer change is sent instead.
    if (!queue.some(({ id, revision }) => id === change.id && revision === change.revision)) return;
    const result = await deliver(outbox, record, change);
    if (result.kind === 'parent lost') await keepWithLostParent(outbox, record, change);
    else if (result.kind === 'conflict') await setState(change, { problem: result, attempted, isDeletionSent });
    else {
      await rememberSent(outbox, change, result.item);
      await changeQueue(outbox, (queue) => withoutSent(queue, change, result.item));
    }
  } catch (error) {
    // Without a session the backend refuses everything.
    if (isForLater(error) || isOfKind(error, 'session ended') || !outbox.isSignedIn()) throw error;
    await setState(waiting, { problem: { kind: isOfKind(error, 'limit reached') ? 'full' : 'refused' } });
  }
}

/** Requests one row, and notes that the backend answers. @throws BackendError when it does not */
async function probe(outbox: Outbox): Promise<void> {
  const { network } = outbox;
  try {
    const [record] = registered.values();
    if (record) await network.inTime(rowsIn(outbox.backend, record).probe(outbox.ownerId));
  } catch (error) {
    if (isPassing(error)) throw error;
  }
  if (network.isUnreachable()) {
    network.setUnreachable(false);
    reloadLists(outbox);
  }
}

/** How many changes may fail in one attempt before the rest wait as well. */
const mostFailures = 3;

/** Sends the queue. A change that the backend cannot save at the moment does not block the others. */
async function sendInTurn(outbox: Outbox): Promise<void> {
  if (nextToSend(await queueOf(outbox)) === undefined) return;
  const left = new Set<string>();
  let failure: unknown;
  try {
    for (;;) {
      const change = nextToSend(await queueOf(outbox), left);
      // Stops without network. The return of the network starts the next attempt.
      if (outbox.network.isOffline()) return;
      if (!change) break;
      showSending(outbox, change.id);
      try {
        await sendChange(outbox, change);
      } catch (error) {
        left.add(change.id);
        if (!isForLater(error) || left.size >= mostFailures || outbox.network.pauseLeft() > 0) throw error;
        failure = error;
      }
    }
    if (failure) throw failure;
  } finally {
    showSending(outbox, null);
    reloadLists(outbox);
  }
}

/** The pauses before the next attempt, in milliseconds. They double from the first to the last. */
const pause = { first: 2_000, last: 15_000 };

/** Sends the queue, and retries until the backend has saved it. */
function createSender(outbox: Outbox) {
  const { network } = outbox;
  let stop: (() => void) | null = null;
  let wait = pause.first;
  let hasFailed = false;
  let current: Promise<void> | undefined;
  let isAskedAgain = false;
  let isClosed = false;

  function sendLater() {
    stop?.();
    stop = outbox.clock.after(Math.max(wait, network.pauseLeft()), () => void sendNow());
    wait = Math.min(wait * 2, pause.last);
  }

  async function attempt() {
    stop?.();
    stop = null;
    // A backend that answers may still fail to save. Lists are then loaded from it, and only the changes wait.
    let isAnswering = false;
    let failure: unknown;
    try {
      if (outbox.unstored.length > 0) await changeQueue(outbox, unchanged);
      if (!network.isOffline()) {
        if (hasFailed || network.isUnreachable()) {
          await probe(outbox);
          isAnswering = true;
        }
        await outbox.inTurn(`wagday-outbox-${outbox.ownerId}`, () => sendInTurn(outbox));
      }
    } catch (error) {
      failure = error;
    }
    if (isClosed) return;
    hasFailed = failure !== undefined;
    const isUnstored = outbox.unstored.length > 0;
    if (!isUnstored && (!hasFailed || network.isOffline())) wait = pause.first;
    // The 'online' event starts the next attempt.
    const isOnline = !network.isOffline();
    if (isOnline && isNotReachable(failure) && !isAnswering) network.setUnreachable(true);
    // Another request may have found the backend unreachable meanwhile.
    if ((isOnline && (hasFailed || network.isUnreachable())) || isUnstored) sendLater();
  }

  async function run() {
    do {
      isAskedAgain = false;
      await attempt();
    } while (isAskedAgain && !isClosed);
    current = undefined;
  }

  /** Starts an attempt now. The promise resolves at its end. */
  async function sendNow() {
    if (isClosed) return;
    isAskedAgain = current !== undefined;
    current ??= run();
    await current;
  }

  const unsubscribe = network.subscribeToAnswers(() => {
    // Another request has found the backend unreachable.
    if (network.isUnreachable() && !current) sendLater();
  });
  return {
    sendNow,
    /** Sends after a pause what another tab has queued, in case that tab is closed. Only one tab sends at a time. */
    sendForOthers() {
      const isPlanned = current !== undefined || stop !== null;
      if (!isClosed && !isPlanned && !network.isOffline() && nextToSend(outbox.shown.read().changes)) sendLater();
    },
    /** Sends now, or after the pause that the backend asked for. */
    sendSoon: () => (network.pauseLeft() > 0 ? sendLater() : void sendNow()),
    close() {
      isClosed = true;
      unsubscribe();
      stop?.();
    },
  };
}

/** Shows and sends the owner's changes until the returned function is called. */
export function openQueue(outbox: Outbox): () => void {
  const opened = createSender(outbox);
  outbox.sender = opened;
  outbox.isClosed = false;
  outbox.staleLists.clear();
  outbox.shown.set(emptyQueue);
  void showQueue(outbox);
  const unfollow = outbox.followTabs((told) => {
    if (told !== outbox.ownerId) return;
    outbox.toldAt = nextEvent(outbox);
    void showQueue(outbox).then(() => {
      reloadLists(outbox);
      opened.sendForOthers();
    });
  });
  const unsubscribe = outbox.onEvent((event) => {
    if (event !== 'returned') reloadLists(outbox);
    if (event !== 'offline') opened.sendSoon();
  });
  opened.sendSoon();
  return () => {
    opened.close();
    if (outbox.sender === opened) Object.assign(outbox, { sender: null, isClosed: true });
    outbox.network.forgetNetwork();
    unsubscribe();
    unfollow();
    outbox.shown.set(emptyQueue);
  };
}
