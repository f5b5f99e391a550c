import { randomUUID } from 'node:crypto';
import { chmod, link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartUpError } from '../start-up-error.ts';
import {
  createSigningKey,
  isPrivateKey,
  type KeyStore,
  type SigningKey,
  superseded,
  verifiesAt,
} from './signing-key.ts';

/**
 * The keys of a server with its own database: `secrets.json` of the data directory (mode 0600), made on the first start.
 * Servers that start at once on one data directory end up with the same keys: the first link wins.
 */
export function createKeyFile(dataDir: string): KeyStore {
  const file = keyFileOf(dataDir);
  return {
    async load(now) {
      const existing = await readKeyFile(file);
      if (existing) return existing;
      const first = await createSigningKey(now);
      await writeThrough(file, [first], (temporary) => link(temporary, file).catch(unlessItExists));
      const created = await readKeyFile(file);
      if (!created) throw new StartUpError(`The secrets file ${file} vanished while Wagday was starting.`);
      return created;
    },

    async succeed(key, othersVerifyUntil, now) {
      const others = (await readKeyFile(file)) ?? [];
      const kept = others
        .map((other) => superseded(other, othersVerifyUntil))
        .filter((other) => verifiesAt(other, now));
      await writeThrough(file, [key, ...kept], (temporary) => rename(temporary, file));
    },
  };
}

export function keyFileOf(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/** @returns null when there is none. @throws {StartUpError} when it cannot be read or is damaged. */
export async function readKeyFile(file: string): Promise<SigningKey[] | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new StartUpError(`The secrets file ${file} cannot be read.`);
  }
  const keys = parseKeys(text);
  if (!keys) throw new StartUpError(`The secrets file ${file} is damaged: restore it from a backup.`);
  // A backup put back by hand may have come with wider rights. Another owner's file is left as it is.
  await chmod(file, 0o600).catch(() => undefined);
  return keys;
}

type StoredKey = SigningKey['jwk'] & { readonly signs_from?: unknown; readonly verifies_until?: unknown };

/**
 * The keys in the text of a secrets file; null when it is damaged. Keys of files from before keys could be rotated have no
 * times: they have always signed, and do.
 */
export function parseKeys(text: string): SigningKey[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || !('signingKeys' in parsed)) return null;
    const entries = parsed.signingKeys;
    if (!Array.isArray(entries) || entries.length === 0 || !entries.every(isPrivateKey)) return null;
    return entries.map(({ signs_from, verifies_until, ...jwk }: StoredKey) => ({
      jwk,
      signsFrom: readTime(signs_from) ?? new Date(0),
      verifiesUntil: readTime(verifies_until),
    }));
  } catch {
    return null;
  }
}

function readTime(value: unknown): Date | null {
  if (value === undefined) return null;
  const time = new Date(String(value));
  if (Number.isNaN(time.getTime())) throw new Error('not a time');
  return time;
}

/** Keys in the form in which the secrets file lists them. */
export function describeKeys(keys: readonly SigningKey[]): object[] {
  return keys.map(({ jwk, signsFrom, verifiesUntil }) => ({
    ...jwk,
    signs_from: signsFrom.toISOString(),
    ...(verifiesUntil && { verifies_until: verifiesUntil.toISOString() }),
  }));
}

/** A reader finds either the old file or the new one, whole, and after a power cut as well. */
async function writeThrough(
  file: string,
  keys: readonly SigningKey[],
  publish: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify({ signingKeys: describeKeys(keys) }, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await publish(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}

function unlessItExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
