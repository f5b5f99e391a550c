import { createClient } from '@supabase/supabase-js';
import { BackendError } from '../../client/data/backend-error.ts';
import { createNetwork } from '../../client/data/network.ts';
import { createOutbox, emptyQueue, type Outbox, type Surroundings } from '../../client/data/offline/queue.ts';
import { openQueue } from '../../client/data/offline/sender.ts';
import { createStore } from '../../client/data/store.ts';
import { type Answer, type ModelBackend, type Request, refusalWith } from './model-backend.ts';
import type { Chance, Time } from './time.ts';

/** What may become of a request in bad weather. */
const faults = ['lost', 'cut', 'doubled', 'late', 'slow', 'ended', 'forbidden', 'busy', 'failed', 'lied', 'away'];

/** Where a device keeps the photos that wait. */
const waiting = '/waiting/';

/** After how long a request is given up, in milliseconds, as in client.ts. */
const answerTime = 8_000;

/** A page of a tab from its load to its end. */
export type Life = {
  device: Device;
  isDead: boolean;
  outbox: Outbox;
  /** Leaves the page as its components do. */
  close: () => void;
  onTold: Set<(ownerId: unknown) => void>;
  onEvent: Set<(event: 'offline' | 'online' | 'returned') => void>;
  /** The faults that its next requests meet, by method. */
  faults: Record<string, string>;
  /** Told when the answer of a planned slow request has arrived. */
  onSlow: () => void;
  /** Told of the id of a record whose deletion is sent. */
  onDelete: Set<(id: string) => void>;
  /** Forgets what the page remembers of the queue, as at a sign-out. */
  forget: () => void;
};

/** Creates a device: what its tabs share. */
export function createDevice(name: string, ownerId: string) {
  return {
    name,
    /** The owner who is signed in. */
    ownerId: ownerId as string | null,
    isOffline: false,
    /** How likely a request meets a fault. */
    weather: 0,
    /** By how much its clock is fast, in milliseconds. */
    skew: 0,
    /** Whether the browser has no room at the moment. */
    isFull: false,
    /** Whether it had none at some time. Each tab has then changes that no other knows. */
    wasFull: false,
    stores: { seen: new Map<string, string>(), changes: new Map<string, string>() },
    /** When each store has done what it was asked last. */
    busyUntil: { seen: 0, changes: 0 },
    photos: new Map<string, Blob>(),
    sentPhotos: new Map<string, string>(),
    /** The versions with which its tabs have saved records. */
    saved: new Map<string, number>(),
    locks: new Map<string, { life: Life; start: () => void }[]>(),
    lives: new Set<Life>(),
  };
}

export type Device = ReturnType<typeof createDevice>;

export type World = {
  time: Time;
  chance: Chance;
  backend: ModelBackend;
  log: (line: () => string) => void;
  /** Notes what no page may do. */
  strange: (what: string) => void;
};

function responseOf({ status, body, headers }: Answer): Response {
  const text = body === null ? '' : JSON.stringify(body);
  const response = {
    ok: status < 400,
    status,
    statusText: '',
    headers: new Headers(headers),
    text: () => Promise.resolve(text),
  };
  return response as unknown as Response;
}

