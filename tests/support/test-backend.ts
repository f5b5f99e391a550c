import { rm } from 'node:fs/promises';
import { connect, type Sql } from '../../embedded-supabase/database/connect.ts';
import type { Database } from '../../embedded-supabase/database/open-database.ts';
import { type TrustedProxies, trustNobody } from '../../embedded-supabase/http/networks.ts';
import { type KeyRing, loadKeys, type SigningKey } from '../../embedded-supabase/keys/key-ring.ts';
import type { SecretStore } from '../../embedded-supabase/keys/secret-store.ts';
import type { Mailer } from '../../embedded-supabase/mail/mail.ts';
import type { Photos, PhotosOptions } from '../../embedded-supabase/photos/photos.ts';
import type { S3Config } from '../../embedded-supabase/photos/s3-store.ts';
import type { LimitSettings } from '../../server/composition/compose.ts';
import { startWagday } from '../../server/composition/run-server.ts';
import { readConfig } from '../../server/config.ts';
import { productName } from '../../server/product.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { layDatabase } from './prepared-database.ts';
import { createRunDatabase } from './run-postgres.ts';
import { makeDataDir } from './start-server.ts';

export type TestBackend = {
  readonly url: string;
  /** The publishable key. The embedded backend accepts any. */
  readonly key: string;
  /** A connection as the owner of the tables. */
  readonly sql: Sql;
  /** The connections of the server under test. */
  readonly database: Database;
  readonly keys: KeyRing;
  readonly secretStore: SecretStore;
  readonly secrets: { readonly signingKeys: readonly SigningKey['jwk'][] };
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly photos: Photos;
  /** Names and fields of all log entries, as one text. */
  readonly logged: () => string;
  /** The mail that the server has sent; empty if the test passes its own mailer. */
  readonly mailbox: Mailbox;
  /** Resolves when no job is running, so all mail that was due has been sent. */
  readonly mailSettled: () => Promise<void>;
  /** Stops the jobs of this server, mail included. Other servers may run them. */
  readonly closeOutbox: () => Promise<void>;
  /** Looks for due reminders, as the server does every 15 seconds. */
  readonly tickReminders: () => Promise<object>;
  /** Sends due mails to guests, as the server does every 15 seconds. */
  readonly sendGuestMails: () => Promise<{ mails: number; failed: number }>;
  /** Deletes the guests of old parties, as the server does every hour. */
  readonly purgeInvitations: () => Promise<void>;
  advance(milliseconds: number): void;
  /** Sets the clock right, and forgets mail and log, once no job is running. Rows stay. */
  beginAgain(): Promise<void>;
  /** Stops the server, and its database if it embeds one. Safe to call twice. */
  stop(): Promise<void>;
};

export type TestBackendOptions = {
  readonly signUpAllowed?: boolean;
  readonly publicUrl?: string;
  /** Rate limits. Wide by default, because all requests of a test come from one address. */
  readonly limits?: Partial<LimitSettings>;
  readonly trustedProxies?: TrustedProxies;
  /** Push services beside those of the browsers. */
  readonly pushServices?: readonly string[];
  /** How many guests all new hosts together may mail in a day. */
  readonly newHostGuests?: number;
  readonly mailer?: Mailer;
  /** What a reader of the metrics must show. */
  readonly metricsToken?: string;
  /** Writes mail into the data directory, as a server without SMTP does, instead of keeping it for the test. */
  readonly writesMail?: true;
  readonly s3?: S3Config;
  /** Also serves the built pages. */
  readonly servesPages?: true;
  /** Replaces the measurement of free disk space for photos. */
  readonly readDisk?: PhotosOptions['readDisk'];
  /** Sends requests to push services in place of the platform's `fetch`. */
  readonly fetch?: (input: string, init: RequestInit) => Promise<Response>;
  /** The bcrypt cost of passwords: the lowest by default, and `product` for tests about their storage and their cost. */
  readonly passwordCost?: number | 'product';
  /** The database of another backend, to share. */
  readonly databaseUrl?: string;
  /** Starts a PostgreSQL in the data directory, as a server without DATABASE_URL does, also where the run has one for all tests. */
  readonly embedsDatabase?: true;
  /** Lets the server sweep and look for due reminders by itself. */
  readonly sweeps?: true;
  /** Only `advance` moves the clock. For what is true for seconds, which a busy machine may take. */
  readonly stillClock?: true;
  /** An existing data directory. It is not deleted afterwards. */
  readonly dataDir?: string;
};

