import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sql, withTimeout } from '../database/connect.ts';
import { StartUpError } from '../errors.ts';
import { createFile, ignoreMissing, replaceFile } from '../files.ts';

/** Secrets by name, each a JSON value, for all servers that share them. What uses a secret knows its form. */
export type SecretStore = {
  /** Answers undefined for a secret that is not there. */
  read(name: string): Promise<unknown>;
  /** Puts another value in place of one. The other secrets stay. */
  change(name: string, change: (value: unknown) => unknown): Promise<void>;
};

export type Secrets = Readonly<Record<string, unknown>>;

export function secretsFileOf(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/**
 * The secrets of a server with its own database: `secrets.json` of the data directory (mode 0600). Of servers that start at
 * once on an empty directory one makes the file, and the others use it.
 */
export function openSecretsFile(dataDir: string): SecretStore {
  const file = secretsFileOf(dataDir);
  return {
    read: async (name) => (await readSecrets(file))?.[name],

    async change(name, change) {
      for (;;) {
        const secrets = await readSecrets(file);
        const changed = formatSecrets({ ...secrets, [name]: change(secrets?.[name]) });
        if (secrets) return replaceFile(file, (place) => place.writeFile(changed));
        if (await createFile(file, (place) => place.writeFile(changed))) return;
      }
    },
  };
}

/**
 * The secrets of all servers that share one database. One that has a `secrets.json`, from a restore or from the time when it
 * had a database of its own, brings in what the database lacks.
 */
export async function openSecretsTable(sql: Sql, dataDir: string): Promise<SecretStore> {
  for (const [name, value] of Object.entries((await readSecrets(secretsFileOf(dataDir))) ?? {})) {
    await sql`
      insert into wagday.secrets (name, value) values (${name}, ${JSON.stringify(value)}::text::jsonb)
      on conflict (name) do nothing`;
  }
  const read = async (name: string) => {
    const [row] = await withTimeout(sql<{ value: unknown }[]>`select value from wagday.secrets where name = ${name}`);
    return row?.value;
  };
  return {
    read,

    async change(name, change) {
      for (;;) {
        const value = await read(name);
        const changed = JSON.stringify(change(value));
        // Only in place of what was read: another server may have changed it meanwhile.
        const written =
          value === undefined
            ? await sql`
                insert into wagday.secrets (name, value) values (${name}, ${changed}::text::jsonb)
                on conflict (name) do nothing returning name`
            : await sql`
                update wagday.secrets set value = ${changed}::text::jsonb, changed_at = now()
                where name = ${name} and value = ${JSON.stringify(value)}::text::jsonb returning name`;
        if (written.length > 0) return;
      }
    },
  };
}

/** @returns null when there is no file. @throws {StartUpError} when it cannot be read or is damaged. */
async function readSecrets(file: string): Promise<Secrets | null> {
  const text = await readFile(file, 'utf8')
    .catch(ignoreMissing)
    .catch(() => {
      throw new StartUpError(`The secrets file ${file} cannot be read.`);
    });
  if (text === null) return null;
  const secrets = parseSecrets(text);
  if (!secrets) throw new StartUpError(`The secrets file ${file} is damaged: restore it from a backup.`);
  // A backup put back by hand may have come with wider rights. Another owner's file is left as it is.
  await chmod(file, 0o600).catch(() => undefined);
  return secrets;
}

/** The secrets in the text of such a file; null when it is damaged. Version 0.1 called its only one `signingKeys`. */
export function parseSecrets(text: string): Secrets | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
    const { signingKeys, ...named } = parsed as Record<string, unknown>;
    const secrets = signingKeys === undefined ? named : { signing: signingKeys, ...named };
    return Object.keys(secrets).length > 0 ? secrets : null;
  } catch {
    return null;
  }
}

export function formatSecrets(secrets: Secrets): string {
  return `${JSON.stringify(secrets, null, 2)}\n`;
}
