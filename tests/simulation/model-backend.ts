import type { Time } from './time.ts';

export type Row = Readonly<Record<string, unknown>> & { id: string; user_id: string; version: number };
export type Table = 'dogs' | 'birthday_celebrations' | 'portraits';
/** What the simulation reads of a response. A real one would read its body as a stream, in time that is not simulated. */
export type Answer = { status: number; body: unknown; headers: Readonly<Record<string, string>> };
export type Request = { method: string; url: URL; headers: Headers; body: unknown };

const parents: Readonly<Record<Table, string | null>> = {
  dogs: null,
  birthday_celebrations: 'dog_id',
  portraits: 'dog_id',
};

/** After how long a photo that no row names is removed, in milliseconds; in the product, after a week. */
const sweepTime = 120_000;

/** The most rows of a table that an owner may keep. */
const most = 9;

export const answerWith = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer => ({
  status,
  body,
  headers,
});
export const refusalWith = (status: number, code: string, message: string, headers: Answer['headers'] = {}) =>
  answerWith(status, { code, message, details: null, hint: null }, headers);

class Refused extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('refused');
    this.answer = answer;
  }
}

/** Told of every change that was carried out. `before` or `after` is null for a row that was added or removed. */
export type Watcher = {
  /** `isAlong`: it went with its dog. */
  changed: (table: Table, before: Row | null, after: Row | null, isAlong?: boolean) => void;
  refused: (id: string) => void;
  late: (id: string) => void;
  /** A request of one owner was sent with the token of another. */
  strange: (what: string) => void;
};

/** The row that a request is about. */
function idOf({ url, body }: Pick<Request, 'url' | 'body'>): string {
  return String((body as Row | null)?.id ?? url.searchParams.get('id')?.slice(3));
}

/**
 * The rules of the product's database for dogs, parties and portraits, in memory: owners see their own rows, every change raises a row's
 * version, a dog takes its parties and portraits along, and ids, parents and numbers of rows are checked. It answers as PostgREST does.
 */
