import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeBrowser } from '../../domain/accounts/browser.ts';
import { letters } from '../../mail/letters.ts';
import { withoutRemovalDuringBackup } from '../backup/open-data.ts';
import { photoName, pictureShapes } from '../buckets.ts';
import type { Config } from '../config.ts';
import { type DeliveryOptions, openDelivery, vapidSubject } from '../functions/delivery.ts';
import { createFunctionData } from '../functions/function-data.ts';
import { functionLimits, waitForCall } from '../functions/function-limits.ts';
import { createTokens } from '../platform/access/tokens.ts';
import { authLimits } from '../platform/auth/auth-limits.ts';
import { writeMail } from '../platform/auth/mailed-links.ts';
import { gatheredNoticesJob } from '../platform/auth/notices.ts';
import { sessionSweep } from '../platform/auth/sessions.ts';
import { startCluster } from '../platform/database/cluster.ts';
import { lockDataDirectory, openDataDirectory } from '../platform/database/data-directory.ts';
import { checkExternalDatabase } from '../platform/database/external-database.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { createRequests } from '../platform/database/requests.ts';
import { createClientOf } from '../platform/http/connection.ts';
import { createJobs, type Jobs } from '../platform/jobs/jobs.ts';
import { openKeyRing } from '../platform/keys/key-ring.ts';
import { openSecretsFile, openSecretsTable } from '../platform/keys/secret-store.ts';
import { createRateLimits, type Limit, widenClientLimits } from '../platform/limits/rate-limits.ts';
import type { Log } from '../platform/log.ts';
import type { Mailer } from '../platform/mail/mail.ts';
import { createFileMailer, createSmtpMailer, defaultSender, sweepMailFiles } from '../platform/mail/mailers.ts';
import { createMailJobs, createOutbox, type Outbox } from '../platform/mail/outbox.ts';
import { openPhotos, type PhotosOptions } from '../platform/photos/photos.ts';
import { photoSweep } from '../platform/storage/sweep.ts';
import { createWebApp } from '../web/app.ts';
import { createHealthRoutes } from '../web/health.ts';
import { countMails, createMetricsRoutes } from '../web/metrics.ts';
import { createSecurityTxt } from '../web/security-txt.ts';
import { readInvitationPages, readSite } from '../web/site.ts';
import { createApp } from './app.ts';
import { credentialRules } from './credential-rules.ts';

/** The limits of all routes. Each feature declares its limits beside its routes, and they are registered here. */
export const limits = { ...authLimits, ...functionLimits };

export type LimitSettings = Readonly<Record<keyof typeof limits, Limit>>;

/** What tests use in place of the real parts. */
type Replacements = {
  readonly now?: () => Date;
  readonly mailer?: Mailer;
  /** Milliseconds between the attempts to send a mail. */
  readonly retryDelays?: readonly number[];
  /** Limits that differ from those of the configuration. */
  readonly limits?: Partial<LimitSettings>;
  readonly readDisk?: PhotosOptions['readDisk'];
  /** The bcrypt cost of new passwords. Most tests use a low one, to be quick. */
  readonly passwordCost?: number;
  /** Sends requests to push services. */
  readonly fetch?: DeliveryOptions['fetch'];
  /** Turns off the sweeps and the checks for due reminders and mails, so that a test can run them. */
  readonly sweeps?: false;
};

export type ComposeOptions = {
  readonly config: Config;
  /** The address where the server listens: the site's origin, unless the configuration has another. */
  readonly address: string;
  readonly log: Log;
  /** Prints progress, in short lines. */
  readonly progress: (line: string) => void;
  /** Each part adds its cleanup here when it has started. Disposing of it stops all of them, even after a failed start. */
  readonly cleanups: AsyncDisposableStack;
  /** Aborted when the owner stops the start. */
  readonly signal: AbortSignal;
  /** Whether this server serves the built pages. In development another server serves them. */
  readonly servesPages: boolean;
  /** Whether the server has been told to stop. */
  readonly isStopping: () => boolean;
  readonly replacements?: Replacements;
};

