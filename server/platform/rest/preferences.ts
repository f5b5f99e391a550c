import { RestError } from './rest-error.ts';

const resolutions = ['merge-duplicates', 'ignore-duplicates'] as const;
/** What becomes of a row whose key exists already. */
export type Resolution = (typeof resolutions)[number];

/** Preferences that would change what is written or answered, and that are not part of the subset. */
const unsupported = ['missing=default', 'tx=rollback', 'count=planned', 'count=estimated'];

/**
 * Reads the Prefer header, and ignores preferences that do not matter, as its rules ask.
 * @throws {RestError} 400 for a preference that must not be ignored
 */
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

/** Whether one object is asked for instead of an array. @throws {RestError} 406 for a type that is not served */
export function wantsObject(accept: string | undefined): boolean {
  const types = (accept ?? '')
    .split(',')
    .filter((type) => !type.includes('nulls=stripped'))
    .map((type) => type.split(';')[0]?.trim() ?? '');
  if (types.includes(objectType)) return true;
  if (types.some((type) => jsonTypes.includes(type))) return false;
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${accept}`);
}
