import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/**
 * Refuses a body of more than so many bytes before reading it, or while reading when its length is not told.
 * @param refuse writes the answer in the service's own shape
 */
export function limitBody(maxBytes: number, refuse: (c: Context) => Response): MiddlewareHandler {
  return bodyLimit({
    maxSize: maxBytes,
    onError: (c) => {
      // The rest of the body stays unread, so the connection serves nobody else.
      c.header('Connection', 'close');
      return refuse(c);
    },
  });
}
