import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseTrustedProxies, type S3Config, StartUpError, trustNobody } from 'embedded-supabase';
import { readPushServices } from '../domain/reminders/push-services.ts';
import { readNewHostGuests, usualNewHostGuests } from '../functions/delivery/guest-mails.ts';
import { photoFolder } from './product.ts';

export type Config = ReturnType<typeof readConfig>;

/** The version of this Wagday, as in the changelog. */
export const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration. @throws {StartUpError} that names the variable, never a secret value */
export function readConfig(environment: Environment) {
  const known = new Set<string>();
  const env = new Proxy(environment, {
    get(target, name: string) {
      known.add(name);
      return target[name];
    },
  });
  const config = readVariables(env);
  refuseMisspelled(Object.keys(environment), known);
  return config;
}

/** Refuses a name that nearly is that of a setting, which would be ignored. Other programs may have names with this prefix, too. */
function refuseMisspelled(names: readonly string[], known: ReadonlySet<string>): void {
  const settings = [...known].filter((name) => name.startsWith('WAGDAY_'));
  for (const name of names.filter((candidate) => candidate.startsWith('WAGDAY_') && !known.has(candidate))) {
    const meant =
      [...known].find((setting) => setting.includes('_') && name === `WAGDAY_${setting}`) ??
      settings.find((setting) => name.startsWith(`${setting}_`) || distance(name, setting) <= 2);
    if (meant) throw new StartUpError(`${name} is no setting of Wagday: did you mean ${meant}?`);
  }
}

/** Counts the letters to add, remove or change between two words. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [index, other] of [...to].entries()) {
      const [diagonal = 0, above = 0, left = 0] = [row[index], row[index + 1], next[index]];
      next.push(Math.min(diagonal + (letter === other ? 0 : 1), above + 1, left + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function readVariables(env: Environment) {
  const publicUrl = read(
    env,
    'PUBLIC_URL',
    parseOrigin,
    'an http or https address without a path, such as https://wagday.example',
    true,
  );
  const smtpUrl = readServiceUrl(env, 'SMTP_URL', /^smtps?:$/, 'smtp://user:password@mail.example:587 or smtps://…');
  if (smtpUrl !== null && publicUrl === null) {
    throw new StartUpError(
      'With SMTP_URL set PUBLIC_URL must be too: links in mails lead there, such as https://wagday.example.',
    );
  }
  return {
    /** An IPv6 address may be in brackets, as in a URL. */
    host: value(env, 'HOST')?.replace(/^\[(.*)\]$/, '$1') ?? '127.0.0.1',
    /** 0 lets the system choose. */
    port: read(env, 'PORT', wholeNumber(0, 65535), 'a whole number from 0 to 65535') ?? 8080,
    /** An origin without a path, such as `https://wagday.example`; null derives it from each request. */
    publicUrl,
    /** Tells whose X-Forwarded-For is trusted. */
    trustedProxies:
      read(
        env,
        'TRUST_PROXY',
        (text) => (/^(off|false|no|0)$/i.test(text) ? trustNobody : parseTrustedProxies(text)),
        'off, or the addresses that the proxies connect from, such as loopback or 10.0.0.5, 172.17.0.0/16',
      ) ?? trustNobody,
    /** Multiplies the limits of a client address, which are meant for one household. */
    clientLimitFactor: read(env, 'WAGDAY_CLIENT_LIMITS', wholeNumber(1, 1000), 'a whole number from 1 to 1000') ?? 1,
    dataDir: resolve(value(env, 'WAGDAY_DATA') ?? 'data'),
    /** null starts Wagday's own PostgreSQL in the data directory. */
    databaseUrl: readDatabaseUrl(env),
    signUpAllowed: read(env, 'WAGDAY_SIGNUP', parseSwitch, 'on or off') ?? true,
    /** null writes mail into the data directory. */
    smtpUrl,
    /** The sender of mail; null stands for `wagday` at the site's host. */
    mailFrom: read(
      env,
      'MAIL_FROM',
      parseSender,
      'an address, such as wagday@mail.example or Wagday <wagday@mail.example>',
      true,
    ),
    /** Whom the nightly backup tells of a failure. */
    adminEmail: read(env, 'ADMIN_EMAIL', parseAddress, 'an address, such as you@mail.example', true),
    /** What a program must show to read the metrics; null serves none. */
    metricsToken: read(env, 'METRICS_TOKEN', parseToken, 'at least 32 letters, digits, - and _', true),
    /** Where to report a vulnerability, for security.txt; null without a contact. */
    securityContact: read(
      env,
      'SECURITY_CONTACT',
      (text) => (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text) && URL.canParse(text) ? text : null),
      'an address such as mailto:security@wagday.example or https://wagday.example/report',
      true,
    ),
    /** Push services in addition to those of the browsers: hosts, or patterns such as `*.push.example.net`. */
    pushServices:
      read(
        env,
        'PUSH_SERVICES',
        readPushServices,
        'host names of push services, such as push.example.org, *.push.example.net',
      ) ?? [],
    /** The most guests a day who get mail from all hosts together whose accounts are younger than a week. */
    newHostGuests:
      read(env, 'NEW_HOST_GUESTS', readNewHostGuests, 'a whole number from 0 to 100000') ?? usualNewHostGuests,
    /** null keeps photos in the data directory. */
    s3: readS3(env),
    /** Whether every request is logged, not only failures. */
    logsRequests: read(env, 'LOG_LEVEL', parseLogLevel, 'info or debug') === 'debug',
  };
}

