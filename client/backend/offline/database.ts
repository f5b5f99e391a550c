/**
 * What is kept on this device for the time without network. Every key begins with the owner's id, so that nothing of one
 * owner is ever read for another. A browser that keeps nothing (private windows, full disks) makes every read empty.
 */
const databaseName = 'wagday';

/** `seen`: lists as the backend gave them last. `changes`: what waits to be sent, in order. */
export type StoreName = 'seen' | 'changes';
const storeNames: readonly StoreName[] = ['seen', 'changes'];

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let opened: Promise<IDBDatabase> | undefined;

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => {
    for (const name of storeNames) request.result.createObjectStore(name);
  };
  const database = await answerOf(request);
  // Another tab may want to delete or renew it, and must not wait for this one.
  database.onversionchange = () => {
    database.close();
    opened = undefined;
  };
  database.onclose = () => {
    opened = undefined;
  };
  return database;
}

function database(): Promise<IDBDatabase> {
  opened ??= openDatabase().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** The kept value, or undefined, also where nothing can be kept. */
export async function readKept(store: StoreName, key: string): Promise<unknown> {
  try {
    return await answerOf((await database()).transaction(store).objectStore(store).get(key));
  } catch {
    return undefined;
  }
}

/**
 * Replaces a kept value by what `change` makes of it, with no other tab in between; undefined removes it. `change` must
 * answer at once: a transaction does not wait for promises.
 * @throws DOMException when the browser keeps nothing.
 */
export async function changeKept<Value>(
  store: StoreName,
  key: string,
  change: (value: unknown) => Value | undefined,
): Promise<Value | undefined> {
  const transaction = (await database()).transaction(store, 'readwrite');
  const records = transaction.objectStore(store);
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  const next = change(await answerOf(records.get(key)));
  if (next === undefined) records.delete(key);
  else records.put(next, key);
  await done;
  return next;
}

/** Removes the values whose key `isUnwanted`, of one store. */
export async function removeKept(store: StoreName, isUnwanted: (key: string) => boolean): Promise<void> {
  try {
    const transaction = (await database()).transaction(store, 'readwrite');
    const records = transaction.objectStore(store);
    const keys = await answerOf(records.getAllKeys());
    for (const key of keys) if (isUnwanted(String(key))) records.delete(key);
    await new Promise<void>((resolve) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => resolve();
    });
  } catch {
    // Where nothing can be kept there is nothing to remove.
  }
}
