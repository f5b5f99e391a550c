/** Composes the outboxes of this page from what the browser offers. */
import { rowsOfOwner } from '../client.ts';
import { outboxChannel } from '../early-lists.ts';
import { browserClock, network } from '../network.ts';
import * as savedPhotos from '../photos/saved-photos.ts';
import { storedOwnerId } from '../session/session-store.ts';
import { subscribeToRefreshes } from '../session/token-refresh.ts';
import { createStore } from '../store.ts';
import * as database from './database.ts';
import { subscribeToForgetting } from './forget.ts';
import { createOutbox, emptyQueue, type Outbox, type Surroundings } from './queue.ts';
import * as waitingPhotos from './waiting-photos.ts';

const channel = 'BroadcastChannel' in window ? new BroadcastChannel(outboxChannel) : null;

/** The unsent changes of the owner whose outbox is open. */
export const shownQueue = createStore(emptyQueue);

const surroundings: Surroundings = {
  backend: rowsOfOwner,
  network,
  clock: browserClock,
  signedInOwner: storedOwnerId,
  store: database,
  photos: { ...savedPhotos, ...waitingPhotos },
  shown: shownQueue,
  tellTabs: (ownerId) => channel?.postMessage(ownerId),
  followTabs(listener) {
    const follow = ({ data }: MessageEvent) => listener(data);
    channel?.addEventListener('message', follow);
    return () => channel?.removeEventListener('message', follow);
  },
  inTurn: (name, work) => (navigator.locks ? navigator.locks.request(name, work) : work()),
  onEvent(listener) {
    const closing = new AbortController();
    const { signal } = closing;
    window.addEventListener('offline', () => listener('offline'), { signal });
    window.addEventListener('online', () => listener('online'), { signal });
    const onVisible = () => document.visibilityState === 'visible' && listener('returned');
    document.addEventListener('visibilitychange', onVisible, { signal });
    const unsubscribe = subscribeToRefreshes((event) => event === 'refreshed' && listener('returned'));
    return () => {
      closing.abort();
      unsubscribe();
    };
  },
};

const outboxes = new Map<string, Outbox>();

/** Returns this page's outbox of an owner. */
export function outboxOf(ownerId: string): Outbox {
  const outbox = outboxes.get(ownerId) ?? createOutbox(surroundings, ownerId);
  outboxes.set(ownerId, outbox);
  return outbox;
}

function forget() {
  for (const outbox of outboxes.values()) {
    outbox.unstored = [];
    outbox.failedEdits.clear();
  }
  shownQueue.set(emptyQueue);
}

/** Tells the other tabs to forget as well. No owner has this id. */
const forgetting = '';

subscribeToForgetting(() => {
  forget();
  channel?.postMessage(forgetting);
});
channel?.addEventListener('message', ({ data }) => data === forgetting && forget());