/** Reads a variable. An empty one counts as not set, because compose files and shells often pass it so. */
function value(env: Environment, name: string): string | null {
  return env[name]?.trim() || null;
}

/**
 * Reads and parses a variable; null where it is not set.
 * @param parse returns null for a text that breaks the rule
 * @param mayBeSecret keeps the text out of the error message
 * @throws {StartUpError}
 */
function read<Value>(
  env: Environment,
  name: string,
  parse: (text: string) => Value | null,
  rule: string,
  mayBeSecret = false,
): Value | null {
  const text = value(env, name);
  if (text === null) return null;
  const parsed = parse(text);
  if (parsed !== null) return parsed;
  throw new StartUpError(`${name} must be ${rule}${mayBeSecret ? '' : `, but it is "${text}"`}.`);
}

function wholeNumber(least: number, most: number): (text: string) => number | null {
  return (text) => (/^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null);
}

function parseSwitch(text: string): boolean | null {
  if (/^(on|true|1|yes)$/i.test(text)) return true;
  return /^(off|false|0|no)$/i.test(text) ? false : null;
}

function parseLogLevel(text: string): string | null {
  return /^(info|debug)$/i.test(text) ? text.toLowerCase() : null;
}

function parseSender(text: string): string | null {
  return parseAddress(/^[^<>",;\p{Cc}]*<([^<>]*)>$/u.exec(text)?.[1] ?? text) && text;
}

function parseAddress(text: string): string | null {
  return /^[^\s<>@",;:\p{Cc}]+@[^\s<>@",;:\p{Cc}]+$/u.test(text) ? text : null;
}

function parseToken(text: string): string | null {
  return /^[\w-]{32,}$/.test(text) ? text : null;
}

/** Returns the origin of an http or https address with nothing after it; null for other texts. */
export function parseOrigin(text: string): string | null {
  const url = parseUrl(text, /^https?:$/);
  const isBare = url?.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  return isBare ? url.origin : null;
}

/** Parses an address; null for another protocol, and for an address whose parts cannot be decoded. */
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

/** Reads the address of a service, which may hold a password. @param example of such an address */
function readServiceUrl(env: Environment, name: string, protocol: RegExp, example: string): string | null {
  const text = value(env, name);
  if (text === null || parseUrl(text, protocol)?.hostname) return text;
  throw new StartUpError(`${name} must look like ${example} (special characters in it percent-encoded).`);
}

function readDatabaseUrl(env: Environment): string | null {
  const name = 'DATABASE_URL';
  const hosts = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#@]*)/.exec(value(env, name) ?? '')?.[1];
  // The driver would switch between the hosts, and go on writing to a primary that has been replaced.
  if (hosts?.includes(',')) {
    throw new StartUpError(
      `${name} names several hosts: give it one address that follows the primary, such as that of HAProxy in front of Patroni (docs/deploy.md).`,
    );
  }
  return readServiceUrl(env, name, /^postgres(ql)?:$/, 'postgres://user:password@host:5432/database');
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
  return { endpoint: url.href.replace(/\/+$/, ''), region, bucket, accessKeyId, secretAccessKey, folder: photoFolder };
}
