import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHosts, inTurns, type Turn } from './host-turns.ts';

const batch = 8_000;
const places = { all: 50, ofOwner: 2, toHost: 10 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends messages by a clock that the test controls, and returns how many were in flight at once. */
function open(hosts = createHosts()) {
  const underWay = new Map<string, number>();
  const peaks = new Map<string, number>();
  const count = (key: string, change: number) => {
    const counted = (underWay.get(key) ?? 0) + change;
    underWay.set(key, counted);
    peaks.set(key, Math.max(peaks.get(key) ?? 0, counted));
  };
  const turn = (owner: string, host: string, act: () => Promise<unknown>): Turn<string> => ({
    owner,
    host,
    async act() {
      const begin = Date.now();
      for (const key of ['all', owner, host]) count(key, 1);
      await act();
      for (const key of ['all', owner, host]) count(key, -1);
      return `${host} after ${Date.now() - begin}`;
    },
    leave: (rest) => `left for ${rest}`,
  });
  return {
    peaks,
    turn,
    hanging: (owner: string, host = 'hanging.example') =>
      turn(owner, host, async () => {
        await wait(4_000);
        hosts.noteTimeOut(host, Date.now());
      }),
    quick: (owner: string, host = 'quick.example') =>
      turn(owner, host, async () => {
        await wait(100);
        hosts.noteAnswer(host);
      }),
    async send(turns: readonly Turn<string>[]) {
      const begin = Date.now();
      const sent: { result: string | null; at: number }[] = [];
      const all = inTurns<string>(
        turns.map((one, index) => ({
          ...one,
          act: () =>
            one.act().then((result) => {
              sent[index] = { result, at: Date.now() - begin };
              return result;
            }),
        })),
        { hosts, places, now: Date.now, isOver: () => Date.now() - begin >= batch },
      );
      let isDone = false;
      void all.then(() => {
        isDone = true;
      });
      while (!isDone) await vi.advanceTimersByTimeAsync(100);
      return { results: await all, sent, took: Date.now() - begin };
    },
  };
}

const owners = Array.from({ length: 100 }, (_, index) => `owner ${index}`);
const times = <Value>(count: number, make: (index: number) => Value) =>
  Array.from({ length: count }, (_, i) => make(i));

test('a hanging push service with ten browsers of a hundred owners delays neither a mail nor a push elsewhere, and then rests @10.306', async () => {
  const { hanging, quick, send } = open();
  const hung = owners.flatMap((owner) => times(10, () => hanging(owner)));
  const { results, sent, took } = await send([...hung, quick('bystander', 'mail'), quick('bystander')]);
  expect(sent.slice(-2).map(({ at }) => at)).toEqual([100, 100]);
  expect(took).toBe(4_000);
  expect(results.filter((result) => result === 'hanging.example after 4000')).toHaveLength(10);
  expect(results.filter((result) => result === 'left for 300000')).toHaveLength(990);
});

test('at most two messages of an owner, ten to a host and fifty in all are on their way at once', async () => {
  const { peaks, quick, send } = open();
  const turns = owners.flatMap((owner, index) => times(3, () => quick(owner, `host ${index % 8}`)));
  const { results } = await send(turns);
  expect(results.every((result) => result?.includes(' after 100'))).toBe(true);
  expect(peaks.get('all')).toBe(50);
  expect(peaks.get('owner 0')).toBe(2);
  const few = open();
  await few.send(owners.map((owner) => few.quick(owner, 'one')));
  expect(few.peaks.get('one')).toBe(10);
});

test('a batch starts nothing more when its time is up, and what was not started is left', async () => {
  const { turn, send } = open();
  const slow = owners.map((owner) => turn(owner, 'slow.example', () => wait(3_900)));
  const { results, took } = await send(slow);
  expect(took).toBe(3 * 3_900);
  expect(results.filter((result) => result === 'slow.example after 3900')).toHaveLength(30);
  expect(results.filter((result) => result === 'left for null')).toHaveLength(70);
});

test('a message that fails costs no other its place', async () => {
  const { turn, quick, send } = open();
  const failing = times(60, () => turn('one', 'failing.example', () => Promise.reject(new Error('no'))));
  const { results } = await send([...failing, quick('one')]);
  expect(results.at(-1)).toBe('quick.example after 100');
  expect(results.filter((result) => result === null)).toHaveLength(60);
});

test('a host rests five minutes after five time-outs in a row, and an answer in between ends the row', () => {
  const hosts = createHosts();
  const timeOut = (times: number, now: number) => {
    for (let count = 0; count < times; count += 1) hosts.noteTimeOut('a', now);
  };
  timeOut(4, 0);
  hosts.noteAnswer('a');
  timeOut(4, 1_000);
  expect(hosts.restOf('a', 1_000)).toBe(0);
  timeOut(1, 2_000);
  expect(hosts.restOf('a', 2_000)).toBe(300_000);
  expect(hosts.restOf('b', 2_000)).toBe(0);
  expect(hosts.restOf('a', 302_000)).toBe(0);
  timeOut(1, 303_000);
  expect(hosts.restOf('a', 303_000)).toBe(300_000);
});

test('a host that was silent gets one message after its rest, and all of them again once it answers', async () => {
  const hosts = createHosts();
  for (let time = 0; time < 5; time += 1) hosts.noteTimeOut('slow', Date.now() - 300_000);
  const { peaks, quick, hanging, send } = open(hosts);
  const { results } = await send(owners.map((owner) => hanging(owner, 'slow')));
  expect(peaks.get('slow')).toBe(1);
  expect(results.filter((result) => result === 'left for 300000')).toHaveLength(99);
  await vi.advanceTimersByTimeAsync(300_000);
  await send(owners.map((owner) => quick(owner, 'slow')));
  expect(peaks.get('slow')).toBe(10);
});

test('no more than a thousand hosts are remembered', () => {
  const hosts = createHosts();
  for (let time = 0; time < 5; time += 1) hosts.noteTimeOut('first', 0);
  for (let other = 0; other < 999; other += 1) hosts.noteTimeOut(`host ${other}`, 0);
  hosts.noteTimeOut('host 7', 0);
  expect(hosts.restOf('first', 0)).toBe(300_000);
  hosts.noteTimeOut('host 999', 0);
  expect(hosts.restOf('first', 0)).toBe(0);
});
