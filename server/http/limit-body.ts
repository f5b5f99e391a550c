import type { Context, MiddlewareHandler } from 'hono';

export type BodyRefusal = { readonly status: 400 | 408 | 413; readonly message: string };

const tooLarge: BodyRefusal = { status: 413, message: 'The request body is too large' };
const tooSlow: BodyRefusal = { status: 408, message: 'The request body did not arrive in time' };
const cutOff: BodyRefusal = { status: 400, message: 'The request body was cut off' };

/** Milliseconds for a body of JSON, however little of it comes at a time. */
const defaultTimeout = 30_000;

/**
 * Reads the body before anything is done for it, and at most so many bytes of it: a longer one is refused unread, or
 * while reading when its length is not told. So no slow sender holds anything but its own connection.
 * @param limit in bytes; where it depends on the caller, whose refusal then comes before the body is read
 * @param refuse writes the answer in the service's own shape
 */
export function limitBody(
  limit: number | ((c: Context) => Promise<number>),
  refuse: (c: Context, refusal: BodyRefusal) => Response,
  timeout = defaultTimeout,
): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const isChunked = c.req.header('Transfer-Encoding') !== undefined;
    const length = Number(c.req.header('Content-Length') ?? 0);
    if (!isChunked && length <= 0) return next();

    const maxBytes = typeof limit === 'number' ? limit : await limit(c);
    // The length holds: nothing beyond it belongs to this request.
    const isTooLong = !isChunked && length > maxBytes;
    const refusal = isTooLong ? tooLarge : await readInTime(c, isChunked ? maxBytes : null, timeout);
    if (!refusal) return next();
    // Nobody knows whether the rest will ever come.
    if (refusal === tooSlow) c.header('Connection', 'close');
    return refuse(c, refusal);
  };
}

async function readInTime(c: Context, maxBytes: number | null, timeout: number): Promise<BodyRefusal | null> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<BodyRefusal>((resolve) => {
    timer = setTimeout(() => resolve(tooSlow), timeout);
  });
  // What has been read is kept by the request for whoever asks next.
  const reading = maxBytes === null ? c.req.text().then(() => null) : readCounting(c, maxBytes);
  try {
    return await Promise.race([reading.catch(() => cutOff), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

async function readCounting(c: Context, maxBytes: number): Promise<BodyRefusal | null> {
  const { raw } = c.req;
  if (!raw.body) return null;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // What is too long is left to whoever reads the rest: a cancelled body would take the connection with it.
  for await (const part of raw.body.values({ preventCancel: true })) {
    bytes += part.byteLength;
    if (bytes > maxBytes) return tooLarge;
    parts.push(part);
  }
  c.req.raw = new Request(raw, { body: Buffer.concat(parts) });
  return null;
}
