import { createHash } from 'node:crypto';
import { networksOf } from '../http/networks.ts';
import { createTurns } from '../http/turns.ts';
import { putLast } from '../put-last.ts';
import type { Sql } from './connect.ts';
import { isSilence } from './database-error.ts';
import { connectionsForRequests, connectionsOfOneNetwork } from './open-database.ts';

/** SQL text built only from identifiers of the catalogue, and the values it binds. */
export type Statement = { text: string; values: string[] };

/** The result in one row: the JSON that PostgreSQL built, how many rows it holds, and the total where it was asked for. */
export type Result = { body: string; length: number; total: number | null };

/** The claims of a valid token that the server uses. The database gets all of them. */
export type Claims = { readonly sub: string; readonly role: string };

/** The requester: the claims of a valid token, or null without one; and the client as rate limits count it. */
export type Requester = { readonly claims: Claims | null; readonly client: string };

/** Too many requests wait for the database, of this requester or in total. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** Runs the statements of requests. Requesters take turns, so that one with many requests does not delay the others. */
export type Requests = ReturnType<typeof createRequests>;

/** The most connections at once for one owner, or for one client where nobody is signed in. */
const maxConnectionsPerRequester = 2;
/** The most waiting requests: each keeps its body in memory, up to a megabyte. */
const queueLength = 200;

/** Creates the queue of requests. @param sql with the login of the requests */
export function createRequests(sql: Sql) {
  const statementNames = createStatementNames(sql.schema);
  const { inTurn } = createTurns(connectionsForRequests, queueLength, () => new TooManyWaiting(), {
    perClient: maxConnectionsPerRequester,
    perGroup: connectionsOfOneNetwork,
    failsAll: isSilence,
  });

  async function run(claims: Claims | null, { text, values }: Statement, exactlyOne: boolean): Promise<Result> {
    const valuesLength = values.reduce((length, value) => length + value.length, 0);
    const role = claims?.role ?? 'anon';
    const name = claims && statementNames.nameOf(text, valuesLength);
    const [row] = await sql<Result[]>`
      select body, length, total
      from ${sql.own}.run_as(
        ${role}, ${JSON.stringify(claims ?? { role })}, ${name}, ${text}, ${values}::text[], ${exactlyOne}
      )`;
    if (!row) throw new Error('the statement gave no result');
    if (claims) statementNames.succeeded(text);
    const result = { ...row };
    // The driver's row stays in memory until the whole heap is collected, so its text, which is most of it, is dropped.
    row.body = '';
    return result;
  }

  return {
    /**
     * Runs one statement in a separate transaction, with the role and claims of the requester, so that the row policies decide. It
     * takes one round trip, and resolves after the commit.
     * @param exactlyOne refuses any other number of rows with SQLSTATE WD406, undoing the statement
     * @throws {TooManyWaiting}
     */
    runAs: (requester: Requester, statement: Statement, exactlyOne: boolean) =>
      inTurn(turnOf(requester), () => run(requester.claims, statement, exactlyOne)),
    /** Asks what the server itself has to know for a request, with the login of the requests. @throws {TooManyWaiting} */
    ask: <Answer>(requester: Requester, question: (sql: Sql) => Promise<Answer>) =>
      inTurn(turnOf(requester), () => question(sql)),
  };
}

/** Returns the path in the queue: the networks of the request, then the owner, or the client where nobody is signed in. */
export function turnOf({ claims, client }: Requester): readonly string[] {
  return [...networksOf(client), claims ? `owner ${claims.sub}` : `nobody at ${client}`];
}

/** How often a statement must succeed before it gets a name. */
const repetitions = 5;
/** The most names: each statement takes some ten kilobytes in each connection. */
const maxNames = 60;
const maxCounted = 500;
/** In characters. Longer statements are not repeated in practice, and quoting longer values costs more than planning. */
const maxTextLength = 4000;
const maxValuesLength = 16_000;

/**
 * Names the statements that owners repeat, so that connections keep them prepared. The number of names is limited, because
 * callers can make up any number of statements. A new name replaces the least recently used one, whose statement each connection
 * drops when it prepares others (`run_as`).
 */
export function createStatementNames(prefix: string) {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();

  return {
    /** Returns the name under which an owner's statement stays prepared; null to plan it each time. */
    nameOf(text: string, valuesLength: number): string | null {
      const name = names.get(text);
      if (name === undefined) return null;
      putLast(names, text, name, maxNames);
      return valuesLength > maxValuesLength ? null : name;
    },

    succeeded(text: string) {
      if (text.length > maxTextLength || names.has(text)) return;
      const count = (counts.get(text) ?? 0) + 1;
      if (count < repetitions) return putLast(counts, text, count, maxCounted);
      counts.delete(text);
      // The name is a hash of the text, so that servers that share a connection through a pooler use one name for one statement.
      const name = `${prefix}_${createHash('sha256').update(`authenticated ${text}`).digest('hex').slice(0, 32)}`;
      putLast(names, text, name, maxNames);
    },
  };
}
