import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  authLimits,
  type CredentialRules,
  createEmbeddedSupabase,
  createFileMailer,
  createRateLimits,
  createSmtpMailer,
  type Limit,
  type Log,
  type Mailer,
  openDataDirectory,
  type PhotosOptions,
  sweepMailFiles,
  widenClientLimits,
} from 'embedded-supabase';
import type { Hono } from 'hono';
import { authPage } from '../../addresses/addresses.ts';
import * as rules from '../../domain/accounts/credential-rules.ts';
import { describeBrowser } from '../../domain/accounts/describe-browser.ts';
import { letters } from '../../mail/letters.ts';
import { withoutRemovalDuringBackup } from '../backup/open-data.ts';
import type { Config } from '../config.ts';
import { type DeliveryOptions, openDelivery, vapidSubject } from '../functions/delivery-jobs.ts';
import { createFunctionData } from '../functions/function-data.ts';
import { functionLimits, waitForCall } from '../functions/function-limits.ts';
import {
  databaseOptions,
  defaultSender,
  listUnusedFiles,
  photoName,
  pictureShapes,
  proveAddress,
  sharedHome,
} from '../product.ts';
import { createHealthRoutes } from '../web/health.ts';
import { countMails, createMetricsRoutes } from '../web/metrics.ts';
import { createSecurityTxt } from '../web/security-txt.ts';
import { readInvitationPages, readSite } from '../web/site.ts';
import { createWebApp } from '../web/web-app.ts';
import { createApp } from './create-app.ts';

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
  readonly fetch?: DeliveryOptions['fetch'];
  /** Turns off the sweeps and the checks for due reminders and mails, so that a test can run them. */
  readonly sweeps?: false;
};

export type ComposeOptions = {
  readonly config: Config;
  /** The address where the server listens: the site's origin, unless the configuration has another. */
  readonly address: string;
  readonly log: Log;
  readonly progress: (line: string) => void;
  readonly cleanups: AsyncDisposableStack;
  readonly signal: AbortSignal;
  /** Whether this server serves the built pages. In development another server serves them. */
  readonly servesPages: boolean;
  readonly isStopping: () => boolean;
  readonly replacements?: Replacements;
};

const list = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
const commonPasswords = new Set(list.split('\n').filter((line) => line !== '' && !line.startsWith('# ')));

/** The rules that pages know, and the list of common passwords, which is too long to be sent to them. */
const credentialRules: CredentialRules = {
  ...rules,
  passwordProblem: (password, email) =>
    rules.passwordProblem(password, email) ?? (commonPasswords.has(password.toLowerCase()) ? 'too common' : undefined),
};

type EmbeddedSupabase = Awaited<ReturnType<typeof createEmbeddedSupabase>>;

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** Builds the whole server except its port: data directory, database, services and routes. */
export async function compose(options: ComposeOptions) {
  const { config, log, progress, cleanups, signal, replacements = {} } = options;
  const { publicUrl, trustedProxies } = config;
  const { now = () => new Date(), readDisk, retryDelays, passwordCost } = replacements;

  const dataDir = await openDataDirectory(config.dataDir);
  signal.throwIfAborted();
  const mailFolder = join(dataDir, 'mail');
  const sender = config.mailFrom ?? defaultSender(publicUrl);
  const openMailer = () =>
    config.smtpUrl ? createSmtpMailer(config.smtpUrl, sender, log) : createFileMailer(mailFolder, sender, log, now);
  const mailer = countMails(replacements.mailer ?? openMailer());
  const limitSettings = { ...widenClientLimits(limits, config.clientLimitFactor), ...replacements.limits };
  const supabase = await createEmbeddedSupabase({
    ...databaseOptions,
    dataDir,
    databaseUrl: config.databaseUrl,
    sharedHome,
    s3: config.s3,
    publicUrl,
    trustedProxies,
    signUpAllowed: config.signUpAllowed,
    credentialRules,
    describeBrowser,
    letters,
    page: authPage,
    mailer,
    limits: limitSettings,
    pictureShapes,
    photoName,
    onProven: proveAddress,
    listUnused: listUnusedFiles,
    wrapStore: withoutRemovalDuringBackup,
    localSweep: () => sweepMailFiles(mailFolder, log, now()),
    passwordCost,
    sweeps: replacements.sweeps ?? true,
    ...(readDisk && { readDisk }),
    ...(retryDelays && { retryDelays }),
    progress,
    cleanups,
    signal,
    now,
    log,
    async add({ database, requests, secrets, hasRoomForRows, jobs }) {
      const functionData = createFunctionData({ requests, sql: database.background, hasRoomForRows });
      const functionRateLimits = createRateLimits({ sql: database.accounts, now, log, limits: limitSettings });
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
        jobs,
        ...(replacements.fetch && { fetch: replacements.fetch }),
        ...(retryDelays && { retryDelays }),
      });
      return {
        kinds: [delivery.mailJob, ...(replacements.sweeps === false ? [] : delivery.repeating)],
        waitForCall: (functionName: string, client: string) => waitForCall(functionRateLimits, functionName, client),
        delivery,
        functionData,
        limits: functionRateLimits,
      };
    },
  });
  const { added } = supabase;
  const app = createApp(supabase, {
    functionData: added.functionData,
    limits: added.limits,
    delivery: added.delivery.forFunctions,
    onTestReminder: added.delivery.remindSoon,
    invitations: await readInvitationPages(DIST),
    clientOf: supabase.clientOf,
    publicUrl,
    now,
    log,
  });
  await addOwnRoutes(app, options, supabase, mailer, now);
  return { ...supabase, app, delivery: added.delivery };
}

/** Adds what is not Supabase's: health, metrics, the contact for security, and the pages. */
async function addOwnRoutes(
  app: Hono,
  { config, log, isStopping, servesPages }: ComposeOptions,
  { database, photos, hasRoomForRows }: Pick<EmbeddedSupabase, 'database' | 'photos' | 'hasRoomForRows'>,
  mails: ReturnType<typeof countMails>,
  now: () => Date,
): Promise<void> {
  const { store, space } = photos;
  const sql = database.health;
  app.route('/', createHealthRoutes({ sql, store, log, now, hasRoomForRows, isStopping }));
  app.route('/', createMetricsRoutes({ token: config.metricsToken, sql, space, mails, now }));
  app.route('/', createSecurityTxt(config.securityContact, config.publicUrl, now()));
  if (!servesPages) return;
  const site = await readSite(DIST);
  if (!site) log.error('pages_not_built', { hint: 'run npm run build' });
  app.route('/', createWebApp(site, config.publicUrl));
}
