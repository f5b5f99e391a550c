import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { StartUpError } from '../errors.ts';
import { advisoryLocks } from './advisory-locks.ts';
import type { Sql, Transaction } from './connect.ts';
import { mayNotCreateRoles } from './external-database.ts';

/** The two logins of a running server. Neither is a superuser, and neither owns anything. */
type Logins = {
  /** The address for requests, which run in their caller's role. The login itself may do nothing but change into that. */
  readonly requests: string;
  /**
   * The address for the server's own work: accounts, sessions, limits, mail, keys and sweeps. It cannot read the product's tables, but
   * may call the functions of schema public that are granted only to service_role.
   */
  readonly service: string;
};

/** The functions that the requests' login may call before it takes a caller's role. */
const requestFunctions = [
  'run_as(text, text, text, text, text[], boolean)',
  'session_exists(uuid, uuid)',
  'find_bucket(text)',
  'find_public_object(text, text)',
  'object_exists(uuid)',
];

/** How long a request's statement may run, wait for a row that another one is changing, and idle in a transaction. */
const requestSettings = { statement_timeout: '5s', lock_timeout: '1s', idle_in_transaction_session_timeout: '10s' };

/** The tables of the server's own schema that the service login must not read. */
const ownerOnlyTables = ['logins', 'migrations'];

/**
 * Creates the two logins on the first start, with random names and passwords, and grants what they lack, so that tables of later
 * migrations are covered too. Names are random because roles belong to the whole cluster, which may have other such databases.
 * Servers that start at once wait for each other, and all use the same logins.
 * @param owner a connection to the migrated database, as the role that owns the tables and may create roles
 * @param url of that database
 * @throws {StartUpError} that says which rights the owner needs
 */
export async function openLogins(owner: Sql, url: string): Promise<Logins> {
  try {
    return await owner.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${advisoryLocks.start}::bigint)`;
      const requests = await openLogin(transaction, 'requests');
      const service = await openLogin(transaction, 'service');
      const missing = await readMissingRights(transaction, requests.name, service.name);
      for (const { statement } of missing) await transaction.unsafe(statement);
      return { requests: urlOf(url, requests), service: urlOf(url, service) };
    });
  } catch (error) {
    throw await explain(error, owner);
  }
}

type Login = { readonly name: string; readonly password: string };

/** Creates the role, also for a database copied from elsewhere, and sets the password anew, because every role may change its own. */
async function openLogin(sql: Transaction, purpose: keyof Logins): Promise<Login> {
  const made = {
    name: `${sql.schema}_${purpose}_${randomBytes(6).toString('hex')}`,
    password: randomBytes(24).toString('base64url'),
  };
  await sql`insert into ${sql.own}.logins ${sql({ purpose, ...made })} on conflict (purpose) do nothing`;
  const [login = made] = await sql<Login[]>`select name, password from ${sql.own}.logins where purpose = ${purpose}`;
  const [role] = await sql`select from pg_roles where rolname = ${login.name}`;
  if (!role) await sql.unsafe(`create role ${login.name} login noinherit`);
  // Names and verifiers consist of plain characters. PostgreSQL may log the statement, but it does not hold the password.
  await sql.unsafe(`alter role ${login.name} password '${verifierOf(login.password)}'`);
  return login;
}

/**
 * Computes what PostgreSQL stores of a password for SCRAM-SHA-256. The result is always the same for one password: a pooler
 * signs in with what it learned before, and a starting server must not shut out the running ones. The password is random, so
 * the salt need not be.
 */
function verifierOf(password: string): string {
  const iterations = 4096;
  const salt = createHmac('sha256', password).update('salt').digest().subarray(0, 16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`;
}

