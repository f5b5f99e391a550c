import type { DogProfile } from '../../../domain/drafts.ts';
import { cancelParty, findParty, insertParty, type Party, updateParty } from '../celebrations.ts';
import { supabase } from '../client.ts';
import { type Dog, findDog, insertDog, removeDog, updateDog } from '../dogs.ts';
import { BackendError } from '../errors.ts';
import { uploadPhoto } from '../photos.ts';
import {
  type Change,
  type DogChange,
  nextToSend,
  type PartyChange,
  planOf,
  profileOf,
  withDecision,
  withDogChanges,
  withoutSent,
  withPartyChanges,
  withState,
} from './changes.ts';
import { changeLastSeen } from './last-seen.ts';
import { isOffline, subscribeToNetwork } from './network.ts';
import { changeQueue, queueOf, renewLists, showOutboxOf, showSending } from './outbox.ts';
import { needsLook, reconcile } from './reconcile.ts';
import { isWaitingPhoto, keptPhoto, settlePhoto } from './waiting-photos.ts';

/** What became of a change: it is done, or `problem` says why it is not. */
type Outcome = { problem: Change['problem'] };

const done: Outcome = { problem: null };

async function sendDog(ownerId: string, change: DogChange): Promise<Outcome> {
  const found = needsLook(change) ? await findDog(change.id) : null;
  const theirs = found && profileOf(found);
  const verdict = reconcile(change, theirs);
  if (verdict.kind === 'conflict') return { problem: { kind: 'conflict', theirs } };
  if (verdict.kind === 'insert') await insertDog(ownerId, change.id, verdict.content, change.createdAt);
  if (verdict.kind === 'update') await updateDog(ownerId, change.id, verdict.content);
  if (verdict.kind === 'delete') await removeDog(change.id);
  return done;
}

async function sendParty(ownerId: string, change: PartyChange): Promise<Outcome> {
  const found = needsLook(change) ? await findParty(change.id) : null;
  const theirs = found && planOf(found);
  const verdict = reconcile(change, theirs);
  const { id, dogId } = change;
  if (verdict.kind === 'conflict') return { problem: { kind: 'conflict', theirs } };
  if (verdict.kind === 'insert') await insertParty(ownerId, { id, dogId, plan: verdict.content });
  if (verdict.kind === 'update') await updateParty(id, verdict.content);
  if (verdict.kind === 'delete') await cancelParty(id);
  return done;
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

/** Sends one change. Answers false when the backend cannot be reached or knows nobody here: all the rest waits, too. */
async function sendChange(ownerId: string, waiting: Change): Promise<boolean> {
  try {
    const change = waiting.record === 'dog' ? await sendPhoto(ownerId, waiting) : waiting;
    const queue = await changeQueue(ownerId, (queue) => withState(queue, change, { attempted: change.mine }));
    // The owner has changed their mind just now: the newer words are sent instead.
    if (!queue.some(({ id, revision }) => id === change.id && revision === change.revision)) return true;
    const { problem } = change.record === 'dog' ? await sendDog(ownerId, change) : await sendParty(ownerId, change);
    if (problem) {
      await changeQueue(ownerId, (queue) => withState(queue, change, { problem, attempted: change.attempted }));
      return true;
    }
    await rememberSent(ownerId, change);
    await changeQueue(ownerId, (queue) => withoutSent(queue, change));
    return true;
  } catch (error) {
    return afterFailure(ownerId, waiting, error);
  }
}

async function rememberSent(ownerId: string, change: Change) {
  const { createdAt } = change;
  const placed = { ...change, createdAt: createdAt ?? new Date().toISOString() };
  await changeLastSeen<Dog>(ownerId, 'dogs', (dogs) => withDogChanges(dogs, [placed]));
  await changeLastSeen<Party>(ownerId, 'parties', (parties) => withPartyChanges(parties, [placed]));
}

async function afterFailure(ownerId: string, change: Change, error: unknown): Promise<boolean> {
  const kind = error instanceof BackendError ? error.kind : 'unexpected';
  if (kind === 'not reachable' || kind === 'session ended') return false;
  // It arrived earlier, and its answer got lost: now its attempt is known, and the next turn looks at it.
  if (kind === 'exists already' && !needsLook(change)) return true;
  const problem = { kind: 'refused' } as const;
  await changeQueue(ownerId, (queue) => withState(queue, change, { problem }));
  return true;
}

async function isSignedIn(ownerId: string): Promise<boolean> {
  const { auth } = await supabase();
  const { data } = await auth.getSession();
  return data.session?.user.id === ownerId;
}

async function sendInTurn(ownerId: string): Promise<boolean> {
  let isRunning = !isOffline() && nextToSend(await queueOf(ownerId)) !== undefined;
  if (!isRunning) return true;
  // Without a session nothing is refused for good: it goes on once the owner is back.
  if (!(await isSignedIn(ownerId))) return false;
  try {
    while (isRunning) {
      const change = nextToSend(await queueOf(ownerId));
      if (!change) return true;
      showSending(change.id);
      isRunning = await sendChange(ownerId, change);
    }
    return false;
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

/** How long to wait for a backend that cannot be reached, in milliseconds: from the first up to the last. */
const patience = { first: 5_000, last: 60_000 };

type Sender = { send: () => void; stop: () => void };

function createSender(ownerId: string): Sender {
  let isStopped = false;
  let timer: number | undefined;
  let wait = patience.first;
  let current: Promise<void> | undefined;
  let isAskedAgain = false;

  async function run() {
    window.clearTimeout(timer);
    const isDone = await inOneTab(ownerId, () => sendInTurn(ownerId)).catch(() => false);
    if (isStopped) return;
    if (isDone || isOffline()) {
      wait = patience.first;
      return;
    }
    timer = window.setTimeout(send, wait);
    wait = Math.min(wait * 2, patience.last);
  }

  function send() {
    if (isStopped) return;
    if (current) {
      isAskedAgain = true;
      return;
    }
    current = run().finally(() => {
      current = undefined;
      if (isAskedAgain) {
        isAskedAgain = false;
        send();
      }
    });
  }

  return {
    send,
    stop: () => {
      isStopped = true;
      window.clearTimeout(timer);
    },
  };
}

let sender: Sender | undefined;

/** Sends what waits, as soon as there is a network. */
export function sendWaiting() {
  sender?.send();
}

/** Shows and sends an owner's changes from now on, until the answered function is called. */
export function openOutbox(ownerId: string): () => void {
  const hide = showOutboxOf(ownerId);
  const own = createSender(ownerId);
  sender = own;
  const onNetwork = () => {
    renewLists();
    own.send();
  };
  const onReturn = () => {
    if (document.visibilityState === 'visible') own.send();
  };
  const unsubscribe = subscribeToNetwork(onNetwork);
  document.addEventListener('visibilitychange', onReturn);
  own.send();
  return () => {
    own.stop();
    if (sender === own) sender = undefined;
    unsubscribe();
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
