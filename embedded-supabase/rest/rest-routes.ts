import { type Context, Hono } from 'hono';
import { logRefusal, requesterOf, type ServiceParts } from '../access/requester.ts';
import { callStatement, keepLoaded, readFunctions } from '../database/callable-functions.ts';
import { isPostgresError, isSilence } from '../database/database-error.ts';
import { type Requester, type Requests, type Result, TooManyWaiting, turnOf } from '../database/requests.ts';
import { limitBody } from '../http/limit-body.ts';
import { createRoom } from '../http/rooms.ts';
import { createLocalCounts } from '../limits/rate-limits.ts';
import { findFunction, findTable, findTargetColumn, readCatalogue, type Table } from './catalogue.ts';
import { contentRange, pageOf, parseQuery, type Query, statusOfPage } from './query.ts';
import { parsePreferences, type Resolution, readArguments, readRows, wantsObject } from './request.ts';
import { answerTo, notOneRow, queryError, RestError, respondWithError } from './rest-error.ts';
import {
  type Conflict,
  deleteStatement,
  insertStatement,
  mostRows,
  type SizedStatement,
  selectStatement,
  updateStatement,
  withinBytes,
} from './statements.ts';

const bodyMaxBytes = 1024 * 1024;
/** Smaller, because sending a thousand of them at once needs no account. */
const anonymousBodyMaxBytes = 64 * 1024;

/** The most bytes of an answer, and of one for which there is room apart from the others. */
const sizes = { large: 4 * 1024 * 1024, small: 64 * 1024 };

/** Bytes of answers that are being made or were not taken yet. */
const largeAtOnce = { perClient: 2.25 * sizes.large, perGroup: 9 * sizes.large, inAll: 20 * sizes.large };
const smallAtOnce = { perClient: 16 * sizes.small, perGroup: 64 * sizes.small, inAll: 256 * sizes.small };
/** Bytes of an answer that no longer counts once it is made: the number of connections limits these. */
const smallAnswer = 16 * 1024;

/**
 * Rows that one caller may change, counted by each server for itself. A change writes whole rows, so a loop over all rows of an owner
 * would fill the disk faster than PostgreSQL cleans up. Bringing in all that an owner may keep must take fewer.
 */
const changedRows = { times: 20_000, seconds: 300 };
const tooManyRows = new RestError(429, 'PGRST003', 'Too many rows changed. Please try again later.');
const noSpace = new RestError(503, 'PGRST001', 'There is no space left for changes. Please try again later.');

const tooManyCalls = new RestError(429, 'PGRST003', 'Too many calls at once. Please try again.');

export type RestDependencies = ServiceParts & {
  readonly requests: Requests;
  /** Returns the seconds until a client may call a function again; null when it may now. */
  readonly waitForCall: (functionName: string, client: string) => Promise<number | null>;
  readonly hasRoomForRows: () => boolean;
};

