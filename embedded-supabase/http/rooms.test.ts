import { EventEmitter } from 'node:events';
import { type Context, Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRoom, NoRoom } from './rooms.ts';

const kibibyte = 1024;

/** Creates a connection whose client takes and sends bytes when the test says so. */
function createConnection() {
  const handle = { bytesWritten: 0, writeQueueSize: 0 };
  const socket = {
    _handle: handle,
    bytesRead: 0,
    writableLength: 0,
    destroySoon: () => close(),
    destroy: () => close(),
    write: (text: string) => said.push(text),
  };
  const said: string[] = [];
  const incoming = { complete: true, socket };
  const outgoing = Object.assign(new EventEmitter(), { destroyed: false, headersSent: false });
  function close() {
    outgoing.destroyed = true;
    outgoing.emit('close');
  }
  return {
    said,
    env: { incoming, outgoing },
    incoming,
    isClosed: () => outgoing.destroyed,
    close,
    /** Begins an answer that the client has not taken. */
    answer(bytes = 1e9) {
      outgoing.headersSent = true;
      Object.assign(handle, { bytesWritten: bytes, writeQueueSize: bytes });
      socket.writableLength = bytes;
    },
    take(bytes: number) {
      handle.writeQueueSize -= bytes;
    },
    send(bytes: number) {
      socket.bytesRead += bytes;
    },
  };
}

/** Creates an app with room for one request, and a connection for each request. */
function createApp() {
  const room = createRoom({ inAll: 1 });
  const work = vi.fn(async () => 'made');
  const app = new Hono().get('/', async (c) => c.text(await room.hold(c, ['a'], 1, work)));
  app.onError((error, c) => c.text(error instanceof NoRoom ? 'gone' : 'failed'));
  const ask = () => {
    const { env, close } = createConnection();
    const answer = Promise.resolve(app.request('/', {}, env)).then((response) => response.text());
    return { answer, close };
  };
  return { work, ask };
}

test('room is held until the answer has been taken, not until it has been made', async () => {
  const { work, ask } = createApp();
  const [first, second] = [ask(), ask()];
  expect(await first.answer).toBe('made');
  await new Promise((done) => setImmediate(done));
  expect(work).toHaveBeenCalledTimes(1);
  first.close();
  expect(await second.answer).toBe('made');
});

test('nothing is made for a client that went while it waited', async () => {
  const { work, ask } = createApp();
  const [first, second, third] = [ask(), ask(), ask()];
  await first.answer;
  second.close();
  first.close();
  expect(await second.answer).toBe('gone');
  expect(await third.answer).toBe('made');
  expect(work).toHaveBeenCalledTimes(2);
});

test('work whose client goes keeps its room to its end, also when it fails', async () => {
  const { work, ask } = createApp();
  const { promise, reject } = Promise.withResolvers<string>();
  work.mockReturnValueOnce(promise);
  const [first, second] = [ask(), ask()];
  await expect.poll(() => work.mock.calls.length).toBe(1);
  first.close();
  await new Promise((done) => setImmediate(done));
  expect(work).toHaveBeenCalledTimes(1);
  reject(new Error('broken'));
  expect(await first.answer).toBe('failed');
  expect(await second.answer).toBe('made');
});

/** Creates room whose clock the test moves. */
function createClockedRoom(inAll: number, shares: { perClient?: number; perGroup?: number } = {}) {
  let time = 0;
  const room = createRoom({ inAll, ...shares }, { now: () => time, interval: 1e9 });
  return {
    room,
    /** Lets seconds pass, of which `meanwhile` does its part, and checks after each. */
    pass(seconds: number, meanwhile: () => void = () => undefined) {
      for (let second = 0; second < seconds; second += 1) {
        meanwhile();
        time += 1000;
        room.check();
      }
    },
    /** Holds a weight for a client, whose answer has begun. */
    async lend(path: readonly string[], weight = 1) {
      const connection = createConnection();
      let isIn = false;
      const held = room.hold(contextOf(connection), path, weight, async () => {
        isIn = true;
        connection.answer();
      });
      held.catch(() => undefined);
      await new Promise((done) => setImmediate(done));
      return { ...connection, held, isIn: () => isIn };
    },
  };
}

