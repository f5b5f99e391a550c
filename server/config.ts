import { resolve } from 'node:path';
import { readPushServices } from '../domain/reminders/push-services.ts';
import { readNewHostGuests } from '../mail/guest-mail.ts';
import { parseTrustedProxies, type TrustedProxies, trustNobody } from './platform/http/networks.ts';
import type { S3Config } from './platform/photos/s3-store.ts';
import { StartUpError } from './platform/start-up-error.ts';

export type Config = {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** An origin without a path, such as `https://wagday.example`; null derives it from each request. */
  readonly publicUrl: string | null;
  /** Whose X-Forwarded-For is believed. */
  readonly trustedProxies: TrustedProxies;
  /** How many times as often as a household one client address may ask. */
  readonly clientLimitFactor: number;
  readonly dataDir: string;
  /** null starts Wagday's own PostgreSQL in the data directory. */
  readonly databaseUrl: string | null;
  readonly signUpAllowed: boolean;
  /** null writes mail into the data directory. */
  readonly smtpUrl: string | null;
  /** The sender of mail; null stands for `wagday` at the site's host. */
  readonly mailFrom: string | null;
  /** Where to report a vulnerability, as security.txt says; null names nobody. */
  readonly securityContact: string | null;
  /** Push services beside those of the browsers: hosts, or patterns such as `*.push.example.net`. */
  readonly pushServices: readonly string[];
  /** How many guests a day are sent mail for all hosts whose accounts are younger than a week, together. */
  readonly newHostGuests: number;
  /** null keeps photos in the data directory. */
  readonly s3: S3Config | null;
  /** Whether every request is logged, not only what fails. */
  readonly logsRequests: boolean;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws {StartUpError} naming the variable, never a secret value. */
export function readConfig(env: Environment): Config {
  const publicUrl = readPublicUrl(env);
  const smtpUrl = readServiceUrl(env, 'SMTP_URL', /^smtps?:$/, 'smtp://user:password@mail.example:587 or smtps://…');
  if (smtpUrl !== null && publicUrl === null) {
    throw new StartUpError(
      'With SMTP_URL set PUBLIC_URL must be too: links in mails lead there, such as https://wagday.example.',
    );
  }
  return {
    host: value(env, 'HOST') ?? '127.0.0.1',
    port: readPort(env),
    publicUrl,
    trustedProxies: readTrustedProxies(env),
    clientLimitFactor: readClientLimitFactor(env),
    dataDir: resolve(value(env, 'WAGDAY_DATA') ?? 'data'),
    databaseUrl: readDatabaseUrl(env),
    signUpAllowed: readSwitch(env, 'WAGDAY_SIGNUP', true),
    smtpUrl,
    mailFrom: readMailFrom(env),
    securityContact: readSecurityContact(env),
    pushServices: readServices(env),
    newHostGuests: readGuestsOfNewHosts(env),
    s3: readS3(env),
    logsRequests: readLogLevel(env) === 'debug',
  };
}

/** An empty variable counts as not set: compose files and shells often pass them so. */
function value(env: Environment, name: string): string | null {
  return env[name]?.trim() || null;
}

function readPort(env: Environment): number {
  const text = value(env, 'PORT') ?? '8080';
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65535) {
    throw new StartUpError(`PORT must be a whole number from 0 to 65535, but it is "${text}".`);
  }
  return port;
}

function readPublicUrl(env: Environment): string | null {
  const text = value(env, 'PUBLIC_URL');
  const origin = text === null ? null : parseOrigin(text);
  if (text === null || origin !== null) return origin;
  throw new StartUpError('PUBLIC_URL must be an http or https address without a path, such as https://wagday.example.');
}

/** The origin of an http or https address that has nothing else; null for other texts. */
export function parseOrigin(text: string): string | null {
  const url = parseUrl(text, /^https?:$/);
  const isBare = url?.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  return isBare ? url.origin : null;
}

/** Null for an address of another protocol, and for one whose parts cannot be decoded. */
function parseUrl(text: string, protocol: RegExp): URL | null {
  const url = URL.parse(text);
  if (!url || !protocol.test(url.protocol)) return null;
  try {
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
    return url;
  } catch {
    return null;
  }
}

function readTrustedProxies(env: Environment): TrustedProxies {
  const text = value(env, 'TRUST_PROXY');
  if (text === null || /^(off|false|no|0)$/i.test(text)) return trustNobody;
  const trusted = parseTrustedProxies(text);
  if (trusted === null) {
    throw new StartUpError(
      `TRUST_PROXY must be off, or list the addresses that the proxies connect from, such as loopback or 10.0.0.5, 172.17.0.0/16, but it is "${text}".`,
    );
  }
  return trusted;
}

