/**
 * The upper bound: lists an owner's dogs under the same row rules with nothing but Hono and postgres.js. It reads the token, checks
 * its signature the first time and remembers it, as the product does; sets role and claims in a transaction; and lets PostgreSQL
 * build the JSON. It parses no query, knows no other table, checks no session, handles no error, sets no header and logs nothing.
 *
 * There are two ways to run the transaction. `sql.begin` is the documented one of postgres.js: it takes a connection, and sends the
 * statements together once the transaction has begun. `by-hand` (the first argument) sends begin, statements and commit together on
 * connections that are taken for good. That is the fastest that postgres.js can do, but a caller whose connection breaks waits forever.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import postgres, { type ReservedSql, type Sql, type TransactionSql } from 'postgres';

const keys = createRemoteJWKSet(new URL(process.env.JWKS_URL ?? ''));
const sql = postgres(process.env.DATABASE_URL ?? '', { connection: { TimeZone: 'UTC' } });
const list = process.argv[2] === 'by-hand' ? await createListByHand() : listDogs;

const known = new Map<string, JWTPayload>();

async function verify(token: string): Promise<JWTPayload> {
  const seen = known.get(token);
  if (seen) return seen;
  const { payload } = await jwtVerify(token, keys, { algorithms: ['ES256'] });
  known.set(token, payload);
  return payload;
}

/** The statements of both ways. */
function statements(connection: Sql | TransactionSql, claims: JWTPayload) {
  return [
    connection`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`,
    connection<{ body: string }[]>`
      select coalesce(json_agg(page), '[]')::text as body
      from (select * from public.dogs where user_id = ${claims.sub ?? ''} order by created_at desc) as page`,
  ] as const;
}

function listDogs(claims: JWTPayload): Promise<string> {
  return sql.begin(async (transaction) => {
    const [, rows] = await Promise.all(statements(transaction, claims));
    return rows[0]?.body ?? '[]';
  });
}

/** Prepares one statement, so that a transaction's begin and end are prepared as well. */
function prepared(connection: Sql, text: string) {
  return connection.unsafe(text, [], { prepare: true, simple: false } as { prepare: boolean });
}

async function createListByHand(): Promise<typeof listDogs> {
  const idle: ReservedSql[] = await Promise.all(Array.from({ length: sql.options.max }, () => sql.reserve()));
  const waiting: ((connection: ReservedSql) => void)[] = [];
  const take = () => idle.pop() ?? new Promise<ReservedSql>((resolve) => waiting.push(resolve));
  const giveBack = (connection: ReservedSql) => {
    const next = waiting.shift();
    if (next) next(connection);
    else idle.push(connection);
  };
  return async (claims) => {
    const connection = await take();
    try {
      const [, , rows] = await Promise.all([
        prepared(connection, 'begin'),
        ...statements(connection, claims),
        prepared(connection, 'commit'),
      ]);
      return rows[0]?.body ?? '[]';
    } finally {
      giveBack(connection);
    }
  };
}

const app = new Hono();
app.get('/dogs', async (c) => {
  const claims = await verify(c.req.header('Authorization')?.slice('Bearer '.length) ?? '');
  c.header('Content-Type', 'application/json; charset=utf-8');
  return c.body(await list(claims));
});

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