const settle = () => new Promise((done) => setImmediate(done));
const endless = () => new Promise<void>(() => undefined);
const contextOf = ({ env }: Pick<ReturnType<typeof createConnection>, 'env'>) => ({ env }) as unknown as Context;

test('when others wait, the slowest in the fullest network loses its connection, after a grace', async () => {
  const { pass, lend } = createClockedRoom(4);
  const slow = await lend(['net', 'a']);
  const slower = await lend(['net', 'b']);
  const slowest = await lend(['net', 'c']);
  const single = await lend(['elsewhere', 'd']);
  const newcomer = await lend(['other', 'e']);
  const move = () => {
    slow.take(2000);
    slower.take(1000);
  };
  pass(3, move);
  expect(slowest.isClosed()).toBe(false);
  pass(1, move);
  await settle();
  expect([slow, slower, slowest, single].map(({ isClosed }) => isClosed())).toEqual([false, false, true, false]);
  expect(newcomer.isIn()).toBe(true);
});

test('while nobody waits, a slow client keeps its room', async () => {
  const { pass, lend } = createClockedRoom(100);
  const phone = await lend(['net', 'a']);
  pass(300, () => phone.take(5 * kibibyte));
  expect(phone.isClosed()).toBe(false);
});

test('once half of a room is held, its clients must move 16 KiB a second', async () => {
  const { pass, lend } = createClockedRoom(4);
  const slow = await lend(['net', 'a']);
  const quick = await lend(['elsewhere', 'b']);
  const move = () => {
    slow.take(12 * kibibyte);
    quick.take(17 * kibibyte);
  };
  pass(60, move);
  expect(slow.isClosed()).toBe(false);
  pass(1, move);
  expect([slow.isClosed(), quick.isClosed()]).toEqual([true, false]);
});

test('in a room that is nearly empty, a client must move a kilobyte a second, in each minute anew', async () => {
  const { pass, lend } = createClockedRoom(1000);
  const slow = await lend(['net', 'a']);
  pass(61, () => slow.take(900));
  expect(slow.isClosed()).toBe(true);
  const quickAtFirst = await lend(['net', 'b']);
  pass(61, () => quickAtFirst.take(100 * kibibyte));
  expect(quickAtFirst.isClosed()).toBe(false);
  pass(60);
  expect(quickAtFirst.isClosed()).toBe(true);
});

test('what a client sends counts as what it takes', async () => {
  const { room, pass } = createClockedRoom(1);
  const sending = createConnection();
  sending.incoming.complete = false;
  void room.hold(contextOf(sending), ['a'], 1, endless);
  await settle();
  pass(61, () => sending.send(17 * kibibyte));
  expect(sending.isClosed()).toBe(false);
});

test('a crowd that waits takes nothing from a network that holds no more than its own', async () => {
  const { pass, lend } = createClockedRoom(4);
  const phone = await lend(['home', 'a']);
  const crowd = [await lend(['crowd', 'b']), await lend(['crowd', 'c']), await lend(['crowd', 'd'])];
  for (let waiting = 0; waiting < 10; waiting += 1) await lend(['crowd', 'e']);
  pass(4);
  expect([phone, ...crowd].map(({ isClosed }) => isClosed())).toEqual([false, true, true, true]);
});

test('a second one that waits takes nothing from a network that holds as much as its own', async () => {
  const { pass, lend } = createClockedRoom(2);
  const phone = await lend(['home', 'a']);
  const own = await lend(['crowd', 'b']);
  await lend(['crowd', 'c']);
  pass(4);
  expect([phone.isClosed(), own.isClosed()]).toEqual([false, true]);
});

test('as many lose their connections as what waits weighs, each in the network that is fullest by then', async () => {
  const { pass, lend } = createClockedRoom(5);
  const [most, rest, other] = [
    await lend(['net', 'a'], 2),
    await lend(['net', 'b'], 1),
    await lend(['elsewhere', 'c'], 2),
  ];
  const newcomer = await lend(['other', 'd'], 3);
  pass(4);
  await settle();
  expect([most, rest, other].map(({ isClosed }) => isClosed())).toEqual([true, false, true]);
  expect(newcomer.isIn()).toBe(true);
});

