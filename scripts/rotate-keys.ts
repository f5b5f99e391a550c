/**
 * Creates a new signing key for access tokens, in the database of DATABASE_URL or else in the data directory. Running servers pick it
 * up by themselves, and nobody is signed out. With `--leaked` the earlier keys are dropped at once, with all their tokens: owners stay
 * signed in, but their next requests fail until their clients have refreshed.
 */
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { connect } from '../embedded-supabase/database/connect.ts';
import { checkExternalDatabase } from '../embedded-supabase/database/external-database.ts';
import { StartUpError } from '../embedded-supabase/errors.ts';
import { loadKeys, rotateKeys } from '../embedded-supabase/keys/key-ring.ts';
import {
  openSecretsFile,
  openSecretsTable,
  type SecretStore,
  secretsFileOf,
} from '../embedded-supabase/keys/secret-store.ts';
import { readConfig } from '../server/config.ts';
import { productName } from '../server/product.ts';
import { reportFailure } from './report-failure.ts';

async function rotate(store: SecretStore, isLeaked: boolean): Promise<void> {
  const key = await rotateKeys(store, new Date(), { isLeaked });
  const kept = (await loadKeys(store, new Date())).length - 1;
  console.log(`New signing key ${key.jwk.kid}.`);
  if (isLeaked) {
    console.log('It signs from now on; the keys before it are dropped, and their tokens are refused within a minute.');
  } else {
    console.log(`It signs from ${key.signsFrom.toISOString()} on. Older keys kept until their tokens expire: ${kept}.`);
  }
}

function readArguments(): boolean {
  try {
    return parseArgs({ options: { leaked: { type: 'boolean', default: false } } }).values.leaked;
  } catch {
    throw new StartUpError('Say `npm run rotate-keys`, or `npm run rotate-keys -- --leaked` after a leak.');
  }
}

async function main(): Promise<void> {
  const isLeaked = readArguments();
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl === null) {
    // Creating a new file in the wrong folder would look like success.
    await stat(secretsFileOf(dataDir)).catch(() => {
      throw new StartUpError(
        `There are no keys in ${dataDir} yet: start Wagday first, or say where they are with WAGDAY_DATA.`,
      );
    });
    return rotate(openSecretsFile(dataDir), isLeaked);
  }
  await checkExternalDatabase(databaseUrl);
  const sql = connect(databaseUrl, { max: 1, schema: productName });
  try {
    const [table] = await sql<{ found: boolean }[]>`select to_regclass('wagday.secrets') is not null as found`;
    if (!table?.found) throw new StartUpError('There are no keys in the database yet: start Wagday first.');
    await rotate(await openSecretsTable(sql, dataDir), isLeaked);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

await main().catch(reportFailure);