/** Sends requests over a network that loses, cuts, doubles and delays them, to a backend that may refuse them. */
function createFetch(world: World, life: Life): typeof fetch {
  const { time, chance, backend, log } = world;
  const { device } = life;
  const exchange = (
    resolve: (answer: Answer) => void,
    reject: (error: Error) => void,
    request: Request,
    owner: string,
  ) => {
    const planned = life.faults[request.method];
    delete life.faults[request.method];
    const fault = planned ?? (chance.happens(device.weather) ? chance.pick(faults) : 'none');
    const [up, down] = [chance.between(5, 150), chance.between(5, 150)];
    const cut = () => reject(new TypeError('Failed to fetch'));
    const apply = () => {
      log(() => `  ${device.name} ${request.method} ${request.url.pathname.split('/').at(-1)} ${fault}`);
      return backend.carryOut(request, owner);
    };
    const answer = (given: Answer, delay = down) => {
      time.after(delay, () => (device.isOffline ? cut() : resolve(given)));
      if (planned === 'slow') time.after(delay + 30, life.onSlow);
    };
    const instead: Record<string, () => void> = {
      lost: () => time.after(down, cut),
      cut: () => {
        apply();
        time.after(down, cut);
      },
      doubled: () => {
        apply();
        answer(apply());
      },
      late: () =>
        time.after(chance.between(1_000, 30_000), () => {
          backend.noteLate(request);
          answer(apply());
        }),
      slow: () => answer(apply(), chance.between(1_000, 12_000)),
      ended: () => answer(refusalWith(401, 'PGRST301', 'JWT expired')),
      forbidden: () => {
        backend.refuse(request);
        answer(refusalWith(403, '42501', 'permission denied'));
      },
      busy: () => answer(refusalWith(429, 'X', 'too many requests', { 'Retry-After': chance.pick(['1', '20']) })),
      failed: () => answer(refusalWith(500, 'XX000', 'trouble')),
      // It failed, and did it all the same.
      lied: () => {
        apply();
        answer(refusalWith(500, 'XX000', 'trouble'));
      },
      away: () => answer(refusalWith(503, 'PGRST001', 'no database')),
    };
    time.after(up, instead[fault] ?? (() => answer(apply())));
  };
  return (input, init) =>
    new Promise((resolve, reject) => {
      const alive =
        <Value>(work: (value: Value) => void) =>
        (value: Value) =>
          void (life.isDead || work(value));
      const owner = device.ownerId;
      // As session/owner-fetch.ts answers.
      if (owner === null) {
        resolve(responseOf(refusalWith(401, 'PGRST302', 'Nobody is signed in.')));
        return;
      }
      const method = init?.method ?? 'GET';
      if (owner !== life.outbox.ownerId)
        world.strange(`${method} for ${life.outbox.ownerId} with the session of ${owner}`);
      if (device.isOffline) {
        time.after(1, () => alive(reject)(new TypeError('Failed to fetch')));
        return;
      }
      const giveUp = alive<void>(() => reject(new DOMException('No answer in time.', 'TimeoutError')));
      time.after(answerTime, giveUp);
      const url = new URL(String(input));
      if (method === 'DELETE')
        for (const listener of life.onDelete) listener(String(url.searchParams.get('id')).slice(3));
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      const request = { method, url, headers: new Headers(init?.headers), body };
      const take = alive((answer: Answer) => {
        const response = responseOf(answer);
        life.outbox.network.notePause(response);
        resolve(response);
      });
      exchange(take, alive(reject), request, owner);
    });
}

/** The store of a device, in which transactions follow each other. One that a page has not ended is given up with it. */
function createDeviceStore({ time, chance }: World, life: Life): Surroundings['store'] {
  const { device } = life;
  function transact<Value>(
    name: 'seen' | 'changes',
    work: (store: Map<string, string>) => Value,
    isWriting = true,
  ): Promise<Value> {
    return new Promise((resolve, reject) => {
      const at = Math.max(device.busyUntil[name], time.now() + chance.between(0, 4));
      device.busyUntil[name] = at;
      time.after(at - time.now(), () => {
        if (life.isDead) return;
        const isFull = device.isFull && isWriting;
        const result = isFull ? undefined : work(device.stores[name]);
        time.after(chance.between(0, 3), () => {
          if (life.isDead) return;
          if (isFull) reject(new DOMException('full', 'QuotaExceededError'));
          else resolve(result as Value);
        });
      });
    });
  }
  const read = (store: Map<string, string>, key: string): unknown => {
    const text = store.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  };
  return {
    isFull: (error) => error instanceof DOMException && error.name === 'QuotaExceededError',
    readStored: (name, key) => transact(name, (store) => read(store, key), false),
    changeStored: (name, key, change) =>
      transact(name, (store) => {
        const next = change(read(store, key));
        if (next === undefined) store.delete(key);
        else store.set(key, JSON.stringify(next));
      }),
    removeStored: (name, isUnwanted) =>
      transact(
        name,
        (store) => {
          for (const key of store.keys()) if (isUnwanted(key)) store.delete(key);
        },
        false,
      ),
  };
}

/** Locks that end with the page that holds them. */
function inTurnOn({ time }: World, life: Life): Surroundings['inTurn'] {
  const { locks } = life.device;
  return (name, work) =>
    new Promise((resolve, reject) => {
      const queue = locks.get(name) ?? [];
      locks.set(name, queue);
      const start = () =>
        time.after(1, () => {
          if (life.isDead) return;
          void work()
            .then(resolve, reject)
            .finally(() => {
              const index = queue.findIndex((other) => other.start === start);
              if (index >= 0) queue.splice(index, 1);
              queue[0]?.start();
            });
        });
      queue.push({ life, start });
      if (queue.length === 1) start();
    });
}

/** The name of a photo, which stays the same when it is uploaded. */
const names = new WeakMap<Blob, string>();
const nameOf = (photo: Blob) => names.get(photo);

function photoOf(name: string): Blob {
  const photo = new Blob();
  names.set(photo, name);
  return photo;
}

