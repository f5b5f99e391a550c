import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { codeOrName, StartUpError } from '../errors.ts';

export type DatabaseAddress = ReturnType<typeof readDatabaseAddress>;

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
/** Parameters of libpq that would be passed to the database as settings, where they have no meaning. */
const unsupported = ['sslcert', 'sslkey', 'sslcrl', 'sslcrldir', 'sslpassword', 'hostaddr', 'passfile', 'service'];

/**
 * Reads the TLS parameters of a database address, with the meaning that PostgreSQL's own programs give them: `sslmode`,
 * `sslrootcert`, `sslnegotiation`. With a root certificate `require` checks the chain, too. `prepare` is this server's own.
 * @throws {StartUpError} for parameters that the server does not support
 */
export function readDatabaseAddress(text: string) {
  const url = new URL(text);
  const take = (name: string) => {
    const value = url.searchParams.get(name);
    url.searchParams.delete(name);
    return value;
  };
  const rootFile = take('sslrootcert');
  const mode = take('sslmode') ?? take('ssl') ?? (rootFile === null ? 'disable' : 'verify-full');
  const negotiation = take('sslnegotiation');
  const prepare = take('prepare');
  // The server has limits of its own for attempts to connect.
  take('connect_timeout');
  // The server checks that every connection may write, so no other value of this parameter works.
  const session = take('target_session_attrs') ?? 'read-write';
  for (const name of unsupported) {
    if (url.searchParams.has(name)) {
      throw new StartUpError(`DATABASE_URL has ${name}, which the server does not know: leave it out.`);
    }
  }
  if (take('channel_binding') === 'require') {
    throw new StartUpError(
      'DATABASE_URL has channel_binding=require, which the server cannot do: leave it out, and use sslmode=verify-full.',
    );
  }
  if (!['read-write', 'primary', 'any'].includes(session)) {
    throw new StartUpError(
      `DATABASE_URL has target_session_attrs=${session}, but the server needs a database that it may write.`,
    );
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    /** The address without the parameters handled here. */
    url: url.href,
    host,
    port: Number(url.port || 5432),
    /** null for unencrypted connections. */
    tls: readTls(host, mode === 'true' ? 'require' : mode, rootFile, negotiation),
    /** Whether statements may stay prepared on connections; null where the address does not say, and `isPooled` decides. */
    prepares: prepare === null ? null : prepare !== 'false',
  };
}

function readTls(host: string, mode: string, rootFile: string | null, negotiation: string | null) {
  if (mode === 'disable' || mode === 'false') return null;
  if (!modes.includes(mode)) {
    throw new StartUpError(`The sslmode of DATABASE_URL must be one of ${modes.join(', ')}, but it is "${mode}".`);
  }
  const usesSystemRoots = rootFile === null || rootFile === 'system';
  const checksName = mode === 'verify-full' || rootFile === 'system';
  const checksChain = checksName || mode === 'verify-ca' || (mode === 'require' && !usesSystemRoots);
  const options: ConnectionOptions = {
    // The certificate must name this host. The TLS standard forbids an IP address as the server name.
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(negotiation === 'direct' && { ALPNProtocols: ['postgresql'] }),
    ...(!usesSystemRoots && checksChain && { ca: readRootCertificates(rootFile) }),
    rejectUnauthorized: checksChain,
    ...(!checksName && { checkServerIdentity: () => undefined }),
  };
  return {
    /** Connects without TLS where the database has none. */
    isOptional: mode === 'allow' || mode === 'prefer',
    /** Starts TLS at once, as PostgreSQL 17 allows, without asking for it first. */
    isDirect: negotiation === 'direct',
    options,
  };
}

function readRootCertificates(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartUpError(`The sslrootcert of DATABASE_URL, ${file}, cannot be read (${codeOrName(error)}).`);
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new StartUpError(`The sslrootcert of DATABASE_URL, ${file}, holds no certificate in PEM format.`);
}
