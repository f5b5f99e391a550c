import { connect } from 'node:net';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../tests/support/listen.ts';
import { untilClosed } from '../../tests/support/waiting.ts';
import { createGuardedServer } from './guarded-server.ts';
import { limitBody } from './limit-body.ts';
import { createListener } from './listener.ts';

const limit = 1024;

async function start(timeouts?: { short: number; long: number }) {
  const handled: string[] = [];
  const app = new Hono();
  app.use(
    limitBody(
      limit,
      () => ['a'],
      (c, { status, message }) => c.json({ message }, status),
      timeouts,
    ),
  );
  app.all('/', async (c) => {
    const text = await c.req.text();
    handled.push(text);
    return c.json({ length: text.length });
  });
  app.onError((error, c) => {
    handled.push(String(error));
    return c.text('broken', 500);
  });
  const server = createGuardedServer(createListener(app.fetch, { publicUrl: null }));
  const { port, stop } = await listen(server);
  onTestFinished(stop);
  const open = () => connect(port, '127.0.0.1');
  /** Sends a request and returns what the server answers until it hangs up, or `until` matches. */
  const say = async (request: string, until = /\r\n\r\n.*\}/s) => {
    const socket = open();
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
      if (until.test(text)) socket.destroy();
    });
    socket.write(request);
    await untilClosed(socket);
    return text;
  };
  return { handled, open, say };
}

const post = (headers: string, body = '', method = 'POST') =>
  `${method} / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`;
const chunks = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

test('a body up to the limit is read, with its length told or not', async () => {
  const { say, handled } = await start();
  const body = 'x'.repeat(limit);
  expect(await say(post(`Content-Length: ${limit}`, body))).toMatch(/^HTTP\/1\.1 200 .*"length":1024/s);
  expect(await say(post('Transfer-Encoding: chunked', chunks(body)))).toMatch(/^HTTP\/1\.1 200 .*"length":1024/s);
  expect(handled).toEqual([body, body]);
});

test.each([
  ['before it is read when its length is told', post(`Content-Length: ${limit + 1}`)],
  [
    'while it is read when its length is not told, even if it never ends',
    post('Transfer-Encoding: chunked', `800\r\n${'x'.repeat(2048)}\r\n`),
  ],
])('a longer one is refused %s', async (_, request) => {
  const { say, handled } = await start();
  expect(await say(request)).toMatch(/^HTTP\/1\.1 413 .*too large/is);
  expect(handled).toEqual([]);
});

test.each([
  ['with its length told', 'Content-Length: 500', 'x'],
  ['with its length not told', 'Transfer-Encoding: chunked', '1\r\nx\r\n'],
])('a short body that trickles in %s is given up long before a long one would be', async (_, headers, part) => {
  const { handled, open } = await start({ short: 100, long: 600_000 });
  const socket = open();
  let said = '';
  socket.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  socket.write(post(headers));
  const trickle = setInterval(() => socket.write(part), 20);
  await untilClosed(socket);
  clearInterval(trickle);
  expect(said).toMatch(/^HTTP\/1\.1 408 .*connection: close.*in time/is);
  expect(handled).toEqual([]);
});

test('a body that breaks off reaches nobody', async () => {
  const { handled, open, say } = await start();
  for (const request of [post('Content-Length: 500', 'x'), post('Transfer-Encoding: chunked', '5\r\nx')]) {
    const socket = open();
    socket.end(request);
    await untilClosed(socket.resume());
  }
  await say(post('Content-Length: 2', 'ok'));
  expect(handled).toEqual(['ok']);
});

test('the body of a request that has none by its nature is left alone', async () => {
  const { say, handled } = await start();
  expect(await say(post('Content-Length: 5', 'hello', 'GET'))).toMatch(/^HTTP\/1\.1 200 /);
  expect(handled).toEqual(['']);
});

test('long bodies wait unread until there is room for them, and short ones do not wait', async () => {
  const going = Promise.withResolvers<void>();
  const begun: string[] = [];
  const app = new Hono();
  app.use(
    limitBody(
      4 * 1024 * 1024,
      (c) => [c.req.header('Client') ?? ''],
      (c, { status }) => c.text('later', status),
    ),
  );
  app.post('/', async (c) => {
    begun.push(c.req.header('Name') ?? '');
    await going.promise;
    return c.text(String((await c.req.text()).length));
  });
  const ask = (Client: string, Name: string, body: string, length = body.length) =>
    app.request('/', { method: 'POST', body, headers: { Client, Name, 'Content-Length': String(length) } });
  const [half, short] = ['x'.repeat(2 * 1024 * 1024), 'x'.repeat(1000)];
  const answers = [ask('a', 'a1', half), ask('a', 'a2', half), ask('a', 'a3', half), ask('a', 'a4', short)];
  answers.push(ask('b', 'b1', half));
  await expect.poll(() => begun).toHaveLength(4);
  expect(begun).not.toContain('a3');
  // One waits already. Of 200 more, the queue takes 199.
  const crowd = Array.from({ length: 200 }, () => ask('a', 'more', 'x', half.length));
  const refused = await Promise.race(crowd);
  expect([refused.status, await refused.text()]).toEqual([503, 'later']);
  going.resolve();
  for (const answer of answers) expect((await answer).status).toBe(200);
  const statuses = await Promise.all(crowd.map(async (answer) => (await answer).status));
  expect(statuses.filter((status) => status === 503)).toHaveLength(1);
});

test('a short body has five seconds to arrive, and a long one thirty', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const app = new Hono();
  app.use(
    limitBody(
      1024 * 1024,
      () => ['slow'],
      (c, { status }) => c.text('late', status),
    ),
  );
  for (const [length, milliseconds] of [
    [16 * 1024, 5_000],
    [16 * 1024 + 1, 30_000],
  ] as const) {
    const body = new ReadableStream({ pull: () => new Promise<void>(() => undefined) });
    const request = new Request('http://localhost/', {
      ...{ method: 'POST', headers: { 'Content-Length': String(length) }, body },
      ...{ duplex: 'half' },
    });
    let status: number | undefined;
    const answer = Promise.resolve(app.request(request)).then((response) => {
      status = response.status;
    });
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(status).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    expect(status).toBe(408);
  }
});

test('a body that is cut off is refused at once, for it holds a place', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const app = new Hono().use(
    limitBody(
      limit,
      () => ['a'],
      (c, { status, message }) => c.json({ message }, status),
    ),
  );
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('The client is gone.')) });
  const response = await app.request('/', {
    method: 'POST',
    headers: { 'Content-Length': '10' },
    body,
    duplex: 'half',
  } as RequestInit);
  expect([response.status, await response.json()]).toEqual([400, { message: 'The request body was cut off' }]);
});
