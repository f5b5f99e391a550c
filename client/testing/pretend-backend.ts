import { answerRequests, type SeenRequest } from './pretend-network.ts';

export type Row = Record<string, unknown> & { id: string };

function asRow(value: unknown): Row {
  return value as Row;
}

/** Columns that a page writes by itself. As in the database, that raises no version, so it makes no change of the owner fail. */
const ownColumns = ['preview', 'answers_seen_at'];

/**
 * Stands in for the tables of the backend, with row versions and filters, and takes any photo. `first` may answer a request instead of the tables.
 */
export function answerAsBackend(
  rowsByTable: Record<string, Row[]>,
  first: (request: SeenRequest) => Response | Promise<Response> | undefined = () => undefined,
) {
  const tables = new Map(
    Object.entries(rowsByTable).map(([name, rows]) => [name, rows.map((row) => ({ version: 1, ...row }))]),
  );
  // As in the database, a row that is deleted and put back gets a version that it never had.
  let newest = Date.now();
  const requests = answerRequests((request) => first(request) ?? answer(request));

  function answer({ method, path, body }: SeenRequest): Response {
    const { pathname, searchParams } = new URL(path, window.location.origin);
    if (pathname.startsWith('/storage/'))
      return Response.json(method === 'DELETE' || pathname.includes('/list/') ? [] : { Key: 'x', Id: 'x' });
    const name = pathname.replace('/rest/v1/', '');
    const filters = [...searchParams].filter(([, value]) => /^(eq|in)\./.test(value));
    const isValue = (filter: string, value: unknown) =>
      filter.startsWith('in.') ? filter.slice(4, -1).split(',').includes(String(value)) : filter === `eq.${value}`;
    const isMeant = (row: Record<string, unknown>) =>
      filters.every(([column, value]) => column === 'user_id' || isValue(value, row[column]));
    const rows = tables.get(name) ?? [];
    if (method === 'GET') {
      const [column = '', order] = (searchParams.get('order') ?? '').split('.');
      const isBefore = (one: Row, other: Row) => Number((one[column] as string) < (other[column] as string));
      const compare = (one: Row, other: Row) => isBefore(other, one) - isBefore(one, other);
      const found = rows
        .filter(isMeant)
        .toSorted((one, other) => (order === 'desc' ? compare(other, one) : compare(one, other)));
      const shown = found.slice(0, Number(searchParams.get('limit') ?? found.length));
      return Response.json(shown, { headers: { 'Content-Range': `*/${found.length}` } });
    }
    if (method === 'DELETE') {
      const gone = rows.filter(isMeant);
      const isLeft = (row: Row) => !gone.some(({ id }) => [row.id, row.dog_id].includes(id));
      for (const [table, all] of tables) tables.set(table, all.filter(isLeft));
      return Response.json(gone);
    }
    if (method === 'PATCH') {
      const change = asRow(body);
      const rise = Object.keys(change).every((column) => ownColumns.includes(column)) ? 0 : 1;
      const next = rows.map((row) => (isMeant(row) ? { ...row, ...change, version: row.version + rise } : row));
      tables.set(name, next);
      return Response.json(next.filter(({ id }) => rows.some((row) => row.id === id && isMeant(row))));
    }
    const added = (Array.isArray(body) ? body : [body]).map((row) => ({
      ...asRow(row),
      id: asRow(row).id ?? crypto.randomUUID(),
    }));
    const fresh = added.filter(({ id }) => !rows.some((row) => row.id === id));
    if (fresh.length < added.length && !Array.isArray(body))
      return Response.json({ code: '23505', message: 'duplicate key' }, { status: 409 });
    const created_at = new Date().toISOString();
    newest += 1;
    tables.set(name, [...rows, ...fresh.map((row) => ({ created_at, ...row, version: newest }))]);
    const [saved] = (tables.get(name) ?? []).filter(({ id }) => id === added[0]?.id);
    return Response.json(saved, { status: 201 });
  }

  type Kept = NonNullable<ReturnType<typeof tables.get>>;
  const update = (name: string, next: (rows: Kept) => Kept) => void tables.set(name, next(tables.get(name) ?? []));

  return {
    requests,
    /** Carries a request out and returns its answer. So a test can lose the answer, or do it twice or late. */
    apply: answer,
    rows: (name: string): Row[] => tables.get(name) ?? [],
    /** Changes a row as another device does, without the page. */
    change: (name: string, id: string, part: object) =>
      update(name, (rows) => rows.map((row) => (row.id === id ? { ...row, ...part, version: row.version + 1 } : row))),
    add: (name: string, row: Row & { version: number }) => update(name, (rows) => [...rows, row]),
    remove: (name: string, id: string) => update(name, (rows) => rows.filter((row) => row.id !== id)),
  };
}
