import { EventEmitter } from 'node:events';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { createTurns, inTurnUntilTaken, NoRoom } from './turns.ts';

/** Creates an app with room for one request, and a connection for each request. */
function createBench() {
  const turns = createTurns(1, 10, () => new Error('too many'));
  const work = vi.fn(async () => 'made');
  const app = new Hono().get('/', async (c) => c.text(await inTurnUntilTaken(c, { turns, path: ['a'] }, work)));
  app.onError((error, c) => c.text(error instanceof NoRoom ? 'gone' : 'failed'));
  const ask = () => {
    const outgoing = Object.assign(new EventEmitter(), { destroyed: false });
    const answer = Promise.resolve(app.request('/', {}, { outgoing })).then((response) => response.text());
    const close = () => {
      outgoing.destroyed = true;
      outgoing.emit('close');
    };
    return { answer, close };
  };
  return { work, ask };
}

test('a turn ends when the answer has been taken, not when it has been made', async () => {
  const { work, ask } = createBench();
  const [first, second] = [ask(), ask()];
  expect(await first.answer).toBe('made');
  await new Promise((done) => setImmediate(done));
  expect(work).toHaveBeenCalledTimes(1);
  first.close();
  expect(await second.answer).toBe('made');
});

test('nothing is made for a client that went while it waited', async () => {
  const { work, ask } = createBench();
  const [first, second, third] = [ask(), ask(), ask()];
  await first.answer;
  second.close();
  first.close();
  expect(await second.answer).toBe('gone');
  expect(await third.answer).toBe('made');
  expect(work).toHaveBeenCalledTimes(2);
});

test('work whose client goes keeps its turn to its end, also when it fails', async () => {
  const { work, ask } = createBench();
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
