import type { Context } from 'hono';
import { parseJson } from '../../http/parse-json.ts';
import { AuthError } from './auth-error.ts';

/** @throws {AuthError} unless the body is a JSON object. */
export async function readObject(c: Context): Promise<Record<string, unknown>> {
  let body: unknown;
  try {
    body = parseJson(await c.req.text());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON: an object is needed');
  }
  return { ...body };
}
