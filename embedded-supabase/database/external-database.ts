import { setTimeout } from 'node:timers/promises';
import { codeOf, StartUpError } from '../errors.ts';
import { connect, type Sql } from './connect.ts';
import { DatabaseUnreachable } from './database-error.ts';

/** Milliseconds for name look-up, TLS and sign-in together. A server that does not speak PostgreSQL may never answer. */
const PATIENCE_MS = 15_000;
/** The first version with the row rules of views, `set role` grants and generated identities that the migrations use. */
const OLDEST_VERSION = 15;

/** Checks that the database answers, and what its role may do. @throws {StartUpError} naming host and database, no password */
export async function checkExternalDatabase(url: string, patienceMs = PATIENCE_MS): Promise<void> {
  const sql = connect(url, { max: 1, connectTimeout: 10 });
  try {
    const facts = await Promise.race([readFacts(sql), setTimeout(patienceMs, undefined, { ref: false })]);
    if (!facts) throw Object.assign(new Error(), { code: 'no answer' });
    if (facts.version < OLDEST_VERSION) {
      throw new StartUpError(
        `The database of DATABASE_URL is PostgreSQL ${facts.version}, but the server needs ${OLDEST_VERSION} or newer.`,
      );
    }
    // A pooler does not report whether its database may be written.
    if (facts.is_read_only) throw new DatabaseUnreachable('25006');
    if (!facts.may_create_role && facts.roles < 3) {
      throw mayNotCreateRoles(facts.role);
    }
    if (!facts.may_create_schema) {
      throw new StartUpError(
        `The role "${facts.role}" of DATABASE_URL may not create schemas: grant it "create" on its database.`,
      );
    }
  } catch (error) {
    throw error instanceof StartUpError ? error : new StartUpError(describeConnectionError(error, url));
  } finally {
    await sql.end({ timeout: 0 });
  }
}

export function mayNotCreateRoles(role: string): StartUpError {
  return new StartUpError(
    `The role "${role}" of DATABASE_URL may not create roles: run "alter role ${role} createrole" as an administrator.`,
  );
}

type Facts = {
  version: number;
  role: string;
  is_read_only: boolean;
  may_create_schema: boolean;
  may_create_role: boolean;
  roles: number;
};

async function readFacts(sql: Sql): Promise<Facts | undefined> {
  const [facts] = await sql<Facts[]>`
    select current_setting('server_version_num')::int / 10000 as version,
           current_user::text as role,
           current_setting('transaction_read_only')::boolean as is_read_only,
           has_database_privilege(current_database(), 'create') as may_create_schema,
           coalesce((select rolsuper or rolcreaterole from pg_roles where rolname = current_user), false) as may_create_role,
           (select count(*)::int from pg_roles where rolname in ('anon', 'authenticated', 'service_role')) as roles`;
  return facts;
}

function describeConnectionError(error: unknown, url: string): string {
  const { hostname, port, username, pathname } = new URL(url);
  const address = `${hostname}:${port || 5432}`;
  const code = codeOf(error);
  if (code === '28000' && error instanceof Error && /no encryption|SSL off/.test(error.message)) {
    return `The database of DATABASE_URL at ${address} lets "${decodeURIComponent(username)}" in over TLS only: add sslmode=verify-full to DATABASE_URL.`;
  }
  if (/^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(code)) {
    return `The certificate of the database of DATABASE_URL at ${address} is not trusted (${code}): name the file of its authority with sslrootcert=/path/to/ca.pem in DATABASE_URL.`;
  }
  switch (code) {
    case '28000':
    case '28P01':
    case 'SASL_SIGNATURE_MISMATCH':
      return `The database of DATABASE_URL at ${address} refuses the user "${decodeURIComponent(username)}" or its password.`;
    case '3D000':
      return `The database "${decodeURIComponent(pathname.slice(1))}" of DATABASE_URL does not exist at ${address}.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The database of DATABASE_URL cannot be reached: the host name ${hostname} is not known.`;
    case 'TLS_NOT_OFFERED':
      return `The database of DATABASE_URL at ${address} offers no TLS, which sslmode demands: switch "ssl" on there, or leave sslmode out where nobody can listen.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of the database of DATABASE_URL is not for ${hostname}: use the name in it, or a certificate for this one.`;
    case '25006':
      return 'The database of DATABASE_URL may not be written: it is a standby, or set to read-only.';
    case '53300':
      return `The database of DATABASE_URL at ${address} has no connection left.`;
    default:
      // Codes of the driver and the system (ECONNREFUSED, CONNECT_TIMEOUT, 57P03 …) help and hold no secret; messages might.
      return `The database of DATABASE_URL cannot be reached at ${address}${code && ` (${code})`}.`;
  }
}