export function createModelBackend(time: Time, watcher: Watcher) {
  const tables: Record<Table, Map<string, Row>> = {
    dogs: new Map(),
    birthday_celebrations: new Map(),
    portraits: new Map(),
  };
  /** When each photo was last named by a row or added. */
  const photos = new Map<string, number>();
  let uploads = 0;
  let newest = 0;

  /** As the trigger does: microseconds of the server's clock, at least one more than before. */
  function nextVersion(): number {
    newest = Math.max(newest + 1, Math.floor(time.now() * 1000));
    return newest;
  }

  function isMeant(url: URL, row: Row): boolean {
    return [...url.searchParams].every(([column, filter]) => {
      const [, operator, value] = /^(eq|gt|gte|lt|lte)\.(.*)$/.exec(filter) ?? [];
      if (operator === undefined || value === undefined) return true;
      const own = String(row[column]);
      if (operator === 'eq') return own === value;
      if (operator.startsWith('g')) return operator === 'gte' ? own >= value : own > value;
      return operator === 'lte' ? own <= value : own < value;
    });
  }

  function check(table: Table, row: Row, ownerId: string) {
    if (row.user_id !== ownerId) {
      watcher.strange(`a row of ${row.user_id} with the session of ${ownerId}`);
      throw new Refused(refusalWith(403, '42501', `new row violates row-level security policy for table "${table}"`));
    }
    const waiting = Object.entries(row).find(([, value]) => String(value).startsWith('/waiting'));
    if (waiting) {
      watcher.strange(`${row.id} was sent before its photo`);
      throw new Refused(refusalWith(400, '23514', `${waiting[0]} is not the address of a photo`));
    }
    const column = parents[table];
    const parent = column === null ? undefined : tables.dogs.get(String(row[column]));
    if (column && parent?.user_id !== ownerId) {
      const isByRule = table === 'portraits';
      throw new Refused(
        isByRule
          ? refusalWith(403, '42501', 'new row violates row-level security policy')
          : refusalWith(409, '23503', 'insert or update violates foreign key constraint'),
      );
    }
  }

  function noteReleased({ photo_url }: Row) {
    if (photos.has(String(photo_url))) photos.set(String(photo_url), time.now());
  }

  function put(table: Table, before: Row | null, after: Row) {
    tables[table].set(after.id, after);
    if (before) noteReleased(before);
    watcher.changed(table, before, after);
  }

  function remove(table: Table, row: Row, isAlong = false) {
    tables[table].delete(row.id);
    noteReleased(row);
    for (const child of ['birthday_celebrations', 'portraits'] as const) {
      if (table !== 'dogs') continue;
      for (const one of [...tables[child].values()]) if (one.dog_id === row.id) remove(child, one, true);
    }
    watcher.changed(table, row, null, isAlong);
  }

  function insert(table: Table, sent: Row, ownerId: string): Row | null {
    check(table, sent, ownerId);
    if (tables[table].has(sent.id)) return null;
    const own = [...tables[table].values()].filter(({ user_id }) => user_id === ownerId);
    if (own.length >= most) throw new Refused(refusalWith(400, '23514', `limit reached: at most ${most} rows`));
    const created_at = new Date(time.now()).toISOString();
    const row = { created_at, ...sent, version: nextVersion() };
    put(table, null, row);
    return row;
  }

  function carryOut({ method, url, headers, body }: Request, ownerId: string): Answer {
    const table = url.pathname.split('/').at(-1) as Table;
    const own = [...tables[table].values()].filter((row) => row.user_id === ownerId);
    const meant = own.filter((row) => isMeant(url, row));
    if (method === 'GET') {
      const [column = 'id', direction] = (url.searchParams.get('order') ?? 'id').split('.');
      const sign = direction === 'desc' ? -1 : 1;
      meant.sort((one, other) => sign * (String(one[column]) < String(other[column]) ? -1 : 1));
      const rows = meant.slice(0, Number(url.searchParams.get('limit') ?? meant.length));
      return answerWith(200, rows, { 'content-range': `*/${meant.length}` });
    }
    const id = idOf({ url, body });
    const other = tables[table].get(id);
    if (other && other.user_id !== ownerId)
      watcher.strange(`${method} of ${other.user_id} with the session of ${ownerId}`);
    try {
      if (method === 'DELETE') {
        for (const row of meant) remove(table, row);
        return answerWith(200, meant);
      }
      if (method === 'PATCH') {
        const changed = meant.map((before) => {
          const after = { ...before, ...(body as object), version: nextVersion() };
          check(table, after, ownerId);
          put(table, before, after);
          return after;
        });
        return answerWith(200, changed);
      }
      if (Array.isArray(body)) {
        // One refused row refuses the request, so all are checked first.
        for (const row of body) check(table, row, ownerId);
        for (const row of body) insert(table, row, ownerId);
        return answerWith(201, null);
      }
      const row = insert(table, body as Row, ownerId);
      if (!row) return refusalWith(409, '23505', 'duplicate key value violates unique constraint');
      return answerWith(201, headers.get('Accept')?.includes('vnd.pgrst.object') ? row : [row]);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      watcher.refused(id);
      return error.answer;
    }
  }

  return {
    carryOut,
    rows: (table: Table): readonly Row[] => [...tables[table].values()],
    addPhoto(name: string): string {
      uploads += 1;
      photos.set(`${name}/${uploads}`, time.now());
      return `${name}/${uploads}`;
    },
    /** Removes the photos that no row has named for a while, in which an Undo may bring one back. */
    sweepPhotos() {
      const rows = Object.values(tables).flatMap((table) => [...table.values()]);
      const used = new Set(rows.map(({ photo_url }) => photo_url));
      for (const [photo, releasedAt] of photos)
        if (!used.has(photo) && releasedAt < time.now() - sweepTime) photos.delete(photo);
    },
    /** Notes that a request was refused before it was carried out. */
    refuse: (request: Request) => watcher.refused(idOf(request)),
    /** Notes that a request is carried out although its page has given it up. */
    noteLate: (request: Request) => request.method === 'POST' && watcher.late(idOf(request)),
    hasPhoto: (address: string) => photos.has(address),
  };
}

export type ModelBackend = ReturnType<typeof createModelBackend>;