/** The parts of a running server. `lost` settles with a sentence when the server cannot go on. */
export type Composed = Awaited<ReturnType<typeof compose>>;

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** Builds the whole server except its port: data directory, database, services and routes. */
export async function compose(options: ComposeOptions) {
  const { config, log, cleanups, signal, replacements = {} } = options;
  const { publicUrl, trustedProxies } = config;
  const { now = () => new Date(), readDisk, retryDelays } = replacements;

  const dataDir = await openDataDirectory(config.dataDir);
  signal.throwIfAborted();
  const { url: databaseUrl, lost } = await bringUpDatabase(options, dataDir);
  signal.throwIfAborted();
  const database = await openDatabase(databaseUrl);
  const { accounts, background, health, applied } = database;
  cleanups.defer(database.close);
  if (applied.length > 0) log.info('migrations_applied', { count: applied.length });
  if (database.isBehindPooler) log.info('database_pooler_found', { prepares: false });
  signal.throwIfAborted();

  const secrets = config.databaseUrl ? await openSecretsTable(background, dataDir) : openSecretsFile(dataDir);
  const keys = cleanups.use(await openKeyRing(secrets, { log, now }));

  const opened = cleanups.use(await openPhotos({ dataDir, s3: config.s3, log, ...(readDisk && { readDisk }) }));
  const photos = { ...opened, store: withoutRemovalDuringBackup(opened.store, background) };

  // Other servers of the database may have photos on their own disks, which this one cannot read.
  const isPartial = config.databaseUrl !== null && config.s3 === null;
  const sweeps = [
    photoSweep({ sql: background, store: photos.store, log, now, isPartial }),
    sessionSweep({ sql: background, log, now }),
  ];
  const requests = createRequests(database.requests);
  const functionData = createFunctionData({ requests, sql: background });
  const mailFolder = join(dataDir, 'mail');
  const sender = config.mailFrom ?? defaultSender(publicUrl);
  const ownMailer = config.smtpUrl
    ? createSmtpMailer(config.smtpUrl, sender, log)
    : createFileMailer(mailFolder, sender, log, now);
  const mailer = countMails(replacements.mailer ?? ownMailer);
  const delivery = await openDelivery({
    secrets,
    site: publicUrl ?? options.address,
    vapidSubject: vapidSubject(publicUrl, sender),
    pushServices: config.pushServices,
    newHostGuests: config.newHostGuests,
    functionData,
    mailer,
    now,
    log,
    jobs: () => jobs,
    ...(replacements.fetch && { fetch: replacements.fetch }),
    ...(retryDelays && { retryDelays }),
  });
  const limitParts = {
    now,
    log,
    limits: { ...widenClientLimits(limits, config.clientLimitFactor), ...replacements.limits },
  };
  const backgroundLimits = createRateLimits<keyof typeof limits>({ sql: background, ...limitParts });
  const mailJobs = createMailJobs({
    mailer,
    write: (request, attempt) =>
      writeMail({ sql: background, limits: backgroundLimits, letters, now: now() }, request, attempt),
    ...(retryDelays && { retryDelays }),
  });
  const jobs: Jobs = createJobs({
    sql: background,
    now,
    log,
    kinds: [
      ...mailJobs,
      gatheredNoticesJob(backgroundLimits, () => outbox),
      delivery.mailJob,
      ...(replacements.sweeps === false ? [] : [...sweeps, ...delivery.repeating]),
    ],
    localSweep: () => sweepMailFiles(mailFolder, log, now()),
  });
  cleanups.defer(() => jobs.close());
  const outbox: Outbox = createOutbox(jobs);

  const rateLimits = createRateLimits<keyof typeof limits>({ sql: accounts, ...limitParts });
  // Another machine's disk holds the rows of an external database.
  const hasRoomForRows = () => config.databaseUrl !== null || (opened.space?.hasRoomForRows() ?? true);
  const app = createApp({
    sql: accounts,
    requests,
    functionData,
    delivery: delivery.forFunctions,
    onTestReminder: delivery.remindSoon,
    invitations: await readInvitationPages(DIST),
    tokens: createTokens(keys, now),
    limits: rateLimits,
    waitForCall: (functionName, client) => waitForCall(rateLimits, functionName, client),
    hasRoomForRows,
    clientOf: createClientOf(trustedProxies, log),
    credentialRules,
    describeBrowser,
    pictureShapes,
    photoName,
    signUpAllowed: config.signUpAllowed,
    passwordCost: replacements.passwordCost,
    publicUrl,
    now,
    log,
    outbox,
    photos,
  });
  const { isStopping } = options;
  app.route('/', createHealthRoutes({ sql: health, store: opened.store, log, now, hasRoomForRows, isStopping }));
  app.route(
    '/',
    createMetricsRoutes({ token: config.metricsToken, sql: health, space: opened.space, mails: mailer, now }),
  );
  app.route('/', createSecurityTxt(config.securityContact, publicUrl, now()));
  if (options.servesPages) {
    const site = await readSite(DIST);
    if (!site) log.error('pages_not_built', { hint: 'run npm run build' });
    app.route('/', createWebApp(site, publicUrl));
  }
  return { app, databaseUrl, database, secrets, keys, jobs, delivery, photos, lost };
}

async function bringUpDatabase({ config, log, progress, cleanups }: ComposeOptions, dataDir: string) {
  if (config.databaseUrl) {
    cleanups.use(await lockDataDirectory(dataDir));
    progress('Connecting to the database …');
    await checkExternalDatabase(config.databaseUrl);
    // The driver reconnects by itself, so an external database may come and go.
    return { url: config.databaseUrl, lost: new Promise<never>(() => undefined) };
  }
  progress('Starting the database …');
  const cluster = await startCluster({ dataDir, log, progress });
  cleanups.defer(() => cluster.stop());
  return cluster;
}
