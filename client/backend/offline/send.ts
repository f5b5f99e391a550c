import type { CelebrationPlan, DogProfile } from '../../../domain/drafts.ts';
import { cancelParty, findParty, insertParty, updateParty } from '../celebrations.ts';
import { supabase } from '../client.ts';
import { type Dog, findDog, insertDog, probeDogs, removeDog, updateDog } from '../dogs.ts';
import { BackendError, isNotFound, isNotReachable } from '../errors.ts';
import { uploadPhoto } from '../photos.ts';
import { subscribeToRefreshes } from '../token-refresh.ts';
import {
  type Change,
  type DogChange,
  nextToSend,
  type PartyChange,
  planOf,
  profileOf,
  withDecision,
  withoutSent,
  withState,
} from './changes.ts';
import { lastSeen, rememberSent } from './last-seen.ts';
import { deletedElsewhere, isOfLostDog, keepUndecided } from './lost-records.ts';
import { inTime, isOffline, isUnreachable, setUnreachable, subscribeToNetwork } from './network.ts';
import { changeQueue, queueOf, renewLists, showOutboxOf, showSending } from './outbox.ts';
import { needsLook, reconcile } from './reconcile.ts';
import { isWaitingPhoto, keptPhoto, settlePhoto } from './waiting-photos.ts';

/** What became of a change: `problem` says why it needs a word of the owner. */
type Outcome = 'done' | 'waits for its dog' | { problem: Change['problem'] };

async function sendDog(ownerId: string, change: DogChange): Promise<Outcome> {
  const found = needsLook(change) ? await findDog(change.id) : null;
  const theirs = found && profileOf(found);
  const verdict = reconcile(change, theirs);
  if (verdict.kind === 'conflict') return { problem: { kind: 'conflict', theirs } };
  if (verdict.kind === 'insert') await insertDog(ownerId, change.id, verdict.content, change.createdAt);
  if (verdict.kind === 'update') await updateDog(ownerId, change.id, verdict.content);
  if (verdict.kind === 'delete') await removeDog(change.id);
  return 'done';
}

/** Plans a party. One whose dog is gone elsewhere waits until the owner has said whether the dog comes back. */
async function sendNewParty(ownerId: string, change: PartyChange, plan: CelebrationPlan): Promise<Outcome> {
  const { id, dogId } = change;
  try {
    await insertParty(ownerId, { id, dogId, plan });
  } catch (error) {
    const dog = (await lastSeen<Dog>(ownerId, 'dogs'))?.find((other) => other.id === dogId);
    if (!dog || !(await isOfLostDog(change, error))) throw error;
    await keepUndecided(ownerId, deletedElsewhere(dog), null);
    return 'waits for its dog';
  }
  return 'done';
}

async function sendParty(ownerId: string, change: PartyChange): Promise<Outcome> {
  const found = needsLook(change) ? await findParty(change.id) : null;
  const theirs = found && planOf(found);
  const verdict = reconcile(change, theirs);
  if (verdict.kind === 'conflict') return { problem: { kind: 'conflict', theirs } };
  if (verdict.kind === 'insert') return sendNewParty(ownerId, change, verdict.content);
  if (verdict.kind === 'update') await updateParty(change.id, verdict.content);
  if (verdict.kind === 'delete') await cancelParty(change.id);
  return 'done';
}

/** Uploads the photo that waits with a dog; from then on the change carries the photo's real address. */
async function sendPhoto(ownerId: string, change: DogChange): Promise<DogChange> {
  const address = change.mine?.photoUrl ?? null;
  if (!change.mine || !isWaitingPhoto(address)) return change;
  const photo = await keptPhoto(address);
  // The browser may have thrown it away to make room; the words are worth sending all the same.
  const photoUrl = photo ? await uploadPhoto(ownerId, photo) : (change.base?.photoUrl ?? null);
  const withPhoto = (mine: DogProfile | null) => (mine?.photoUrl === address ? { ...mine, photoUrl } : mine);
  await changeQueue(ownerId, (queue) =>
    queue.map((other) =>
      other.record === 'dog' && other.id === change.id ? { ...other, mine: withPhoto(other.mine) } : other,
    ),
  );
  await settlePhoto(address, photoUrl);
  return { ...change, mine: withPhoto(change.mine) };
}

/** How an attempt to send ended: 'later' is up to the backend or the session, 'not reachable' to the way there. */
type Attempt = 'done' | 'later' | 'not reachable';

async function sendChange(ownerId: string, waiting: Change): Promise<Attempt> {
  try {
    const change = waiting.record === 'dog' ? await sendPhoto(ownerId, waiting) : waiting;
    const queue = await changeQueue(ownerId, (queue) =>
      withState(queue, change, { attempted: change.mine, isDeletionSent: change.mine === null }),
    );
    // The owner has changed their mind just now: the newer words are sent instead.
    if (!queue.some(({ id, revision }) => id === change.id && revision === change.revision)) return 'done';
    const outcome = change.record === 'dog' ? await sendDog(ownerId, change) : await sendParty(ownerId, change);
    if (outcome === 'waits for its dog') return 'done';
    if (outcome !== 'done') {
      const { problem } = outcome;
      const { attempted, isDeletionSent = false } = change;
      await changeQueue(ownerId, (queue) => withState(queue, change, { problem, attempted, isDeletionSent }));
      return 'done';
    }
    await rememberSent(ownerId, change);
    await changeQueue(ownerId, (queue) => withoutSent(queue, change));
    return 'done';
  } catch (error) {
    return afterFailure(ownerId, waiting, error);
  }
}

async function afterFailure(ownerId: string, change: Change, error: unknown): Promise<Attempt> {
  if (isNotReachable(error)) return 'not reachable';
  const kind = error instanceof BackendError ? error.kind : 'unexpected';
  if (kind === 'session ended' || kind === 'no space') return 'later';
  // It arrived earlier, and its answer got lost: now its attempt is known, and the next turn looks at it.
  if (kind === 'exists already' && !needsLook(change)) return 'done';
  // Deleted just now, after it was looked at.
  const isGone = isNotFound(error) && change.mine !== null;
  const problem = isGone ? ({ kind: 'conflict', theirs: null } as const) : ({ kind: 'refused' } as const);
  await changeQueue(ownerId, (queue) => withState(queue, change, { problem }));
  return 'done';
}

/** Asks for next to nothing: whether an answer comes is the answer. */
async function findOutWhetherReachable(ownerId: string): Promise<Attempt> {
  try {
    await inTime(probeDogs(ownerId));
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
      if (!change) return 'done';
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
  return navigator.locks.request(`wagday-outbox-${ownerId}`, task) as Promise<Answer>;
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
    if (event === 'usable again') void own.send();
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