/** The subset of PostgREST's API that supabase-js uses for the tables and functions of schema public. */
export function createRestRoutes(parts: RestDependencies): Hono {
  const { sql, requests, waitForCall, hasRoomForRows, clientOf, log } = parts;
  const routes = new Hono();
  const loadFunctions = keepLoaded(() => readFunctions(sql));
  const runner = createRunner(requests);
  const { read, change } = createTableHandlers(parts, runner);

  // Only the methods that can have a body, so that lists skip this middleware.
  routes.on(
    ['POST', 'PUT', 'PATCH', 'DELETE'],
    '*',
    limitBody(
      async (c) => ((await requesterOf(c, parts)).claims ? bodyMaxBytes : anonymousBodyMaxBytes),
      async (c) => turnOf(await requesterOf(c, parts)),
      (c, { status, message }) => respondWithError(c, new RestError(status, 'PGRST102', message)),
    ),
  );

  routes.get('/:table', read);

  routes.post('/:table', (c) =>
    change(c, 201, async (table, query, resolution) => {
      const rows = await readRows(c, query.columns);
      if (rows.count === 0) return null;
      const columns = rows.keys.map((key) => findTargetColumn(table, key));
      return insertStatement(table, columns, rows.json, conflictOf(table, query, resolution), query.select);
    }),
  );

  routes.patch('/:table', (c) =>
    change(c, 200, async (table, query) => {
      const rows = await readRows(c, query.columns);
      if (rows.count > 1) throw new RestError(400, 'PGRST102', 'One object is needed');
      if (rows.count === 0 || rows.keys.length === 0) return null;
      const columns = rows.keys.map((key) => findTargetColumn(table, key));
      return updateStatement(table, columns, rows.json, query.filters, query.select);
    }),
  );

  routes.delete('/:table', (c) =>
    change(c, 200, async (table, query) => deleteStatement(table, query.filters, query.select)),
  );

  routes.post('/rpc/:function', async (c) => {
    const requester = await requesterOf(c, parts);
    checkSchema(c);
    if (parametersOf(c).size > 0) throw queryError('parameters are not supported here');
    parsePreferences(c.req.header('Prefer'));
    const isObject = wantsObject(c.req.header('Accept'));
    const body = await readArguments(c);
    const called = findFunction(await loadFunctions(), c.req.param('function'), body.keys);
    if (called.adds && !hasRoomForRows()) return respondWithError(c, noSpace, 60);
    const wait = await waitForCall(called.name, clientOf(c));
    if (wait !== null) return respondWithError(c, tooManyCalls, wait);
    const statement = withinBytes(callStatement(called, body.keys, body.json));
    const result = await runner.run(c, requester, statement, isObject && called.returns === 'rows');
    if (called.returns === 'nothing') return c.body(null, 204);
    if (isObject && called.returns === 'rows') return respondWithObject(c, result, 200);
    return respondWithJson(result.body, 200);
  });

  for (const path of ['/:table', '/rpc/:function']) {
    routes.all(path, (c) => {
      throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${c.req.method}`);
    });
  }

  routes.all('*', () => {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
  });

  routes.onError((error, c) => {
    const answer = answerTo(error, true);
    // A client that reads nothing gets this answer as often as it asks, and that is no failure of this server.
    if (answer?.code !== 'PGRST003') logRefusal(log, c, 'rest', error, answer);
    return respondWithError(c, answer ?? new RestError(500, 'PGRSTX00', 'Internal server error'));
  });

  return routes;
}

function createRunner(requests: Requests) {
  const settings = { tooMany: () => new TooManyWaiting(), failsAll: isSilence };
  const rooms = {
    large: createRoom({ ...largeAtOnce, ...settings }),
    small: createRoom({ ...smallAtOnce, ...settings }),
  };

  /**
   * Runs a statement when there is room for its answer, which occupies its part until the client has taken it. Where there is no
   * room for a large answer, tries first whether the answer is small, so that small ones never wait for large ones.
   */
  async function run(
    c: Context,
    requester: Requester,
    statement: SizedStatement,
    exactlyOne: boolean,
  ): Promise<Result> {
    const path = turnOf(requester);
    const runIn = (size: keyof typeof sizes) => {
      const make = () => requests.runAs(requester, statement(sizes[size]), exactlyOne);
      return rooms[size].holdAnswer(c, path, sizes[size], make, smallAnswer);
    };
    try {
      if (!rooms.large.hasRoom(path, sizes.large)) {
        const result = await runIn('small').catch((error) => {
          if (isPostgresError(error) && error.code === 'WD413') return null;
          throw error;
        });
        if (result && !isTooLarge(result)) return result;
      }
      return await runIn('large');
    } catch (error) {
      throw answerTo(error, requester.claims === null) ?? error;
    }
  }

  /** Reads the requested page, halving its rows until they fit into one answer. */
  async function runForPage(
    c: Context,
    requester: Requester,
    table: Table,
    query: Query,
    isObject: boolean,
  ): Promise<Result> {
    const { countsExactly } = parsePreferences(c.req.header('Prefer'));
    for (let rows = Math.min(query.limit ?? mostRows, mostRows); ; rows = Math.ceil(rows / 2)) {
      const result = await run(c, requester, selectStatement(table, query, countsExactly, rows), isObject);
      if (!isTooLarge(result)) return result;
    }
  }

  return { run, runForPage };
}

function createTableHandlers(parts: RestDependencies, { run, runForPage }: ReturnType<typeof createRunner>) {
  const { sql, hasRoomForRows, now } = parts;
  const loadCatalogue = keepLoaded(() => readCatalogue(sql));
  const changes = createLocalCounts(changedRows, now);

  async function tableOf(c: Context): Promise<Table> {
    checkSchema(c);
    return findTable(await loadCatalogue(), c.req.param('table') ?? '');
  }

  async function read(c: Context): Promise<Response> {
    const requester = await requesterOf(c, parts);
    const table = await tableOf(c);
    const query = pageOf(parseQuery(table, parametersOf(c)), c.req.header('Range'));
    const isObject = wantsObject(c.req.header('Accept'));
    const result = await runForPage(c, requester, table, query, isObject);
    const range = contentRange(query.offset, result);
    if (!isObject) return respondWithJson(result.body, statusOfPage(query.offset, result), range);
    c.header('Content-Range', range);
    return respondWithObject(c, result, 200);
  }

  async function change(
    c: Context,
    statusOfChange: 200 | 201,
    build: (table: Table, query: Query, resolution: Resolution | null) => Promise<SizedStatement | null>,
  ): Promise<Response> {
    const requester = await requesterOf(c, parts);
    const table = await tableOf(c);
    const query = parseQuery(table, parametersOf(c));
    if (query.limit !== null || query.offset !== 0 || query.order.length > 0) {
      throw queryError('order, limit and offset are not supported here');
    }
    const preferences = parsePreferences(c.req.header('Prefer'));
    const isObject = wantsObject(c.req.header('Accept'));
    const returnsRows = preferences.returnsRows || isObject;
    const writes = c.req.method !== 'DELETE';
    if (writes && !hasRoomForRows()) return respondWithError(c, noSpace, 60);
    const key = turnOf(requester).at(-1) ?? '';
    const wait = writes ? changes.take(key, 0) : null;
    if (wait !== null) return respondWithError(c, tooManyRows, wait);
    const statement = await build(table, returnsRows ? query : { ...query, select: [] }, preferences.resolution);
    const result = statement ? await run(c, requester, statement, isObject) : { body: '[]', length: 0, total: null };
    if (writes) changes.take(key, result.length);
    if (!preferences.returnsRows) return c.body(null, statusOfChange === 201 ? 201 : 204);
    if (isObject) return respondWithObject(c, result, statusOfChange);
    return respondWithJson(result.body, statusOfChange);
  }

  return { read, change };
}

/** Whether the rows of a list did not fit. A function that returns nothing has an empty body, too. */
function isTooLarge({ body, length }: Result): boolean {
  return body === '' && length > 1;
}

/** Reads the parameters of a request, whose address was already checked. */
function parametersOf(c: Context): URLSearchParams {
  const [address = ''] = c.req.url.split('#', 1);
  const begin = address.indexOf('?');
  return new URLSearchParams(begin < 0 ? '' : address.slice(begin + 1));
}

/** Checks the schema. @throws {RestError} PGRST106 for any schema but public */
function checkSchema(c: Context): void {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const schema = c.req.header(isRead ? 'Accept-Profile' : 'Content-Profile');
  if (schema === undefined || schema === 'public') return;
  const hint = 'Only the following schemas are exposed: public';
  throw new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, { hint });
}

function conflictOf(table: Table, query: Query, resolution: Resolution | null): Conflict {
  if (!resolution) return null;
  const columns = query.onConflict ?? table.primaryKey.map((name) => findTargetColumn(table, name));
  return { resolution, columns };
}

function respondWithObject(c: Context, result: Result, status: 200 | 201): Response {
  if (result.length !== 1) throw notOneRow(String(result.length));
  c.header('Content-Type', 'application/vnd.pgrst.object+json; charset=utf-8');
  // Strips the brackets of PostgreSQL's JSON array of one object.
  return c.body(result.body.slice(1, -1), status);
}

/** Answers with headers as a plain object, which reach the socket without a copy. Most answers of the server are these. */
function respondWithJson(body: string, status: 200 | 201 | 206, range?: string): Response {
  const headers: Record<string, string> = { 'Content-Type': 'application/json; charset=utf-8' };
  if (range !== undefined) headers['Content-Range'] = range;
  return new Response(body, { status, headers });
}
