/**
 * What is kept on this device for the time without network. Every key begins with the owner's id, so that nothing of one
 * owner is ever read for another. A browser that keeps nothing (private windows, full disks) makes every read empty.
 */
const databaseName = 'wagday';

/** Rises when an earlier build could not read what this one keeps, so that its tabs can no longer open the database. */
const databaseVersion = 2;

/** `seen`: lists as the backend gave them last. `changes`: what waits to be sent, in order. */
const storeNames = ['seen', 'changes'] as const;
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
  // Another tab may want to delete or renew it, and must not wait for this one.
  database.onversionchange = () => {
    database.close();
    openAnew();
  };
  database.onclose = openAnew;
  return database;
}

function database(): Promise<IDBDatabase> {
  if (!opened) {
    opened = openDatabase();
    opened.catch(openAnew);
  }
  return opened;
}

/** Works in one transaction. @throws DOMException when the browser keeps nothing. */
async function within<Answer>(
  name: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Answer>,
): Promise<Answer> {
  const transaction = (await database()).transaction(name, mode);
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  const [answer] = await Promise.all([work(transaction.objectStore(name)), done]);
  return answer;
}

/** The kept value, or undefined. Its reader checks it: another build may have kept it. */
export async function readKept(name: StoreName, key: string): Promise<unknown> {
  try {
    return await within<unknown>(name, 'readonly', (store) => answerOf(store.get(key)));
  } catch {
    return undefined;
  }
}

/**
 * Replaces a kept value by what `change` makes of it, in one transaction; undefined removes it.
 * @throws DOMException when the browser keeps nothing.
 */
export function changeKept(name: StoreName, key: string, change: (value: unknown) => unknown): Promise<void> {
  return within(name, 'readwrite', async (store) => {
    const next = change(await answerOf<unknown>(store.get(key)));
    if (next === undefined) store.delete(key);
    else store.put(next, key);
  });
}

/** Removes the values of one store whose key `isUnwanted`. */
export async function removeKept(name: StoreName, isUnwanted: (key: string) => boolean): Promise<void> {
  await within(name, 'readwrite', async (store) => {
    for (const key of await answerOf(store.getAllKeys())) if (isUnwanted(String(key))) store.delete(key);
  }).catch(() => undefined);
}
