import { createTokens } from './access/tokens.ts';
import type { AuthDependencies } from './auth/auth-dependencies.ts';
import { authLimits } from './auth/auth-limits.ts';
import { createAuthRoutes } from './auth/auth-routes.ts';
import { writeMail } from './auth/mailed-links.ts';
import { gatheredNoticesJob } from './auth/notices.ts';
import { sessionSweep } from './auth/sessions.ts';
import { startCluster } from './database/cluster.ts';
import type { Sql } from './database/connect.ts';
import { lockDataDirectory } from './database/data-directory.ts';
import { checkExternalDatabase } from './database/external-database.ts';
import { type Database, type DatabaseOptions, openDatabase } from './database/open-database.ts';
import { createRequests, type Requests } from './database/requests.ts';
import { createClientOf } from './http/connection.ts';
import { type TrustedProxies, trustNobody } from './http/networks.ts';
import { createJobs, type JobDependencies, type JobKind, type Jobs } from './jobs/jobs.ts';
import { openKeyRing } from './keys/key-ring.ts';
import { openSecretsFile, openSecretsTable, type SecretStore } from './keys/secret-store.ts';
import { createRateLimits, type Limit } from './limits/rate-limits.ts';
import type { Letters, Mailer } from './mail/mail.ts';
import { createMailJobs, createOutbox, type MailJobDependencies, type Outbox } from './mail/mail-outbox.ts';
import type { PhotoStore } from './photos/photo-store.ts';
import { openPhotos, type PhotosOptions } from './photos/photos.ts';
import { createRestRoutes, type RestDependencies } from './rest/rest-routes.ts';
import { createStorageRoutes } from './storage/storage-routes.ts';
import { photoSweep, type UnusedFile } from './storage/sweep.ts';
import type { StorageDependencies } from './storage/uploads.ts';

type Opened = {
  readonly database: Database;
  readonly requests: Requests;
  readonly secrets: SecretStore;
  readonly hasRoomForRows: () => boolean;
  readonly jobs: () => Jobs;
};

type Additions = {
  readonly kinds?: readonly JobKind[];
  readonly waitForCall?: RestDependencies['waitForCall'];
};

type EmbeddedSupabaseOptions<Added extends Additions> = DatabaseOptions &
  Pick<AuthDependencies, 'credentialRules' | 'describeBrowser' | 'passwordCost' | 'now' | 'log'> &
  Pick<StorageDependencies, 'pictureShapes' | 'photoName'> &
  Pick<PhotosOptions, 'readDisk'> &
  Pick<MailJobDependencies, 'retryDelays'> &
  Pick<JobDependencies, 'localSweep'> & {
    /** The real path of an existing directory for photos and secrets, and for the database unless `databaseUrl` names another. */
    readonly dataDir: string;
    readonly databaseUrl?: string | null;
    readonly sharedHome?: string;
    readonly s3?: PhotosOptions['s3'];
    readonly publicUrl?: string | null;
    readonly trustedProxies?: TrustedProxies;
    readonly signUpAllowed?: boolean;
    readonly letters: Letters;
    readonly mailer: Mailer;
    /** The path of the page that signs in, and takes the tokens of mailed links. */
    readonly page: string;
    readonly limits?: Readonly<Record<keyof typeof authLimits, Limit>>;
    readonly sweeps?: boolean;
    /** Told of an account whose owner has followed a link that was mailed to its address. */
    readonly onProven?: (sql: Sql, userId: string) => Promise<unknown>;
    /** Lists files that no row of the product names any more. */
    readonly listUnused?: (sql: Sql, at: Date, most: number) => Promise<readonly UnusedFile[]>;
    readonly wrapStore?: (store: PhotoStore, sql: Sql) => PhotoStore;
    readonly add: (opened: Opened) => Promise<Added>;
    readonly progress?: (line: string) => void;
    /** Each part adds its cleanup here when it has started. Disposing of it stops all of them, even after a failed start. */
    readonly cleanups: AsyncDisposableStack;
    /** Aborted when the owner stops the start. */
    readonly signal?: AbortSignal;
  };

