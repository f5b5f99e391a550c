import { randomUUID } from 'node:crypto';
import { chmod, link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { StartUpError } from './start-up-error.ts';

export type Secrets = {
  /** Private ES256 keys, newest first; the first signs, all verify. */
  readonly signingKeys: readonly JWK[];
};

/**
 * Reads `secrets.json` of the data directory, or makes it on the first start (mode 0600).
 * Servers that start at once on one data directory end up with the same secrets: the first link wins.
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  const existing = await readSecrets(file);
  if (existing) return existing;
  await createSecrets(file);
  const created = await readSecrets(file);
  if (!created) throw new StartUpError(`The secrets file ${file} vanished while Wagday was starting.`);
  return created;
}

async function readSecrets(file: string): Promise<Secrets | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new StartUpError(`The secrets file ${file} cannot be read.`);
  }
  const secrets = parseSecrets(text);
  if (!secrets) throw new StartUpError(`The secrets file ${file} is damaged: restore it from a backup.`);
  // A backup put back by hand may have come with wider rights. Another owner's file is left as it is.
  await chmod(file, 0o600).catch(() => undefined);
  return secrets;
}

function parseSecrets(text: string): Secrets | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || !('signingKeys' in parsed)) return null;
    const keys = parsed.signingKeys;
    if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isSigningKey)) return null;
    return { signingKeys: keys };
  } catch {
    return null;
  }
}

function isSigningKey(key: unknown): key is JWK {
  if (typeof key !== 'object' || key === null) return false;
  const fields: Record<string, unknown> = { ...key };
  return fields.kty === 'EC' && ['kid', 'd', 'x', 'y'].every((name) => typeof fields[name] === 'string');
}

async function createSecrets(file: string): Promise<void> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const secrets: Secrets = { signingKeys: [{ ...jwk, kid, alg: 'ES256', use: 'sig' }] };

  const temporary = `${file}.${randomUUID()}`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
    await handle.sync();
    await handle.close();
    await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporary, { force: true });
  }
}
