import { supabase } from '../client.ts';
import { BackendError, isNotReachable } from '../errors.ts';
import { inTime, isOffline, isUnreachable, setUnreachable, subscribeToNetwork } from '../network.ts';
import { uploadPhoto } from '../photos.ts';
import type { Words } from '../records/record.ts';
import { probeRows } from '../records/rows.ts';
import { subscribeToRefreshes } from '../token-refresh.ts';
import { type Change, nextToSend, withDecision, withoutSent, withState } from './changes.ts';
import { deliver } from './deliver.ts';
import { holdForParent } from './lost-records.ts';
import { changeQueue, queueOf, renewLists, showOutboxOf, showSending } from './queue.ts';
import { registered } from './registry.ts';
import { rememberSent } from './snapshots.ts';
import { isWaitingPhoto, keptPhoto, settlePhoto } from './waiting-photos.ts';

/** The words with another value wherever one was `address`. */
function withAddress(words: Words | null, address: string, photoUrl: string | null): Words | null {
  return (
    words &&
    Object.fromEntries(Object.entries(words).map(([key, value]) => [key, value === address ? photoUrl : value]))
  );
}

/** Uploads the photos that wait with a change; from then on the change carries their real addresses. */
async function sendPhotos(ownerId: string, waiting: Change): Promise<Change> {
  let change = waiting;
  for (const [key, address] of Object.entries(waiting.mine ?? {})) {
    if (!isWaitingPhoto(address)) continue;
    const photo = await keptPhoto(address);
    const before = waiting.base?.[key];
    // The browser may have thrown it away to make room; the words are worth sending all the same.
    const photoUrl = photo ? await uploadPhoto(ownerId, photo) : typeof before === 'string' ? before : null;
    const settled = ({ mine }: Change) => ({ mine: withAddress(mine, address, photoUrl) });
    await changeQueue(ownerId, (queue) =>
      queue.map((other) => (other.id === change.id ? { ...other, ...settled(other) } : other)),
    );
    await settlePhoto(address, photoUrl);
    change = { ...change, ...settled(change) };
  }
  return change;
}

/** How an attempt to send ended: 'later' is up to the backend or the session, 'not reachable' to the way there. */
type Attempt = 'done' | 'later' | 'not reachable';

async function sendChange(ownerId: string, waiting: Change): Promise<Attempt> {
  const setState = (change: Change, state: Parameters<typeof withState>[2]) =>
    changeQueue(ownerId, (queue) => withState(queue, change, state));
  try {
    const change = await sendPhotos(ownerId, waiting);
    const record = registered.get(change.table);
    if (!record) throw new BackendError('unexpected', `Nothing is known of a table ${change.table}.`);
    const queue = await setState(change, { attempted: change.mine, isDeletionSent: change.mine === null });
    // The owner has changed their mind just now: the newer words are sent instead.
    if (!queue.some(({ id, revision }) => id === change.id && revision === change.revision)) return 'done';
    const result = await deliver(record, ownerId, change);
    if (result.kind === 'parent lost') await holdForParent(ownerId, record, change);
    else if (result.kind === 'conflict') {
      const { attempted, isDeletionSent } = change;
      await setState(change, { problem: result, attempted, isDeletionSent });
    } else {
      await rememberSent(ownerId, change, result.item);
      await changeQueue(ownerId, (queue) => withoutSent(queue, change, result.item));
    }
    return 'done';
  } catch (error) {
    if (isNotReachable(error)) return 'not reachable';
    const kind = error instanceof BackendError ? error.kind : 'unexpected';
    if (kind === 'session ended' || kind === 'no space') return 'later';
    await setState(waiting, { problem: { kind: 'refused' } });
    return 'done';
  }
}

/** Asks for next to nothing: whether an answer comes is the answer. */
async function findOutWhetherReachable(ownerId: string): Promise<Attempt> {
  try {
    const [record] = registered.values();
    if (record) await inTime(probeRows(record, ownerId));
  } catch (error) {
    if (isNotReachable(error)) return 'not reachable';
  }
  setUnreachable(false);
  renewLists();
  return 'done';
}

async function isSignedIn(ownerId: string): Promise<boolean> {
  const { auth } = await supabase();
  const { data } = await inTime(auth.getSession());
  return data.session?.user.id === ownerId;
}