function readServices(env: Environment): string[] {
  const text = value(env, 'PUSH_SERVICES') ?? '';
  const services = readPushServices(text);
  if (services !== null) return services;
  throw new StartUpError(
    `PUSH_SERVICES must list host names of push services, such as push.example.org, *.push.example.net, but it is "${text}".`,
  );
}

function readGuestsOfNewHosts(env: Environment): number {
  const text = value(env, 'NEW_HOST_GUESTS') ?? '';
  const guests = readNewHostGuests(text);
  if (guests !== null) return guests;
  throw new StartUpError(`NEW_HOST_GUESTS must be a whole number from 0 to 100000, but it is "${text}".`);
}

function readClientLimitFactor(env: Environment): number {
  const text = value(env, 'WAGDAY_CLIENT_LIMITS') ?? '1';
  const factor = Number(text);
  if (!/^\d{1,4}$/.test(text) || factor < 1 || factor > 1000) {
    throw new StartUpError(`WAGDAY_CLIENT_LIMITS must be a whole number from 1 to 1000, but it is "${text}".`);
  }
  return factor;
}

/** The address of a service, with its password. @param example of such an address */
function readServiceUrl(env: Environment, name: string, protocol: RegExp, example: string): string | null {
  const text = value(env, name);
  if (text === null || parseUrl(text, protocol)?.hostname) return text;
  throw new StartUpError(`${name} must look like ${example} (special characters in it percent-encoded).`);
}

function readDatabaseUrl(env: Environment): string | null {
  const name = 'DATABASE_URL';
  const hosts = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#@]*)/.exec(value(env, name) ?? '')?.[1];
  // The driver would take turns between them, and go on writing to a primary that has been replaced.
  if (hosts?.includes(',')) {
    throw new StartUpError(
      `${name} names several hosts: give it one address that follows the primary, such as that of HAProxy in front of Patroni (docs/deploy.md).`,
    );
  }
  return readServiceUrl(env, name, /^postgres(ql)?:$/, 'postgres://user:password@host:5432/database');
}

function readMailFrom(env: Environment): string | null {
  const text = value(env, 'MAIL_FROM');
  if (text === null) return null;
  const address = /^[^<>",;\p{Cc}]*<([^<>]*)>$/u.exec(text)?.[1] ?? text;
  if (!/^[^\s<>@",;:\p{Cc}]+@[^\s<>@",;:\p{Cc}]+$/u.test(address)) {
    throw new StartUpError(
      'MAIL_FROM must be an address, such as wagday@mail.example or Wagday <wagday@mail.example>.',
    );
  }
  return text;
}

function readSecurityContact(env: Environment): string | null {
  const text = value(env, 'SECURITY_CONTACT');
  if (text === null || (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text) && URL.canParse(text))) return text;
  throw new StartUpError(
    'SECURITY_CONTACT must be an address such as mailto:security@wagday.example or https://wagday.example/report.',
  );
}

const s3Variables = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

function readS3(env: Environment): S3Config | null {
  const missing = s3Variables.filter((name) => value(env, name) === null);
  if (missing.length === s3Variables.length && value(env, 'S3_REGION') === null) return null;
  if (missing.length > 0) {
    throw new StartUpError(
      `For photos in an S3-compatible store ${new Intl.ListFormat('en').format(missing)} must be set too.`,
    );
  }
  const [endpoint = '', bucket = '', accessKeyId = '', secretAccessKey = ''] = s3Variables.map(
    (name) => value(env, name) ?? '',
  );
  const url = parseUrl(endpoint, /^https?:$/);
  if (!url || url.search || url.hash || url.username) {
    throw new StartUpError(
      'S3_ENDPOINT must be an http or https address, such as https://s3.eu-central-1.amazonaws.com.',
    );
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new StartUpError(`S3_BUCKET must be the name of a bucket, but it is "${bucket}".`);
  }
  const region = value(env, 'S3_REGION') ?? 'us-east-1';
  return { endpoint: url.href.replace(/\/+$/, ''), region, bucket, accessKeyId, secretAccessKey };
}

function readLogLevel(env: Environment): string {
  const level = value(env, 'LOG_LEVEL')?.toLowerCase() ?? 'info';
  if (level === 'info' || level === 'debug') return level;
  throw new StartUpError(`LOG_LEVEL must be info or debug, but it is "${level}".`);
}

function readSwitch(env: Environment, name: string, fallback: boolean): boolean {
  const text = value(env, name)?.toLowerCase();
  if (text === undefined) return fallback;
  if (['on', 'true', '1', 'yes'].includes(text)) return true;
  if (['off', 'false', '0', 'no'].includes(text)) return false;
  throw new StartUpError(`${name} must be on or off, but it is "${text}".`);
}