function photosOf(world: World, life: Life): Surroundings['photos'] {
  const { time, chance, backend } = world;
  const { device } = life;
  const soon = <Value>(work: () => Value, delay = chance.between(1, 5)): Promise<Value> =>
    new Promise((resolve, reject) => {
      time.after(delay, () => {
        if (life.isDead) return;
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
    });
  /** Asks the store. As there, only the product keeps an owner's photos from the session of another. */
  const asking = <Value>(work: () => Value, delay: number): Promise<Value> => {
    if (device.ownerId !== life.outbox.ownerId)
      world.strange(`photos of ${life.outbox.ownerId} with the session of ${device.ownerId}`);
    return soon(() => {
      if (device.isOffline || chance.happens(device.weather))
        throw new BackendError(chance.pick(['not reachable', 'in trouble', 'no space']), 'trouble');
      if (device.ownerId !== life.outbox.ownerId) throw new BackendError('refused', 'The folder is of another owner.');
      return work();
    }, delay);
  };
  return {
    isWaitingPhoto: (value): value is string => typeof value === 'string' && value.startsWith(waiting),
    isStoredPhoto: (value): value is string => typeof value === 'string' && value.startsWith('https://'),
    keptPhoto(address) {
      const photo = device.photos.get(address) ?? null;
      return soon(() => photo, chance.between(1, 1_000));
    },
    isPhotoLost: (address) => asking(() => !backend.hasPhoto(address), chance.between(10, 300)),
    // The browser has kept what a page has shown.
    copyOfPhoto: (address) => soon(() => photoOf(String(address.split('/').at(-2)))),
    uploadPhoto: (ownerId, photo) =>
      asking(() => backend.addPhoto(`https://photos.example/${ownerId}/${nameOf(photo)}`), chance.between(50, 3_000)),
    settlePhoto(address, photoUrl) {
      if (photoUrl) device.sentPhotos.set(address, photoUrl);
    },
    discardKeptPhotos: (addresses) =>
      soon(() => {
        for (const address of addresses) device.photos.delete(address);
      }),
    settledPhotoUrl: (value) => device.sentPhotos.get(String(value)) ?? value,
  };
}

/** Opens a page for the owner who is signed in to the device. */
export function openPage(world: World, device: Device, ownerId: string): Life {
  const { time, chance } = world;
  const clock: Surroundings['clock'] = {
    now: () => time.now() + device.skew,
    after: (delay, run) => time.after(delay, () => void (life.isDead || run())),
  };
  const life = {
    device,
    isDead: false,
    onTold: new Set(),
    onEvent: new Set(),
    onDelete: new Set(),
    faults: {},
  } as unknown as Life;
  const client = createClient('https://wagday.example', 'key', {
    accessToken: () => Promise.resolve('token'),
    db: { retry: false },
    global: { fetch: createFetch(world, life) },
  });
  const shown = createStore(emptyQueue);
  const surroundings: Surroundings = {
    backend: () => Promise.resolve(client),
    network: createNetwork(clock, () => device.isOffline),
    clock,
    signedInOwner: () => device.ownerId,
    store: createDeviceStore(world, life),
    tellTabs(told) {
      for (const other of device.lives) {
        if (other === life) continue;
        time.after(chance.between(1, 20), () => {
          if (!other.isDead) for (const listener of other.onTold) listener(told);
        });
      }
    },
    followTabs(listener) {
      life.onTold.add(listener);
      return () => life.onTold.delete(listener);
    },
    inTurn: inTurnOn(world, life),
    onEvent(listener) {
      life.onEvent.add(listener);
      return () => life.onEvent.delete(listener);
    },
    photos: photosOf(world, life),
    shown,
  };
  life.outbox = createOutbox(surroundings, ownerId);
  life.forget = () => {
    life.outbox.unstored = [];
    life.outbox.failedEdits.clear();
  };
  device.lives.add(life);
  const close = openQueue(life.outbox);
  life.close = () => {
    close();
    // The page now shows what is the next owner's.
    shown.subscribe(() => world.strange(`the closed outbox of ${ownerId} shows something`));
  };
  return life;
}

/** Ends a page at once, whatever it waits for. */
export function endPage(life: Life) {
  const { device } = life;
  life.isDead = true;
  device.lives.delete(life);
  for (const queue of device.locks.values()) {
    const isHolder = queue[0]?.life === life;
    queue.splice(0, queue.length, ...queue.filter((other) => other.life !== life));
    if (isHolder) queue[0]?.start();
  }
}

/** Puts a chosen photo where it waits for its upload. */
export function keepPhoto(device: Device, id: string): string {
  const address = `${waiting}${id}`;
  device.photos.set(address, photoOf(id));
  return address;
}

/** Tells the pages of a device what its browser has noticed. */
export function tellPages(device: Device, event: 'offline' | 'online' | 'returned') {
  for (const life of device.lives) for (const listener of life.onEvent) listener(event);
}
