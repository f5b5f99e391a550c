import type { ISql } from 'postgres';
import type { Sql } from '../database/connect.ts';
import { patiently } from '../database/patiently.ts';
import { keyFileOf, readKeyFile } from './key-file.ts';
import { createSigningKey, isPrivateKey, type KeyStore, lastUseFrom, type SigningKey } from './signing-key.ts';

/**
 * The keys of all servers that share one database. The first server makes the first key, of several at once exactly one
 * does. A server that comes with a `secrets.json` from the time when it kept its keys by itself brings these in, once, so
 * that nobody whom it signed in is refused.
 */
export async function openKeyTable(sql: Sql, dataDir: string, now: Date): Promise<KeyStore> {
  const brought = (await readKeyFile(keyFileOf(dataDir))) ?? [];
  const spare = await createSigningKey(now);
  await sql.begin(async (transaction) => {
    await transaction`lock table wagday.signing_keys in share row exclusive mode`;
    const known = await readRows(transaction);
    // Kept on as an empty row, a key that was dropped is never brought in again.
    const fresh = brought.filter(({ jwk }) => !known.some(({ kid }) => kid === jwk.kid));
    const hasKeys = known.some(({ jwk }) => jwk !== null);
    for (const key of fresh) await insert(transaction, hasKeys ? retiring(key, now) : key);
    if (!hasKeys && fresh.length === 0) await insert(transaction, spare);
  });

  return {
    async load(at) {
      await patiently(sql`
        update wagday.signing_keys set private_jwk = null
        where verifies_until < ${at.toISOString()} and private_jwk is not null`);
      return keysOf(
        await patiently(sql<Row[]>`
        select kid, private_jwk as jwk, signs_from::text, verifies_until::text from wagday.signing_keys`),
      );
    },

    async succeed(key, othersVerifyUntil, at) {
      await sql.begin(async (transaction) => {
        await transaction`lock table wagday.signing_keys in share row exclusive mode`;
        await transaction`
          update wagday.signing_keys
          set verifies_until = least(coalesce(verifies_until, 'infinity'), ${othersVerifyUntil.toISOString()})
          where private_jwk is not null`;
        await transaction`
          update wagday.signing_keys set private_jwk = null where verifies_until <= ${at.toISOString()}`;
        await insert(transaction, key);
      });
    },
  };
}

type Row = { kid: string; jwk: unknown; signs_from: string; verifies_until: string | null };

async function readRows(sql: ISql): Promise<Row[]> {
  return sql<Row[]>`
    select kid, private_jwk as jwk, signs_from::text, verifies_until::text from wagday.signing_keys`;
}

function keysOf(rows: readonly Row[]): SigningKey[] {
  return rows.flatMap(({ jwk, signs_from, verifies_until }) => {
    if (!isPrivateKey(jwk)) return [];
    return [
      {
        jwk,
        signsFrom: new Date(signs_from),
        verifiesUntil: verifies_until === null ? null : new Date(verifies_until),
      },
    ];
  });
}

async function insert(sql: ISql, { jwk, signsFrom, verifiesUntil }: SigningKey): Promise<void> {
  await sql`
    insert into wagday.signing_keys (kid, private_jwk, signs_from, verifies_until)
    values (
      ${jwk.kid}, ${JSON.stringify(jwk)}::text::jsonb, ${signsFrom.toISOString()}, ${verifiesUntil?.toISOString() ?? null}
    )`;
}

/** Beside the keys that all servers sign with, a brought one counts only as long as tokens that it may have signed. */
function retiring(key: SigningKey, now: Date): SigningKey {
  return { ...key, signsFrom: new Date(0), verifiesUntil: lastUseFrom(now) };
}
