import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createGuardedServer, type GuardSettings } from './guarded-server.ts';

const answerOk: RequestListener = (request, response) => {
  request.resume();
  request.once('end', () => response.end('ok'));
};

async function start(changes: Partial<GuardSettings> = {}, handler = answerOk) {
  const handled: string[] = [];
  const server = createGuardedServer((request, response) => {
    handled.push(request.url ?? '');
    handler(request, response);
  }, changes);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { handled, open: () => connect(port, '127.0.0.1') };
}

/** Everything the server says until it hangs up. */
async function saidBy(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return text;
}

test('an ordinary request is answered', async () => {
  const { open, handled } = await start();
  const socket = open();
  socket.write('GET /dogs?size=small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await saidBy(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*ok/s);
  expect(handled).toEqual(['/dogs?size=small']);
});

const headers = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: x\r\n`).join('');

test.each([
  ['an address that is too long', `GET /${'x'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
  ['too many headers', `GET / HTTP/1.1\r\nHost: x\r\n${headers(200)}\r\n`, 431],
  ['thousands of headers', `GET / HTTP/1.1\r\nHost: x\r\n${headers(1500)}\r\n`, 431],
  ['a header that is too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['an address larger than all headers may be', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ['a header that is none', 'GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
])('%s is refused before anyone reads it, and the connection ends', async (_, request, status) => {
  const { open, handled } = await start();
  const socket = open();
  socket.write(request);
  expect(await saidBy(socket)).toMatch(
    new RegExp(`^HTTP/1\\.1 ${status} [A-Z][^\\r\\n]*\\r\\n(.*\\r\\n)*Connection: close\\r\\n`),
  );
  expect(handled).toEqual([]);
});

test('headers that do not come to an end are given up', async () => {
  const { open, handled } = await start({ headersTimeout: 100 });
  const socket = open();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
  const trickle = setInterval(() => socket.write('X: x\r\n'), 20);
  const said = await saidBy(socket);
  clearInterval(trickle);
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
  expect(handled).toEqual([]);
});

test('a body that does not come to an end is given up', async () => {
  const { open } = await start({ headersTimeout: 100, requestTimeout: 200 });
  const socket = open();
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n');
  const trickle = setInterval(() => socket.write('x'), 20);
  const said = await saidBy(socket);
  clearInterval(trickle);
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
});

test('a client that does not take its answer is given up', async () => {
  const { open } = await start({ silenceTimeout: 200 }, (_, response) => {
    response.end(Buffer.alloc(64 * 1024 * 1024));
  });
  const socket = open();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  // Nothing more is read until the server has hung up.
  await new Promise((done) => setTimeout(done, 1000));
  let bytes = 0;
  socket
    .on('error', () => undefined)
    .on('data', (part) => {
      bytes += part.length;
    });
  await once(socket, 'close');
  expect(bytes).toBeLessThan(64 * 1024 * 1024);
});

test('more connections than there is room for are refused', async () => {
  const { open } = await start({ maxConnections: 1 });
  const first = open();
  await once(first, 'connect');
  first.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(first, 'readable');
  const second = open();
  expect(await saidBy(second)).toBe('');
  first.destroy();
});