/** Selects the statements that grant both logins what they still lack: none on most starts. */
function readMissingRights(sql: Transaction, requests: string, service: string) {
  const settings = Object.entries(requestSettings);
  const serviceSchemas = ['auth', 'storage', sql.schema];
  const functions = requestFunctions.map((name) => `${sql.schema}.${name}`);
  return sql<{ statement: string }[]>`
    select format('grant %I to %I', role, ${requests}::text) as statement
    from unnest(array['anon', 'authenticated']) as role
    where not pg_has_role(${requests}, role, 'member')
    union all
    select format('alter role %I set %I = %L', ${requests}::text, name, value)
    from unnest(${settings.map(([name]) => name)}::text[], ${settings.map(([, value]) => value)}::text[]) as wanted (name, value)
    where not exists (
      select from pg_db_role_setting
      where setrole = ${requests}::regrole and setdatabase = 0 and name || '=' || value = any (setconfig)
    )
    union all
    select format('grant connect on database %I to %I', current_database(), login)
    from unnest(array[${requests}, ${service}]) as login
    where not has_database_privilege(login, current_database(), 'connect')
    union all
    select format('grant usage on schema %I to %I', schema, login)
    from (
      select ${requests}::text, ${sql.schema}::text union all select ${service}, unnest(${serviceSchemas}::text[] || 'public'::text)
    ) as wanted (login, schema)
    where not has_schema_privilege(login, schema, 'usage')
    union all
    select format('grant execute on function %s to %I', function, ${requests}::text)
    from unnest(${functions}::text[]::regprocedure[]) as function
    where not has_function_privilege(${requests}, function, 'execute')
    union all
    select format('grant execute on function %s to %I', pg_proc.oid::regprocedure, ${service}::text)
    from pg_proc
    where pronamespace = any (${serviceSchemas}::text[]::regnamespace[]) and prokind = 'f'
      and not has_function_privilege(${service}, pg_proc.oid, 'execute')
    union all
    select format('grant execute on function %s to %I', pg_proc.oid::regprocedure, ${service}::text)
    from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and prosecdef
      and has_function_privilege('service_role', pg_proc.oid, 'execute')
      and not has_function_privilege('anon', pg_proc.oid, 'execute')
      and not has_function_privilege('authenticated', pg_proc.oid, 'execute')
      and not has_function_privilege(${service}, pg_proc.oid, 'execute')
    union all
    select format('grant select, insert, update, delete on %s to %I', pg_class.oid::regclass, ${service}::text)
    from pg_class
    where relnamespace = any (${serviceSchemas}::text[]::regnamespace[]) and relkind in ('r', 'p')
      and not (relnamespace = ${sql.schema}::text::regnamespace and relname = any (${ownerOnlyTables}::text[]))
      and exists (
        select from unnest(array['select', 'insert', 'update', 'delete']) as action
        where not has_table_privilege(${service}, pg_class.oid, action)
      )
    union all
    select format('create policy "The server itself" on %s to %I using (true) with check (true)',
      pg_class.oid::regclass, ${service}::text)
    from pg_class
    where relnamespace = any (${serviceSchemas}::text[]::regnamespace[]) and relkind in ('r', 'p') and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid and ${service}::regrole = any (polroles))`;
}

function urlOf(url: string, { name, password }: Login): string {
  const address = new URL(url);
  address.username = name;
  address.password = password;
  return address.href;
}

/** Explains a failure, which most likely means that the owner lacks a right that an administrator can grant. */
async function explain(error: unknown, owner: Sql): Promise<unknown> {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const [role] = await owner<{ name: string; creates_roles: boolean; hands_roles_on: boolean }[]>`
    select rolname as name, rolsuper or rolcreaterole as creates_roles,
      pg_has_role('anon', 'member with admin option') and pg_has_role('authenticated', 'member with admin option') as hands_roles_on
    from pg_roles where rolname = current_user`;
  if (error.code === '42501' && role && !role.creates_roles) return mayNotCreateRoles(role.name);
  if (error.code === '42501' && role && !role.hands_roles_on) {
    return new StartUpError(
      `The role "${role.name}" of DATABASE_URL may not hand on the roles anon and authenticated: run "grant anon, authenticated to ${role.name} with admin option" as an administrator.`,
    );
  }
  return new StartUpError(`The logins of the database could not be prepared: ${error.message}.`);
}
