import type { Context, MiddlewareHandler } from 'hono';
import { createRoom, NoRoom } from './rooms.ts';
import type { Path } from './turns.ts';

type BodyRefusal = { readonly status: 400 | 408 | 413 | 503; readonly message: string };

const tooLarge: BodyRefusal = { status: 413, message: 'The request body is too large' };
const tooSlow: BodyRefusal = { status: 408, message: 'The request body did not arrive in time' };
const cutOff: BodyRefusal = { status: 400, message: 'The request body was cut off' };

const noRoom: BodyRefusal = { status: 503, message: 'Too many long requests at once, please try again' };

/** In bytes. The number of connections limits shorter bodies. */
const longBody = 16 * 1024;
/** Milliseconds until a whole body must have arrived. A short one leaves its client in one piece. */
const defaultTimeouts = { short: 5000, long: 30_000 };
/** Bytes of long bodies that the server holds until their requests are answered, on all routes together. */
const bodiesAtOnce = { perClient: 4 * 1024 * 1024, perGroup: 16 * 1024 * 1024, inAll: 32 * 1024 * 1024 };
const bodies = createRoom(bodiesAtOnce);

/**
 * Reads the body before the route runs, so that a slow sender occupies only its connection. Refuses a body that is too long
 * without reading it, or while reading when the request does not say its length. A long body waits, unread, until there is room.
 * @param limit in bytes; as a function it may depend on the caller, and refuse the request before the body is read
 * @param pathOf returns the requester's path in `createTurns`
 * @param refuse writes the answer in the service's format
 */
export function limitBody(
  limit: number | ((c: Context) => Promise<number>),
  pathOf: (c: Context) => Path | Promise<Path>,
  refuse: (c: Context, refusal: BodyRefusal) => Response | Promise<Response>,
  timeouts = defaultTimeouts,
): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const isChunked = c.req.header('Transfer-Encoding') !== undefined;
    const length = Number(c.req.header('Content-Length') ?? 0);
    if (!isChunked && length <= 0) return next();

    const maxBytes = typeof limit === 'number' ? limit : await limit(c);
    // Node reads no more of a body than its Content-Length.
    const isTooLong = !isChunked && length > maxBytes;
    if (isTooLong) return refuse(c, tooLarge);
    const weight = isChunked ? maxBytes : length;
    const timeout = weight <= longBody ? timeouts.short : timeouts.long;
    const readAndGoOn = async () => {
      const refusal = await readInTime(c, isChunked ? maxBytes : null, timeout);
      if (!refusal) return next();
      const answer = await refuse(c, refusal);
      // The rest of the body may never arrive.
      if (refusal === tooSlow) answer.headers.set('Connection', 'close');
      return answer;
    };
    if (weight <= longBody) return readAndGoOn();
    return bodies.hold(c, await pathOf(c), weight, readAndGoOn).catch((error) => {
      if (error instanceof NoRoom) return refuse(c, noRoom);
      throw error;
    });
  };
}

function readInTime(c: Context, maxBytes: number | null, timeout: number): Promise<BodyRefusal | null> {
  const { promise, resolve } = Promise.withResolvers<BodyRefusal | null>();
  const timer = setTimeout(() => resolve(tooSlow), timeout);
  // Hono caches the text, so the route reads it without waiting.
  const reading = maxBytes === null ? c.req.text().then(() => null) : readCounting(c, maxBytes);
  reading.then(resolve, () => resolve(cutOff));
  return promise.finally(() => clearTimeout(timer));
}

async function readCounting(c: Context, maxBytes: number): Promise<BodyRefusal | null> {
  const { raw } = c.req;
  if (!raw.body) return null;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // The listener discards the rest of a body that is too long; cancelling it here would close the connection.
  for await (const part of raw.body.values({ preventCancel: true })) {
    bytes += part.byteLength;
    if (bytes > maxBytes) return tooLarge;
    parts.push(part);
  }
  c.req.raw = new Request(raw, { body: Buffer.concat(parts) });
  return null;
}
