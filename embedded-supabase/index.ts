/** What a product uses of the embedded Supabase. */
export { authLimits } from './auth/auth-limits.ts';
export type { CredentialRules } from './auth/credentials.ts';
export { createLink } from './auth/mailed-links.ts';
export { advisoryLocks } from './database/advisory-locks.ts';
export { callStatement, candidatesOf, keepLoaded, readFunctions } from './database/callable-functions.ts';
export { startCluster, urlOfRunningCluster } from './database/cluster.ts';
export { connect, type Sql, type Transaction } from './database/connect.ts';
export { lockDataDirectory, openDataDirectory } from './database/data-directory.ts';
export { causeOf, DatabaseUnreachable, isUnavailable, logFailure } from './database/database-error.ts';
export { checkExternalDatabase } from './database/external-database.ts';
export {
  hasTable,
  type MigrationFile,
  type MigrationSource,
  migrate,
  migrateWithin,
  readSources,
  supabaseSchema,
} from './database/migrate.ts';
export type { DatabaseOptions } from './database/open-database.ts';
export { type Requests, type Result, type Statement, TooManyWaiting } from './database/requests.ts';
export type { Tag } from './database/sql.ts';
export { createEmbeddedSupabase } from './embedded-supabase.ts';
export { codeOf, codeOrName, messageOf, StartUpError } from './errors.ts';
export { ignoreMissing, replaceFile, writeDurably } from './files.ts';
export {
  compressed,
  compressStart,
  compressText,
  type Encoding,
  matchesTag,
  negotiateEncoding,
} from './http/compress.ts';
export { type ClientOf, siteOf } from './http/connection.ts';
export { createGuardedServer, defaultGuards } from './http/guarded-server.ts';
export { limitBody } from './http/limit-body.ts';
export { createListener, createStartingListener, logRequests, nameRoute } from './http/listener.ts';
export { networksOf, parseTrustedProxies, type TrustedProxies, trustNobody } from './http/networks.ts';
export { createRoom, NoRoom } from './http/rooms.ts';
export { pageHeaders, partPolicy, permissions, securityHeaders } from './http/security-headers.ts';
export { createTurns } from './http/turns.ts';
export { hourly, type JobKind, type Jobs } from './jobs/jobs.ts';
export {
  createSigningKey,
  describeKeys,
  parseKeys,
  type SigningKey,
  signingAlgorithm,
  signingSecret,
} from './keys/key-ring.ts';
export { formatSecrets, parseSecrets, type SecretStore, type Secrets, secretsFileOf } from './keys/secret-store.ts';
export {
  createLocalCounts,
  createRateLimits,
  type Limit,
  type RateLimits,
  type Slot,
  slotsOfClient,
  widenClientLimits,
} from './limits/rate-limits.ts';
export { createLog, type Log, type LogFields } from './log.ts';
export { type Letters, type Mail, type Mailer, MailNotTaken, MailRefused } from './mail/mail.ts';
export { addressOf, checkSmtp, createFileMailer, createSmtpMailer, sweepMailFiles } from './mail/mailers.ts';
export { openDiskStore, type PhotoStore, photoId, StorageError } from './photos/photo-store.ts';
export type { Photos, PhotosOptions } from './photos/photos.ts';
export type { PictureLimits, PictureShape, PreparedPhoto } from './photos/prepare-photo.ts';
export { openS3Store, type S3Config } from './photos/s3-store.ts';
export { putLast } from './put-last.ts';
export { isObjectName } from './storage/object-requests.ts';
export { describePhoto } from './storage/objects.ts';
export type { UnusedFile } from './storage/sweep.ts';

/** Redraws a picture in this process. The library for it is loaded only here, because a server draws in processes of their own. */
export const preparePhoto: typeof import('./photos/prepare-photo.ts').preparePhoto = async (...parts) =>
  (await import('./photos/prepare-photo.ts')).preparePhoto(...parts);
