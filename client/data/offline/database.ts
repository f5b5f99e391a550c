/**
 * Stores data on this device for use without network. Every key of an owner's data begins with the owner's id, so that it is never read
 * for another. In a browser that stores nothing (private windows, full disks) every read is empty.
 */
const databaseName = 'wagday';

/** Raise it when earlier builds cannot read what this one stores. Their tabs can then no longer open the database. */
const databaseVersion = 2;

/** `seen`: the last lists from the backend, and the photo of a visitor. `changes`: unsent changes, in order. */
const storeNames = ['seen', 'changes'] as const;
/** The key of the photo that a visitor prepared for a calculated dog. It belongs to no owner yet, and goes with that dog. */
export const visitorPhotoKey = 'visitor/photo';

type StoreName = (typeof storeNames)[number];

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let opened: Promise<IDBDatabase> | undefined;

function openAnew() {
  opened = undefined;
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, databaseVersion);
  request.onupgradeneeded = () => {
    const { result } = request;
    for (const name of storeNames) if (!result.objectStoreNames.contains(name)) result.createObjectStore(name);
  };
  const database = await answerOf(request);
  // Closes the database, so that another tab can delete or upgrade it.
  database.onversionchange = () => {
    database.close();
    openAnew();
  };
  database.onclose = openAnew;
  return database;
}

export function database(): Promise<IDBDatabase> {
  if (!opened) {
    opened = openDatabase();
    opened.catch(openAnew);
  }
  return opened;
}

type Work<Answer> = (store: IDBObjectStore) => Promise<Answer>;

async function transact<Answer>(
  used: IDBDatabase,
  name: StoreName,
  mode: IDBTransactionMode,
  work: Work<Answer>,
): Promise<Answer> {
  const transaction = used.transaction(name, mode);
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  const [answer] = await Promise.all([work(transaction.objectStore(name)), done]);
  return answer;
}

export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/**
 * Runs work in one transaction, and once more in a database opened anew if that fails: Safari loses the connection of a page that was
 * in the background, without an event. Nothing is stored by a transaction that fails.
 * @throws DOMException when the browser stores nothing
 */
async function within<Answer>(name: StoreName, mode: IDBTransactionMode, work: Work<Answer>): Promise<Answer> {
  const used = database();
  try {
    return await transact(await used, name, mode, work);
  } catch (error) {
    if (!(error instanceof DOMException) || isFull(error)) throw error;
    if (opened === used) openAnew();
    used.then((lost) => lost.close()).catch(() => undefined);
    return transact(await database(), name, mode, work);
  }
}

/** Asks the browser not to clear what this site stores. Safari otherwise does after seven days without a visit. */
export async function askToKeepStored(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => undefined);
}

/** Whether the browser may clear what is stored after seven days without a visit: Safari, unless it was asked not to or Wagday is installed. */
export async function mayBeCleared(): Promise<boolean> {
  // Only WebKit has such events, on iPhones in browsers of every name.
  if (!('GestureEvent' in window) || window.matchMedia('(display-mode: standalone)').matches) return false;
  return !(await navigator.storage?.persisted?.().catch(() => false));
}

/** Returns the stored value, or undefined. Callers check its type, because another build may have stored it. */
export function readStored(name: StoreName, key: string): Promise<unknown> {
  return within<unknown>(name, 'readonly', (store) => answerOf(store.get(key))).catch(() => undefined);
}

/** Replaces a stored value in one transaction; undefined removes it. @throws DOMException when the browser stores nothing */
export function changeStored(name: StoreName, key: string, change: (value: unknown) => unknown): Promise<void> {
  return within(name, 'readwrite', async (store) => {
    const next = change(await answerOf<unknown>(store.get(key)));
    if (next === undefined) store.delete(key);
    else store.put(next, key);
  });
}

/** Removes the values of one store for whose key `isUnwanted` returns true. */
export async function removeStored(name: StoreName, isUnwanted: (key: string) => boolean): Promise<void> {
  await within(name, 'readwrite', async (store) => {
    for (const key of await answerOf(store.getAllKeys())) if (isUnwanted(String(key))) store.delete(key);
  }).catch(() => undefined);
}