/**
 * Starts a Supabase in this process, with the database in it or at `databaseUrl`. Its three services are routes, to be mounted where
 * supabase-js looks for them: /auth/v1, /rest/v1 and /storage/v1. `lost` settles with a sentence when it cannot go on.
 */
export async function createEmbeddedSupabase<Added extends Additions>(options: EmbeddedSupabaseOptions<Added>) {
  const { dataDir, databaseUrl = null, s3 = null, publicUrl = null, trustedProxies = trustNobody } = options;
  const { letters, mailer, page, limits = authLimits, readDisk, retryDelays, cleanups, signal, now, log } = options;
  const { url, lost } = await bringUpDatabase(options);
  signal?.throwIfAborted();
  const database = await openDatabase(url, options);
  const { accounts, background, applied } = database;
  cleanups.defer(database.close);
  if (applied.length > 0) log.info('migrations_applied', { count: applied.length });
  if (database.isBehindPooler) log.info('database_pooler_found', { prepares: false });
  signal?.throwIfAborted();

  const secrets = databaseUrl ? await openSecretsTable(background, dataDir) : openSecretsFile(dataDir);
  const keys = cleanups.use(await openKeyRing(secrets, { log, now }));
  const { store, ...others } = cleanups.use(await openPhotos({ dataDir, s3, log, ...(readDisk && { readDisk }) }));
  const photos = { ...others, store: options.wrapStore?.(store, background) ?? store };
  const requests = createRequests(database.requests);
  // Another machine's disk holds the rows of an external database.
  const hasRoomForRows = () => databaseUrl !== null || (photos.space?.hasRoomForRows() ?? true);
  const added = await options.add({ database, requests, secrets, hasRoomForRows, jobs: () => jobs });

  const work = { sql: background, now, log };
  const backgroundLimits = createRateLimits({ ...work, limits });
  const { listUnused, localSweep, onProven } = options;
  // Other servers of the database may have photos on their own disks, which this one cannot read.
  const isPartial = databaseUrl !== null && s3 === null;
  const sweepWork = { ...work, sql: database.sweeps };
  const sweeps = [photoSweep({ ...sweepWork, store: photos.store, isPartial, listUnused }), sessionSweep(sweepWork)];
  const mailJobs = createMailJobs({
    mailer,
    write: (request, attempt) =>
      writeMail({ sql: background, limits: backgroundLimits, letters, page, now: now() }, request, attempt),
    retryDelays,
  });
  const jobs: Jobs = createJobs({
    ...work,
    localSweep,
    kinds: [
      ...mailJobs,
      gatheredNoticesJob(backgroundLimits, () => outbox),
      ...(options.sweeps === false ? [] : sweeps),
      ...(added.kinds ?? []),
    ],
  });
  cleanups.defer(() => jobs.close());
  const outbox: Outbox = createOutbox(jobs);

  const parts = {
    ...options,
    publicUrl,
    signUpAllowed: options.signUpAllowed ?? true,
    sql: accounts,
    requests,
    tokens: createTokens(keys, options.name, now),
    limits: createRateLimits({ sql: accounts, now, log, limits }),
    waitForCall: added.waitForCall ?? (async () => null),
    hasRoomForRows,
    clientOf: createClientOf(trustedProxies, log),
    outbox,
    photos,
    onProven: async (userId: string) => onProven?.(accounts, userId),
  };
  return {
    auth: createAuthRoutes(parts),
    rest: createRestRoutes(parts),
    storage: createStorageRoutes(parts),
    clientOf: parts.clientOf,
    hasRoomForRows,
    databaseUrl: url,
    database,
    secrets,
    keys,
    jobs,
    photos,
    added,
    lost,
  };
}

async function bringUpDatabase<Added extends Additions>(options: EmbeddedSupabaseOptions<Added>) {
  const { dataDir, databaseUrl = null, cleanups, progress = () => undefined } = options;
  if (databaseUrl) {
    cleanups.use(await lockDataDirectory(dataDir));
    progress('Connecting to the database …');
    await checkExternalDatabase(databaseUrl);
    // The driver reconnects by itself, so an external database may come and go.
    return { url: databaseUrl, lost: new Promise<never>(() => undefined) };
  }
  progress('Starting the database …');
  const cluster = await startCluster(options);
  cleanups.defer(() => cluster.stop());
  return cluster;
}
