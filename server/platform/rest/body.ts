import type { Context } from 'hono';
import { isObject, parseJson } from '../http/parse-json.ts';
import { RestError } from './rest-error.ts';

/** The objects of a body: their JSON as a list, how many there are, and the keys they all have. */
type Rows = { json: string; count: number; keys: string[] };

/** @throws {RestError} PGRST102 unless the body is a JSON object, or an array of objects with the same keys */
export async function readRows(c: Context, columns: readonly { name: string }[] | null): Promise<Rows> {
  checkType(c);
  const text = await c.req.text();
  const parsed = parse(text);
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

/**
 * Reads the arguments of a function call; no body stands for none.
 * @throws {RestError} PGRST102 unless the body is a JSON object
 */
export async function readArguments(c: Context): Promise<{ json: string; keys: string[] }> {
  checkType(c);
  const json = (await c.req.text()) || '{}';
  const parsed = parse(json);
  if (!isObject(parsed)) throw invalidJson();
  return { json, keys: Object.keys(parsed) };
}

function checkType(c: Context): void {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? 'application/json';
  if (type !== 'application/json') throw new RestError(400, 'PGRST102', `Content-Type not acceptable: ${type}`);
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw invalidJson();
  }
}

function invalidJson(): RestError {
  return new RestError(400, 'PGRST102', 'Empty or invalid json');
}
