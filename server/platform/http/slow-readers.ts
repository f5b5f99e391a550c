import type { Socket } from 'node:net';
import { peerOf } from './connection.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** Bytes of an answer that a client has to take a second. A phone on a slow line takes five times as many. */
const lowestRate = 1024;

export type ReaderLimits = {
  /** Milliseconds over which the rate is measured: what the kernel holds for a slow reader leaves in bursts, minutes apart. */
  readonly window: number;
  /** A proxy on this machine passes on the rate of its client, and the kernel holds megabytes for it: it has twice the window. */
  readonly trustedProxies: TrustedProxies;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
};

type Reader = { since: number; taken: number } | null;

/** Closes the connections of those who do not take their answers, or take them drop by drop: each holds what it has not read. */
export function watchReaders({ window, trustedProxies, now }: ReaderLimits) {
  const readers = new Map<Socket, Reader>();

  function isTooSlow(socket: Socket, reader: NonNullable<Reader>): boolean {
    const allowed = trustedProxies(peerOf(socket)) ? 2 * window : window;
    const elapsed = now() - reader.since;
    if (elapsed < allowed) return false;
    const taken = bytesTaken(socket);
    if (taken - reader.taken < (lowestRate * elapsed) / 1000) return true;
    readers.set(socket, { since: now(), taken });
    return false;
  }

  return {
    /** From `begin` to `end` an answer is under way on the connection. */
    begin(socket: Socket): void {
      readers.set(socket, null);
    },

    end(socket: Socket): void {
      readers.delete(socket);
    },

    /** Called every few seconds. */
    check(): void {
      for (const [socket, reader] of readers) {
        // All that has been written is taken: the answer is still being made.
        if (socket.writableLength === 0) readers.set(socket, null);
        else if (!reader) readers.set(socket, { since: now(), taken: bytesTaken(socket) });
        else if (isTooSlow(socket, reader)) socket.destroy();
      }
    },
  };
}

/**
 * The bytes that the kernel has taken. Node's own `bytesWritten` counts what waits as well, and an answer that is written at once
 * counts as waiting until its last byte; only the handle knows how much of it is left.
 */
function bytesTaken(socket: Socket): number {
  const { _handle: handle } = socket as {
    readonly _handle?: { bytesWritten?: number; writeQueueSize?: number } | null;
  };
  return (handle?.bytesWritten ?? 0) - (handle?.writeQueueSize ?? 0);
}
