import { RestError } from './rest-error.ts';

export type Preferences = {
  return: 'minimal' | 'representation';
  countsExactly: boolean;
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
};

/** Preferences that would change what is written or told, and that this server does not know. */
const unsupported = ['missing=default', 'tx=rollback', 'count=planned', 'count=estimated'];

/**
 * Reads the Prefer header; what does not matter it leaves, as the header's rules say.
 * @throws {RestError} 400 for a preference that must not be passed over
 */
export function parsePreferences(header: string | undefined): Preferences {
  const wishes = new Set((header ?? '').split(',').map((wish) => wish.trim()));
  const unknown = unsupported.find((wish) => wishes.has(wish));
  if (unknown) throw new RestError(400, 'PGRST127', 'Feature not implemented', { details: unknown });
  return {
    return: wishes.has('return=representation') ? 'representation' : 'minimal',
    countsExactly: wishes.has('count=exact'),
    resolution: wishes.has('resolution=merge-duplicates')
      ? 'merge-duplicates'
      : wishes.has('resolution=ignore-duplicates')
        ? 'ignore-duplicates'
        : null,
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
