import { expect, onTestFinished, test, vi } from 'vitest';
import { createTurns, type Shares } from './turns.ts';

/** Creates work that ends when the test says so, and records the order in which it began. */
function createBench(concurrency: number, queueLength: number, shares: Shares = {}) {
  const { inTurn } = createTurns(concurrency, queueLength, () => new Error('too many'), shares);
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  const results = new Map<string, Promise<string>>();
  return {
    begun,
    add(client: string | readonly string[], name: string) {
      const work = () => {
        begun.push(name);
        return new Promise<string>((done) => finish.set(name, () => done(name)));
      };
      const result = inTurn(client, work);
      result.catch(() => undefined);
      results.set(name, result);
      return result;
    },
    async finish(name: string) {
      finish.get(name)?.();
      await results.get(name);
      await new Promise((done) => setImmediate(done));
    },
    async finishAll() {
      for (let index = 0; index < begun.length; index += 1) await this.finish(begun[index] as string);
    },
  };
}

test('so many run at once, and each that ends lets one in', async () => {
  const bench = createBench(2, 10);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void bench.add('a', name);
  expect(bench.begun).toEqual(['a1', 'a2']);
  await bench.finish('a2');
  expect(bench.begun).toEqual(['a1', 'a2', 'a3']);
  await bench.finishAll();
  expect(bench.begun).toEqual(['a1', 'a2', 'a3', 'a4']);
  void bench.add('a', 'later');
  expect(bench.begun).toContain('later');
});

