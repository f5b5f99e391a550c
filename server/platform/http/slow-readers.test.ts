import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { watchReaders } from './guarded-server.ts';

/** Reads an answer so many bytes at a time, and returns the seconds after which its connection was closed. */
function read(bytes: number, everySeconds: number, { answer = 1_000_000, remoteAddress = '192.0.2.1' } = {}) {
  let time = 0;
  const readers = watchReaders({ window: 120_000, trustedProxies: (peer) => peer === '127.0.0.1', now: () => time });
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
  ['nothing', 0, 1, 120],
  ['some bytes a second', 20, 1, 120],
  ['a kilobyte at long intervals', 1024, 30, 120],
])('a client that reads %s is let go', (_, bytes, seconds, expected) => {
  expect(read(bytes, seconds)).toBe(expected);
});

test.each([
  ['five kilobytes a second', 5 * 1024, 1],
  ['a slow line whose kernel lets go in bursts', 300_000, 60],
])('a client that reads %s gets the whole answer', (_, bytes, seconds) => {
  expect(read(bytes, seconds)).toBe('read');
});

test('a proxy in front, for which the kernel holds megabytes, has twice the time', () => {
  const answer = 5_000_000;
  expect(read(866_000, 170, { answer, remoteAddress: '127.0.0.1' })).toBe('read');
  expect(read(0, 1, { remoteAddress: '127.0.0.1' })).toBe(240);
});

test('a client that slows down after a quick beginning is let go as well', () => {
  let time = 0;
  const readers = watchReaders({ window: 60_000, trustedProxies: () => false, now: () => time });
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
