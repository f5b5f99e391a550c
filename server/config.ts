import { resolve } from 'node:path';
import { StartUpError } from './start-up-error.ts';

export type Config = {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** An origin without a path, such as `https://wagday.example`; null derives it from each request. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  /** null starts Wagday's own PostgreSQL in the data directory. */
  readonly databaseUrl: string | null;
  readonly signUpAllowed: boolean;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws {StartUpError} naming the variable, never a secret value. */
export function readConfig(env: Environment): Config {
  return {
    host: value(env, 'HOST') ?? '127.0.0.1',
    port: readPort(env),
    publicUrl: readPublicUrl(env),
    dataDir: resolve(value(env, 'WAGDAY_DATA') ?? 'data'),
    databaseUrl: readDatabaseUrl(env),
    signUpAllowed: readSwitch(env, 'WAGDAY_SIGNUP', true),
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
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash &&
    !url.username &&
    !url.password;
  if (!isOrigin) {
    throw new StartUpError(
      'PUBLIC_URL must be an http or https address without a path, such as https://wagday.example.',
    );
  }
  return url.origin;
}

function readDatabaseUrl(env: Environment): string | null {
  const text = value(env, 'DATABASE_URL');
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || !url.hostname || !canDecode(url)) {
    throw new StartUpError(
      'DATABASE_URL must look like postgres://user:password@host:5432/database (special characters in it percent-encoded).',
    );
  }
  return text;
}

function canDecode(url: URL): boolean {
  try {
    decodeURIComponent(url.username);
    decodeURIComponent(url.password);
    decodeURIComponent(url.pathname);
    return true;
  } catch {
    return false;
  }
}

function readSwitch(env: Environment, name: string, fallback: boolean): boolean {
  const text = value(env, name)?.toLowerCase();
  if (text === undefined) return fallback;
  if (['on', 'true', '1', 'yes'].includes(text)) return true;
  if (['off', 'false', '0', 'no'].includes(text)) return false;
  throw new StartUpError(`${name} must be on or off, but it is "${text}".`);
}