test('clients take turns, however much one of them has waiting', async () => {
  const bench = createBench(1, 10);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void bench.add('a', name);
  for (const name of ['b1', 'b2']) void bench.add('b', name);
  void bench.add('c', 'c1');
  await bench.finishAll();
  expect(bench.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('one client cannot take all the places: a newcomer gets that of its last', async () => {
  const bench = createBench(1, 3);
  for (const name of ['a1', 'a2', 'a3']) void bench.add('a', name);
  const last = bench.add('a', 'a4');
  await expect(bench.add('a', 'a5')).rejects.toThrow('too many');
  void bench.add('b', 'b1');
  await expect(last).rejects.toThrow('too many');
  void bench.add('c', 'c1');
  await bench.finishAll();
  expect(bench.begun).toEqual(['a1', 'a2', 'b1', 'c1']);
});

test('when every client waits with as little, a newcomer is refused', async () => {
  const bench = createBench(1, 2);
  void bench.add('a', 'a1');
  void bench.add('a', 'a2');
  void bench.add('b', 'b1');
  await expect(bench.add('b', 'b2')).rejects.toThrow('too many');
  await expect(bench.add('c', 'c1')).rejects.toThrow('too many');
  await bench.finishAll();
  expect(bench.begun).toEqual(['a1', 'a2', 'b1']);
  void bench.add('c', 'c2');
  expect(bench.begun).toContain('c2');
});

test('groups take turns, and the members of each within it, however many they are', async () => {
  const bench = createBench(1, 20);
  void bench.add('busy', 'first');
  for (const site of ['1', '2', '3']) {
    for (const house of ['x', 'y']) void bench.add(['wide', site, house], `${site}${house}`);
  }
  for (const name of ['a1', 'a2', 'a3']) void bench.add('a', name);
  void bench.add(['other', '9', 'z'], 'other');
  await bench.finishAll();
  expect(bench.begun).toEqual(['first', '1x', 'a1', 'other', '2x', 'a2', '3x', 'a3', '1y', '2y', '3y']);
});

test('a network of many clients takes no place from a client elsewhere, nor a part of it from the other parts', async () => {
  const bench = createBench(1, 6);
  void bench.add('busy', 'first');
  const refused: string[] = [];
  for (const house of ['1', '2', '3', '4', '5', '6']) {
    bench.add(['wide', 'part', house], house).catch(() => refused.push(house));
  }
  await expect(bench.add(['wide', 'part', '7'], 'seventh')).rejects.toThrow('too many');

  void bench.add('a', 'a1');
  void bench.add(['wide', 'other part', '8'], 'neighbour');
  void bench.add(['other', 'part', '9'], 'stranger');
  await bench.finishAll();
  expect(refused).toHaveLength(3);
  expect(bench.begun).toHaveLength(7);
  expect(bench.begun).toEqual(expect.arrayContaining(['a1', 'neighbour', 'stranger']));
  // All counts are back at zero, so there are as many places as before.
  void bench.add('busy', 'again');
  const waiting = ['b', 'c', 'd', 'e', 'f', 'g'].map((client) => bench.add(client, client));
  await expect(bench.add('h', 'h')).rejects.toThrow('too many');
  await bench.finishAll();
  expect(await Promise.all(waiting)).toHaveLength(6);
});

test('work that fails hands its place over all the same', async () => {
  const { inTurn } = createTurns(1, 5, () => new Error('too many'));
  const failing = inTurn('a', () => Promise.reject(new Error('broken')));
  const following = inTurn('a', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await following).toBe('done');
});

test('a client never has more than its share, though places are free, and others begin at once', async () => {
  const bench = createBench(6, 20, { perClient: 2 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void bench.add('a', name);
  expect(bench.begun).toEqual(['a1', 'a2']);
  void bench.add('b', 'b1');
  expect(bench.begun).toEqual(['a1', 'a2', 'b1']);
  await bench.finish('b1');
  expect(bench.begun).toEqual(['a1', 'a2', 'b1']);
  await bench.finish('a1');
  expect(bench.begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  await bench.finishAll();
  expect(bench.begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('the clients of one group together never have more than its share', async () => {
  const bench = createBench(6, 20, { perClient: 2, perGroup: 3 });
  for (const owner of ['1', '2', '3']) for (const turn of ['a', 'b']) void bench.add(['net', owner], owner + turn);
  expect(bench.begun).toEqual(['1a', '1b', '2a']);
  void bench.add(['elsewhere', '4'], '4a');
  expect(bench.begun).toEqual(['1a', '1b', '2a', '4a']);
  await bench.finish('1a');
  expect(bench.begun).toEqual(['1a', '1b', '2a', '4a', '2b']);
  await bench.finishAll();
  expect(bench.begun).toEqual(['1a', '1b', '2a', '4a', '2b', '3a', '3b']);
});

test('a place that its client may not take goes to the next who may', async () => {
  const bench = createBench(3, 20, { perClient: 2 });
  for (const name of ['a1', 'a2', 'a3']) void bench.add('a', name);
  void bench.add('b', 'b1');
  void bench.add('c', 'c1');
  await bench.finish('b1');
  expect(bench.begun).toEqual(['a1', 'a2', 'b1', 'c1']);
  await bench.finishAll();
  expect(bench.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('what waits fails at once with work that fails as all of it would, and what comes later is begun', async () => {
  const dead = new Error('the database is silent');
  const { inTurn } = createTurns(1, 10, () => new Error('too many'), { failsAll: (error) => error === dead });
  const failing = inTurn('a', () => Promise.reject(dead));
  const waiting = ['a', 'b', 'b'].map((client) => inTurn(client, async () => 'begun'));
  for (const work of [failing, ...waiting]) await expect(work).rejects.toBe(dead);
  await expect(inTurn('a', () => Promise.reject(new Error('other')))).rejects.toThrow('other');
  await expect(inTurn('b', async () => 'begun')).resolves.toBe('begun');
});

test('work may weigh more or less, and gives a part back before its end', async () => {
  const { take } = createTurns(10, 20, () => new Error('too many'), { perClient: 6 });
  const begun: string[] = [];
  const add = async (client: string, name: string, weight: number) => {
    const turn = await take(client, weight);
    begun.push(name);
    return turn;
  };
  const settle = () => new Promise((done) => setImmediate(done));
  const [first, second] = await Promise.all([add('a', 'a1', 4), add('b', 'b1', 4)]);
  void add('a', 'a2', 4);
  void add('c', 'c1', 4);
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
  first.keep(2);
  await settle();
  // A client that runs nothing comes first.
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  second.end();
  second.end();
  second.keep(3);
  await settle();
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  void add('d', 'd1', 1);
  await settle();
  expect(begun).not.toContain('d1');
});

test('more than a share is taken for the share', async () => {
  const { take } = createTurns(10, 20, () => new Error('too many'), { perClient: 6 });
  const whole = await take('a', 50);
  const next = take('a', 1);
  whole.end();
  expect(await next).toBeDefined();
});

test('work that has waited as long as it may fails, and leaves its place to others', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const patience = { milliseconds: 10_000, tooLong: () => new Error('too long') };
  const { take } = createTurns(1, 2, () => new Error('too many'), { patience });
  const held = await take(['net', 'a']);
  const late = take(['net', 'b']);
  const tooLate = expect(late).rejects.toThrow('too long');
  await vi.advanceTimersByTimeAsync(9_000);
  const patient = take(['net', 'c']);
  expect(() => take(['net', 'd'])).toThrow('too many');
  await vi.advanceTimersByTimeAsync(1_000);
  await tooLate;
  const other = take(['net', 'e']);
  held.end();
  (await patient).end();
  (await other).end();
  expect(vi.getTimerCount()).toBe(0);
});
