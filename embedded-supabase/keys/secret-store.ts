import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../database/connect.ts';
import { StartUpError } from '../errors.ts';
import { ignoreMissing, replaceFile } from '../files.ts';
import { isObject } from '../http/parse-json.ts';

/** Secrets by name, each a JSON value, shared by all servers. The user of a secret knows its format. */
export type SecretStore = {
  /** Returns undefined for a missing secret. */
  read(name: string): Promise<unknown>;
  /** Replaces the value of one secret. The other secrets stay. */
  change(name: string, change: (value: unknown) => unknown): Promise<void>;
};

export type Secrets = Readonly<Record<string, unknown>>;

export function secretsFileOf(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/**
 * Opens the secrets of a server with an embedded database: `secrets.json` of the data directory (mode 0600). No other server has that
 * directory, so only one creates the file.
 */
export function openSecretsFile(dataDir: string): SecretStore {
  const file = secretsFileOf(dataDir);
  return {
    read: async (name) => (await readSecrets(file))?.[name],

    async change(name, change) {
      const secrets = await readSecrets(file);
      const changed = formatSecrets({ ...secrets, [name]: change(secrets?.[name]) });
      await replaceFile(file, (place) => place.writeFile(changed));
    },
  };
}

/**
 * Opens the secrets of all servers that share one database. A server that has a `secrets.json`, from a restore or from the time
 * when its database was embedded, adds what the database lacks.
 */
export async function openSecretsTable(sql: Sql, dataDir: string): Promise<SecretStore> {
  for (const [name, value] of Object.entries((await readSecrets(secretsFileOf(dataDir))) ?? {})) {
    await sql`
      insert into ${sql.own}.secrets (name, value) values (${name}, ${JSON.stringify(value)}::text::jsonb)
      on conflict (name) do nothing`;
  }
  const read = async (name: string) => {
    const [row] = await sql<{ value: unknown }[]>`select value from ${sql.own}.secrets where name = ${name}`;
    return row?.value;
  };
  return {
    read,

    async change(name, change) {
      for (;;) {
        const value = await read(name);
        const changed = JSON.stringify(change(value));
        // Writes only when the value is still the one that was read: another server may have changed it meanwhile.
        const written =
          value === undefined
            ? await sql`
                insert into ${sql.own}.secrets (name, value) values (${name}, ${changed}::text::jsonb)
                on conflict (name) do nothing returning name`
            : await sql`
                update ${sql.own}.secrets set value = ${changed}::text::jsonb, changed_at = now()
                where name = ${name} and value = ${JSON.stringify(value)}::text::jsonb returning name`;
        if (written.length > 0) return;
      }
    },
  };
}

/** Reads the file. @returns null when there is none. @throws {StartUpError} when it cannot be read or is damaged */
async function readSecrets(file: string): Promise<Secrets | null> {
  const text = await readFile(file, 'utf8')
    .catch(ignoreMissing)
    .catch(() => {
      throw new StartUpError(`The secrets file ${file} cannot be read.`);
    });
  if (text === null) return null;
  const secrets = parseSecrets(text);
  if (!secrets) throw new StartUpError(`The secrets file ${file} is damaged: restore it from a backup.`);
  // A backup that was copied back by hand may have wider permissions. A file of another owner is left as it is.
  await chmod(file, 0o600).catch(() => undefined);
  return secrets;
}

/** Parses the text of a secrets file; null when it is damaged. Version 0.1 stored only one secret, named `signingKeys`. */
export function parseSecrets(text: string): Secrets | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isObject(parsed)) return null;
    const { signingKeys, ...named } = parsed;
    const secrets = signingKeys === undefined ? named : { signing: signingKeys, ...named };
    return Object.keys(secrets).length > 0 ? secrets : null;
  } catch {
    return null;
  }
}

export function formatSecrets(secrets: Secrets): string {
  return `${JSON.stringify(secrets, null, 2)}\n`;
}