async function sendInTurn(ownerId: string): Promise<Attempt> {
  if (nextToSend(await queueOf(ownerId)) === undefined) return 'done';
  // Without a session nothing is refused for good: it goes on once the owner is back.
  if (!(await isSignedIn(ownerId))) return 'later';
  try {
    for (;;) {
      const change = nextToSend(await queueOf(ownerId));
      // The network may have gone since the attempt began; its return sends the rest.
      if (!change || isOffline()) return 'done';
      showSending(change.id);
      const attempt = await sendChange(ownerId, change);
      if (attempt !== 'done') return attempt;
    }
  } finally {
    showSending(null);
    renewLists();
  }
}

/** Only one tab of this browser sends at a time. */
async function inOneTab<Answer>(ownerId: string, task: () => Promise<Answer>): Promise<Answer> {
  if (!navigator.locks) return task();
  return await navigator.locks.request(`wagday-outbox-${ownerId}`, task);
}

async function attemptToSend(ownerId: string): Promise<Attempt> {
  if (isUnreachable() && (await findOutWhetherReachable(ownerId)) === 'not reachable') return 'not reachable';
  return inOneTab(ownerId, () => sendInTurn(ownerId));
}

/** How long to wait before the next attempt, in milliseconds: twice as long each time, from the first up to the last. */
const pause = { first: 2_000, last: 15_000 };

type Sender = {
  /** Sends now; the promise ends with the attempt. */
  send: () => Promise<void>;
  stop: () => void;
};

/** Sends what waits, and asks for a backend that cannot be reached, again and again until it answers. */
function createSender(ownerId: string): Sender {
  let isStopped = false;
  let timer: number | undefined;
  let wait = pause.first;
  let current: Promise<void> | undefined;
  let isAskedAgain = false;

  function sendLater() {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void send(), wait);
    wait = Math.min(wait * 2, pause.last);
  }

  async function run() {
    window.clearTimeout(timer);
    const attempt = isOffline()
      ? 'done'
      : await attemptToSend(ownerId).catch((error) => (isNotReachable(error) ? 'not reachable' : 'later'));
    if (isStopped) return;
    if (attempt === 'not reachable' && !isOffline()) setUnreachable(true);
    if (attempt === 'done' || isOffline()) wait = pause.first;
    // Something else may have got no answer meanwhile.
    if (!isOffline() && (attempt !== 'done' || isUnreachable())) sendLater();
  }

  function send(): Promise<void> {
    if (isStopped) return Promise.resolve();
    if (current) {
      isAskedAgain = true;
      return current;
    }
    current = run().finally(() => {
      current = undefined;
      if (isAskedAgain) {
        isAskedAgain = false;
        void send();
      }
    });
    return current;
  }

  const unsubscribe = subscribeToNetwork(() => {
    // Something else got no answer.
    if (isUnreachable() && !current && !isStopped) sendLater();
  });

  return {
    send,
    stop: () => {
      isStopped = true;
      unsubscribe();
      window.clearTimeout(timer);
    },
  };
}

let sender: Sender | undefined;

/** Sends what waits; a backend that was out of reach a moment ago is left its time. */
export function sendWaiting() {
  if (!isUnreachable()) void sender?.send();
}

/** Tries to reach the backend now. The promise ends with the attempt. */
export async function tryNow(): Promise<void> {
  await sender?.send();
}

/** Shows and sends an owner's changes from now on, until the answered function is called. */
export function openOutbox(ownerId: string): () => void {
  const hide = showOutboxOf(ownerId);
  const own = createSender(ownerId);
  sender = own;
  const onNetwork = () => {
    renewLists();
    void own.send();
  };
  const onReturn = () => {
    if (document.visibilityState === 'visible') void own.send();
  };
  window.addEventListener('online', onNetwork);
  window.addEventListener('offline', renewLists);
  const unsubscribeFromSession = subscribeToRefreshes((event) => {
    if (event === 'refreshed') void own.send();
  });
  document.addEventListener('visibilitychange', onReturn);
  void own.send();
  return () => {
    own.stop();
    if (sender === own) sender = undefined;
    setUnreachable(false);
    window.removeEventListener('online', onNetwork);
    window.removeEventListener('offline', renewLists);
    unsubscribeFromSession();
    document.removeEventListener('visibilitychange', onReturn);
    hide();
  };
}

/** Does what the owner decided about a change that could not be sent: 'mine' sends it again, 'theirs' gives it up. */
export async function decide(ownerId: string, id: string, choice: 'mine' | 'theirs'): Promise<void> {
  await changeQueue(ownerId, (queue) => withDecision(queue, id, choice));
  renewLists();
  sendWaiting();
}