test('work that goes on in a fuller network protects no slow client', async () => {
  const { room, pass, lend } = createClockedRoom(4);
  void room.hold(contextOf(createConnection()), ['net'], 3, endless);
  await settle();
  const slow = await lend(['elsewhere', 'a']);
  const newcomer = await lend(['other', 'b']);
  pass(4);
  await settle();
  expect([slow.isClosed(), newcomer.isIn()]).toEqual([true, true]);
});

test('a network that room was taken from comes after the others', async () => {
  const { pass, lend } = createClockedRoom(1);
  const first = await lend(['crowd', 'a']);
  const again = await lend(['crowd', 'a']);
  const newcomer = await lend(['other', 'b']);
  pass(4);
  await settle();
  expect(first.isClosed()).toBe(true);
  expect([again.isIn(), newcomer.isIn()]).toEqual([false, true]);
});

test('a minute after room was taken from it, a network has its turn like any other', async () => {
  const { pass, lend } = createClockedRoom(1);
  await lend(['crowd', 'a']);
  const newcomer = await lend(['other', 'b']);
  pass(4);
  await settle();
  pass(60, () => newcomer.take(20 * kibibyte));
  const [again, next] = [await lend(['crowd', 'a']), await lend(['another', 'c'])];
  newcomer.close();
  await settle();
  expect([again.isIn(), next.isIn()]).toEqual([true, false]);
});

test('a request that is still worked on keeps its room, and one whose body does not arrive loses it with an answer', async () => {
  const { room, pass, lend } = createClockedRoom(2);
  const [working, sending] = [createConnection(), createConnection()];
  sending.incoming.complete = false;
  void room.hold(contextOf(working), ['a'], 1, endless);
  void room.hold(contextOf(sending), ['b'], 1, endless);
  await settle();
  const newcomer = await lend(['c']);
  pass(4, () => sending.send(10));
  expect([working.isClosed(), sending.isClosed()]).toEqual([false, true]);
  expect(sending.said.join('')).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 5/s);
  // Its work goes on, and so does its room.
  expect(newcomer.isIn()).toBe(false);
});

test('who holds room is looked at every second, as long as anybody does, and again when somebody does', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let looks = 0;
  const now = () => {
    looks += 1;
    return 0;
  };
  const room = createRoom({ inAll: 1 }, { now });
  for (let times = 0; times < 2; times += 1) {
    const connection = createConnection();
    await room.hold(contextOf(connection), ['a'], 1, async () => undefined);
    const before = looks;
    vi.advanceTimersByTime(1000);
    expect(looks).toBeGreaterThan(before);
    connection.close();
    vi.advanceTimersByTime(1000);
    expect(vi.getTimerCount()).toBe(0);
  }
});

test('what waits fails at once where all of it would fail as what ran', async () => {
  const dead = new Error('the database is silent');
  const room = createRoom({ inAll: 1, failsAll: (error) => error === dead });
  const failing = room.hold(contextOf(createConnection()), ['a'], 1, () => Promise.reject(dead));
  const waiting = room.hold(contextOf(createConnection()), ['b'], 1, async () => 'made');
  await expect(failing).rejects.toBe(dead);
  await expect(waiting).rejects.toBe(dead);
});

test('an answer weighs as many bytes as its text once it is made, and a small one nothing', async () => {
  const room = createRoom({ inAll: 10 });
  const answer = (body: string, smallAnswer?: number) => {
    const connection = createConnection();
    const held = room.holdAnswer(contextOf(connection), ['a'], 10, async () => ({ body }), smallAnswer);
    return held.then(() => connection);
  };
  const large = await answer('Größe', 6);
  expect([room.hasRoom(['b'], 3), room.hasRoom(['b'], 4)]).toEqual([true, false]);
  large.close();
  const small = await answer('Größe', 7);
  expect(room.hasRoom(['b'], 10)).toBe(true);
  small.close();
});
