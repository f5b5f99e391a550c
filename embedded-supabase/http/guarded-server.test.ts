import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../tests/support/listen.ts';
import { untilClosed } from '../../tests/support/waiting.ts';
import { createGuardedServer, defaultGuards, type GuardSettings, limitPlaces, watchReaders } from './guarded-server.ts';

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
  const { port, stop } = await listen(server);
  onTestFinished(stop);
  return { handled, open: (localAddress = '127.0.0.1') => connect({ port, host: '127.0.0.1', localAddress }) };
}

/** Reads all that the server sends until it hangs up, which it may do while the test still sends. */
async function saidBy(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  await untilClosed(socket);
  return text;
}

test('an ordinary request is answered', async () => {
  const { open, handled } = await start();
  const socket = open();
  socket.write('GET /notes?size=small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await saidBy(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*ok/s);
  expect(handled).toEqual(['/notes?size=small']);
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

const endless = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n';
test.each([
  ['headers', { headersTimeout: 100 }, 'GET / HTTP/1.1\r\nHost: x\r\n', 'X: x\r\n', []],
  ['a body', { headersTimeout: 100, requestTimeout: 200 }, endless, 'x', ['/']],
])('%s without an end: the request is given up', async (_, guards, begin, part, begun) => {
  const { open, handled } = await start(guards);
  const socket = open();
  socket.write(begin);
  const trickle = setInterval(() => socket.write(part), 20);
  const said = await saidBy(socket);
  clearInterval(trickle);
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
  expect(handled).toEqual(begun);
});

test('a connection begins one request at a time, in order, and the next when the answer before it has been taken', async () => {
  const answers: (() => void)[] = [];
  const { open, handled } = await start({}, (request, response) => {
    answers.push(() => response.end(request.url));
  });
  const socket = open();
  const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  socket.write(request('/1') + request('/2') + request('/3', 'Connection: close\r\n'));
  for (const path of ['/1', '/2', '/3']) {
    await expect.poll(() => handled.at(-1)).toBe(path);
    expect(handled).toHaveLength(Number(path.slice(1)));
    answers.at(-1)?.();
  }
  expect((await saidBy(socket)).match(/\/\d(?=HTTP|$)/g)).toEqual(['/1', '/2', '/3']);
});

test('an answer that nobody takes is the only one that is made on its connection', async () => {
  const { open, handled } = await start({}, (_, response) => response.end(largeAnswer));
  const socket = open();
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4));
  await expect.poll(() => handled).toEqual(['/']);
  expect(await ask(open())).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(handled).toEqual(['/', '/']);
  socket.destroy();
});

test('a connection that sends many requests ahead is closed before any but the first begins', async () => {
  const { open, handled } = await start({}, () => undefined);
  const socket = open();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
  expect(await saidBy(socket)).toBe('');
  expect(handled).toEqual(['/']);
});

const largeAnswer = Buffer.alloc(64 * 1024 * 1024);

/** Starts a server with a clock that the test moves, and a connection that has begun to read a large answer. */
async function startReading(requestAhead = '') {
  let time = 0;
  let looks = 0;
  const now = () => {
    looks += 1;
    return time;
  };
  const { open } = await start({ readingInterval: 5, now }, (request, response) => {
    if (request.url === '/small') return response.end('ok');
    response.shouldKeepAlive = false;
    response.end(largeAnswer);
  });
  const socket = open();
  socket.write(`${requestAhead}GET / HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, 'readable');
  /** Moves the clock once the server has seen how much was read, and waits until it has looked again. */
  const advance = async (milliseconds: number) => {
    for (const step of [0, milliseconds]) {
      time += step;
      const before = looks;
      await expect.poll(() => looks, { interval: 5 }).toBeGreaterThan(before);
    }
  };
  return { socket, advance };
}

test.each([
  ['', ''],
  [', also behind one to a request sent ahead', 'GET /small HTTP/1.1\r\nHost: x\r\n\r\n'],
])('a client that does not take its answer%s is given up after the time for it, not twice that', async (_, ahead) => {
  const { socket, advance } = await startReading(ahead);
  await advance(defaultGuards.silenceTimeout);
  let bytes = 0;
  socket.on('data', (part) => {
    bytes += part.length;
  });
  await untilClosed(socket);
  expect(bytes).toBeLessThan(largeAnswer.length);
});

test('a client that reads on a slow line gets the whole of an answer that was written at once', async () => {
  const { socket, advance } = await startReading();
  const atOnce = 8 * 1024 * 1024;
  let bytes = 0;
  for (let steps = 1; bytes < largeAnswer.length; ) {
    const part: Buffer | null = socket.read();
    bytes += part?.length ?? 0;
    if (part === null) await once(socket, 'readable');
    if (bytes < steps * atOnce || bytes > largeAnswer.length - atOnce) continue;
    steps += 1;
    await advance(0.9 * defaultGuards.silenceTimeout);
  }
  socket.destroy();
});

/** Opens connections one after the other, waiting until the server has admitted each, and returns which have been closed. */
async function openMany(open: (from?: string) => Socket, count: number, from?: string) {
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = open(from);
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
  }
  return sockets;
}

async function ask(socket: Socket, headers = ''): Promise<string> {
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`);
  return saidBy(socket);
}

test('a client that opens connections and says nothing leaves room for the others', async () => {
  const { open } = await start({ maxConnections: 20, maxConnectionsPerClient: 10 });
  await openMany(open, 60, '127.0.0.1');
  expect(await ask(open('127.0.0.2'))).toMatch(/^HTTP\/1\.1 200 OK/);
  // The server admits the client's own next request, too, in place of its connection that has been idle longest.
  expect(await ask(open('127.0.0.1'))).toMatch(/^HTTP\/1\.1 200 OK/);
});

test('clients who together take all places by saying nothing give the longest idle one up', async () => {
  const { open } = await start({ maxConnections: 20, maxConnectionsPerClient: 10 });
  await openMany(open, 10, '127.0.0.1');
  await openMany(open, 10, '127.0.0.3');
  expect(await ask(open('127.0.0.2'))).toMatch(/^HTTP\/1\.1 200 OK/);
});

test('a newcomer who has yet to send its request is not closed for a client with many connections', () => {
  const places = limitPlaces({ ...defaultGuards, maxConnections: 3, keptForHealth: 0 });
  const newcomer = connection('192.0.2.2');
  const many = Array.from({ length: 50 }, () => connection('192.0.2.1'));
  for (const socket of [newcomer, ...many]) places.admit(socket);
  expect([newcomer, ...many].filter(({ destroyed }) => !destroyed)).toEqual([newcomer, ...many.slice(-2)]);
});

test('a connection at work is not closed for another of its client, which is refused then', async () => {
  const waiting: (() => void)[] = [];
  const { open } = await start({ maxConnectionsPerClient: 2 }, (_, response) => {
    waiting.push(() => response.end('ok'));
  });
  const busy = await openMany(open, 2);
  const answers = busy.map((socket) => ask(socket));
  await expect.poll(() => waiting.length).toBe(2);
  expect(await saidBy(open())).toBe('');
  for (const answer of waiting) answer();
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
});

test('a client whose headers do not come to an end is the first to go', async () => {
  const { open, handled } = await start({ maxConnectionsPerClient: 2 });
  const [slow, alsoSlow] = await openMany(open, 2);
  for (const socket of [slow!, alsoSlow!]) socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n');
  expect(await ask(open())).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(handled).toEqual(['/']);
});

const isLoopback = (address: string) => address === '127.0.0.1';
const from = (client: string) => `X-Forwarded-For: ${client}\r\n`;

test('a trusted proxy may open as many as there is room for, and each of its clients as many as without it', async () => {
  const { open } = await start({ maxConnections: 20, maxConnectionsPerClient: 2, trustedProxies: isLoopback });
  const sockets = await openMany(open, 19, '127.0.0.1');
  const answers = sockets.map((socket, index) => ask(socket, from(`192.0.2.${index}`)));
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
});

/** Starts a server that reads bodies before it answers, and sends requests whose body does not come to an end. */
async function startReadingBodies(changes: Partial<GuardSettings>) {
  const { open, handled } = await start({ trustedProxies: isLoopback, ...changes });
  const halfSent = async (client: string, path = `/${client}`) => {
    const [socket] = await openMany(open, 1);
    const said = saidBy(socket!);
    const before = handled.length;
    socket!.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${from(client)}Content-Length: 100\r\n\r\nx`);
    await Promise.race([said, expect.poll(() => handled.length).toBeGreaterThan(before)]);
    return said;
  };
  return { open, handled, halfSent };
}

test('a client that a trusted proxy names has no more requests in progress than one without a proxy', async () => {
  const { open, handled, halfSent } = await startReadingBodies({ maxConnectionsPerClient: 2 });
  // Not awaited: both stay in progress.
  void halfSent('192.0.2.1');
  void halfSent('192.0.2.1');
  await expect.poll(() => handled).toHaveLength(2);
  expect(await halfSent('192.0.2.1')).toMatch(/^HTTP\/1\.1 429 .*Connection: close/s);
  expect(await ask(open(), from('192.0.2.2'))).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(handled).toHaveLength(3);
});

test('when all places are taken, the oldest request of the client with most ends, with an answer', async () => {
  const { open, handled, halfSent } = await startReadingBodies({ maxConnections: 4, keptForHealth: 1 });
  const requests: Promise<string>[] = [];
  for (const client of ['192.0.2.9', '192.0.2.1', '192.0.2.1', '192.0.2.1']) {
    requests.push(halfSent(client));
    await expect.poll(() => handled).toHaveLength(requests.length);
  }
  expect(await ask(open(), from('192.0.2.2'))).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(await requests[1]).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 5\r\n.*Connection: close/s);
});

test('the addresses that tell whether the server is well are answered when all other places are taken', async () => {
  const { open, handled } = await start({ maxConnections: 2, healthAddresses: ['/health'] }, (request, response) => {
    if (request.url === '/health') response.end('ok');
  });
  const busy = await openMany(open, 2);
  for (const socket of busy) socket.write('GET /busy HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => handled).toHaveLength(2);
  const socket = open();
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await saidBy(socket)).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(busy.map(({ destroyed, readableEnded }) => destroyed || readableEnded)).toEqual([false, false]);
  for (const each of busy) each.destroy();
});

test('a request whose answer is taken holds its place until its body has been read', async () => {
  const { open } = await start({ maxConnectionsPerClient: 1, trustedProxies: isLoopback }, (request, response) => {
    response.end('early');
    request.resume();
  });
  const [first] = await openMany(open, 1);
  first!.write(`POST / HTTP/1.1\r\nHost: x\r\n${from('192.0.2.1')}Content-Length: 100\r\n\r\nx`);
  await once(first!, 'data');
  expect(await ask(open(), from('192.0.2.1'))).toMatch(/^HTTP\/1\.1 429 /);
  first!.write('x'.repeat(99));
  await expect.poll(() => ask(open(), from('192.0.2.1'))).toMatch(/^HTTP\/1\.1 200 OK/);
  first!.destroy();
});

function connection(remoteAddress: string) {
  const socket = Object.assign(new EventEmitter(), {
    remoteAddress,
    destroyed: false,
    destroy() {
      socket.destroyed = true;
      socket.emit('close');
    },
  });
  return socket as unknown as Socket;
}

test('an IPv6 prefix with many households counts as what it is: one customer', () => {
  const connections = limitPlaces({ ...defaultGuards, maxConnections: 1000, maxConnectionsPerClient: 10 });
  const admitted = (address: string) => {
    const socket = connection(address);
    connections.admit(socket);
    return socket;
  };
  const stillOpen = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length;
  const all = Array.from({ length: 1000 }, (_, index) => admitted(`2001:db8:1:${index.toString(16)}::1`));
  expect(stillOpen(all)).toBe(40);
  const oneHousehold = Array.from({ length: 30 }, (_, index) => admitted(`2001:db8:2:3::${index.toString(16)}`));
  expect(stillOpen(oneHousehold)).toBe(10);
  expect(stillOpen([admitted('2001:db8:4::1'), admitted('192.0.2.1'), admitted('::ffff:192.0.2.1')])).toBe(3);
});

test('a place is free again once its connection has ended, and the longest idle one is given up first', () => {
  const places = limitPlaces({ ...defaultGuards, maxConnections: 100, maxConnectionsPerClient: 2 });
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => connection('192.0.2.1'));
  places.admit(first!);
  first!.destroy();
  places.admit(second!);
  places.admit(third!);
  expect([second!.destroyed, third!.destroyed]).toEqual([false, false]);
  const request = { socket: second!, headers: {} } as IncomingMessage;
  const place = places.begin(request, {} as ServerResponse);
  if (place !== 429) places.end(place);
  places.admit(fourth!);
  expect([second!.destroyed, third!.destroyed]).toEqual([false, true]);
});

/** Reads an answer so many bytes at a time, and returns the seconds after which its connection was closed. */
function read(bytes: number, everySeconds: number, { answer = 1_000_000, remoteAddress = '192.0.2.1' } = {}) {
  let time = 0;
  const readers = watchReaders({
    silenceTimeout: 120_000,
    trustedProxies: (peer) => peer === '127.0.0.1',
    now: () => time,
  });
  const handle = { bytesWritten: answer, writeQueueSize: answer };
  const socket = { remoteAddress, _handle: handle, writableLength: answer, destroyed: false };
  const connection = Object.assign(socket, {
    destroy() {
      socket.destroyed = true;
    },
  });
  readers.begin(connection as unknown as Socket);
  for (; time < 3_600_000 && !socket.destroyed && socket.writableLength > 0; time += 1000) {
    if (time > 0 && time % (everySeconds * 1000) === 0) handle.writeQueueSize -= bytes;
    if (handle.writeQueueSize <= 0) socket.writableLength = 0;
    if (time % 5000 === 0) readers.check();
  }
  return socket.destroyed ? time / 1000 - 1 : 'read';
}

test.each([
  ['nothing is let go', 0, 1, 120],
  ['some bytes a second is let go', 20, 1, 120],
  ['a kilobyte at long intervals is let go', 1024, 30, 120],
  ['five kilobytes a second gets the whole answer', 5 * 1024, 1, 'read'],
  ['by a slow line whose kernel lets go in bursts gets the whole answer', 300_000, 60, 'read'],
])('a client that reads %s', (_, bytes, seconds, expected) => {
  expect(read(bytes, seconds)).toBe(expected);
});

test('a proxy in front, for which the kernel holds megabytes, has twice the time', () => {
  const answer = 5_000_000;
  expect(read(866_000, 170, { answer, remoteAddress: '127.0.0.1' })).toBe('read');
  expect(read(0, 1, { remoteAddress: '127.0.0.1' })).toBe(240);
});

test('a client that slows down after a quick beginning is let go as well', () => {
  let time = 0;
  const readers = watchReaders({ silenceTimeout: 60_000, trustedProxies: () => false, now: () => time });
  const handle = { bytesWritten: 10_000_000, writeQueueSize: 10_000_000 };
  const socket = { _handle: handle, writableLength: 1, destroyed: false, destroy: () => (socket.destroyed = true) };
  readers.begin(socket as unknown as Socket);
  readers.check();
  handle.writeQueueSize = 1_000_000;
  for (time = 60_000; time < 120_000; time += 5000) readers.check();
  expect(socket.destroyed).toBe(false);
  readers.check();
  expect(socket.destroyed).toBe(true);
});
