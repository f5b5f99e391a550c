import type { Context } from 'hono';
import { isObject, parseJson } from '../http/parse-json.ts';
import { RestError } from './rest-error.ts';

const resolutions = ['merge-duplicates', 'ignore-duplicates'] as const;
/** What happens to a row whose key exists already. */
export type Resolution = (typeof resolutions)[number];

/** Unsupported preferences that must not be ignored, because they would change what is written or answered. */
const unsupported = ['missing=default', 'tx=rollback', 'count=planned', 'count=estimated'];

/** Reads the Prefer header, ignoring what does not matter. @throws {RestError} 400 for what must not be ignored */
export function parsePreferences(header: string | undefined) {
  const wishes = new Set((header ?? '').split(',').map((wish) => wish.trim()));
  const unknown = unsupported.find((wish) => wishes.has(wish));
  if (unknown) throw new RestError(400, 'PGRST127', 'Feature not implemented', { details: unknown });
  return {
    returnsRows: wishes.has('return=representation'),
    countsExactly: wishes.has('count=exact'),
    resolution: resolutions.find((resolution) => wishes.has(`resolution=${resolution}`)) ?? null,
  };
}

const objectType = 'application/vnd.pgrst.object+json';
const jsonTypes = ['application/json', 'application/vnd.pgrst.array+json', 'application/*', '*/*', ''];

/** Whether the client asks for one object instead of an array. @throws {RestError} 406 for a type that is not served */
export function wantsObject(accept: string | undefined): boolean {
  const types = (accept ?? '')
    .split(',')
    .filter((type) => !type.includes('nulls=stripped'))
    .map((type) => type.split(';')[0]?.trim() ?? '');
  if (types.includes(objectType)) return true;
  if (types.some((type) => jsonTypes.includes(type))) return false;
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${accept}`);
}

/**
 * Reads the rows of a body: their JSON as a list, their number, and the keys that all of them have.
 * @throws {RestError} PGRST102 unless it is a JSON object, or an array of objects with the same keys
 */
export async function readRows(c: Context, columns: readonly { name: string }[] | null) {
  checkType(c);
  const text = await c.req.text();
  const parsed = parseJson(text);
  const rows = Array.isArray(parsed) ? parsed : [parsed];
  if (!rows.every(isObject)) throw invalidJson();
  const [first = {}] = rows;
  const keys = Object.keys(first);
  const isUniform = rows.every((row) => {
    const names = Object.keys(row);
    return names.length === keys.length && names.every((name) => Object.hasOwn(first, name));
  });
  if (!columns && !isUniform) throw new RestError(400, 'PGRST102', 'All object keys must match');
  return {
    json: Array.isArray(parsed) ? text : `[${text}]`,
    count: rows.length,
    keys: columns ? columns.map(({ name }) => name) : keys,
  };
}

/** Reads the arguments of a call; no body means none. @throws {RestError} PGRST102 unless the body is a JSON object */
export async function readArguments(c: Context): Promise<{ json: string; keys: string[] }> {
  checkType(c);
  const json = (await c.req.text()) || '{}';
  const parsed = parseJson(json);
  if (!isObject(parsed)) throw invalidJson();
  return { json, keys: Object.keys(parsed) };
}

function checkType(c: Context): void {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? 'application/json';
  if (type !== 'application/json') throw new RestError(400, 'PGRST102', `Content-Type not acceptable: ${type}`);
}

function invalidJson(): RestError {
  return new RestError(400, 'PGRST102', 'Empty or invalid json');
}