/** The lowest cost of bcrypt: about a millisecond. */
const cheapestCost = 4;

/**
 * Starts a server composed like the product's, with its own database and a clock that the test can move. The database is in the PostgreSQL
 * of the run, if there is one.
 */
export async function startTestBackend(options: TestBackendOptions = {}): Promise<TestBackend> {
  const dataDir = options.dataDir ?? (await makeDataDir());
  const needsDatabase = !options.dataDir && !options.databaseUrl;
  const ownDatabase = needsDatabase && !options.embedsDatabase ? await createRunDatabase() : null;
  if (needsDatabase && !ownDatabase) await layDatabase(dataDir);
  const lines: string[] = [];
  const record = (event: string, fields?: object) => void lines.push(JSON.stringify({ event, ...fields }));
  let ahead = 0;
  const startedAt = Date.now();
  const now = () => new Date((options.stillClock ? startedAt : Date.now()) + ahead);
  const mailbox = createMailbox();
  const { limits, readDisk, fetch, passwordCost = cheapestCost } = options;

  const cleanups = new AsyncDisposableStack();
  const { url, database, databaseUrl, keys, secrets, photos, jobs, delivery } = await startWagday({
    config: {
      ...readConfig({}),
      port: 0,
      dataDir,
      databaseUrl: options.databaseUrl ?? ownDatabase?.url ?? null,
      publicUrl: options.publicUrl ?? null,
      signUpAllowed: options.signUpAllowed ?? true,
      trustedProxies: options.trustedProxies ?? trustNobody,
      pushServices: options.pushServices ?? [],
      ...(options.newHostGuests !== undefined && { newHostGuests: options.newHostGuests }),
      metricsToken: options.metricsToken ?? null,
      clientLimitFactor: 1000,
      s3: options.s3 ?? null,
    },
    log: { info: record, error: record },
    progress: () => undefined,
    cleanups,
    signal: new AbortController().signal,
    servesPages: options.servesPages ?? false,
    replacements: {
      now,
      ...(!options.writesMail && { mailer: options.mailer ?? mailbox }),
      retryDelays: [0, 0],
      ...(!options.sweeps && { sweeps: false }),
      ...(passwordCost !== 'product' && { passwordCost }),
      ...(fetch && { fetch }),
      ...(limits && { limits }),
      ...(readDisk && { readDisk }),
    },
  });
  const sql = connect(databaseUrl, { schema: productName });
  let stopping: Promise<void> | null = null;

  return {
    url: url.replace('localhost', '127.0.0.1'),
    key: 'wagday',
    sql,
    database,
    keys,
    secretStore: secrets,
    secrets: { signingKeys: (await loadKeys(secrets, now())).map(({ jwk }) => jwk) },
    databaseUrl,
    dataDir,
    photos,
    mailbox,
    mailSettled: () => jobs.settled(),
    closeOutbox: () => jobs.close(),
    logged: () => lines.join('\n'),
    tickReminders: delivery.remind,
    sendGuestMails: delivery.mailGuests,
    purgeInvitations: () => delivery.purge(),
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    beginAgain: async () => {
      await jobs.settled();
      ahead = 0;
      lines.length = 0;
      mailbox.empty();
    },
    stop: () => {
      stopping ??= (async () => {
        await sql.end({ timeout: 5 });
        await cleanups.disposeAsync();
        await ownDatabase?.drop();
        if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
      })();
      return stopping;
    },
  };
}
