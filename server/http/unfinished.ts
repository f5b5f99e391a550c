import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Shares, Turn } from './turns.ts';

/** Nothing was free within the patience: others, or the client itself, have not taken their answers yet. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
  /** Seconds until it may be tried again. */
  readonly seconds = 5;
}

/** How long a request waits for room. */
export const patience: NonNullable<Shares['patience']> = { milliseconds: 10_000, tooLong: () => new NoRoom() };

/**
 * Ends a turn when the answer has been taken, or its client has gone: until then the server holds what was made for it. An answer has
 * been taken once the kernel has all of it.
 */
export function untilTaken(c: Context, turn: Turn): void {
  // Absent where a test calls the app without a connection.
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  if (!outgoing || outgoing.destroyed) turn.end();
  else outgoing.once('close', () => turn.end());
}
