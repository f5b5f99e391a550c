import { answerRequests, type SeenRequest } from './network.ts';

export type Row = Record<string, unknown> & { id: string };

function asRow(value: unknown): Row {
  return value as Row;
}

/** Columns that a page writes by itself. As in the database, that raises no version, so it makes no change of the owner fail. */
const ownColumns = ['preview', 'answers_seen_at'];

/** How much a change raises the version of a row. */
function riseOf(change: object): number {
  return Object.keys(change).every((column) => ownColumns.includes(column)) ? 0 : 1;
}

/**
 * Stands in for the tables of the backend, with row versions and filters. `first` may answer a request instead of the tables.
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
    const name = pathname.replace('/rest/v1/', '');
    const filters = [...searchParams].filter(([, value]) => /^(eq|in)\./.test(value));
    const isValue = (filter: string, value: unknown) =>
      filter.startsWith('in.') ? filter.slice(4, -1).split(',').includes(String(value)) : filter === `eq.${value}`;
    const isMeant = (row: Record<string, unknown>) =>
      filters.every(([column, value]) => column === 'user_id' || isValue(value, row[column]));
    const rows = tables.get(name) ?? [];
    if (method === 'GET') {
      const found = rows.filter(isMeant);
      const [column = '', order] = (searchParams.get('order') ?? '').split('.');
      const sorted = searchParams.has('limit')
        ? found.toSorted(
            (one, other) => (Number(asRow(one)[column]) - Number(asRow(other)[column])) * (order === 'desc' ? -1 : 1),
          )
        : found;
      const shown = sorted.slice(0, Number(searchParams.get('limit') ?? found.length));
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
      const next = rows.map((row) =>
        isMeant(row) ? { ...row, ...change, version: row.version + riseOf(change) } : row,
      );
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

  return {
    requests,
    /** Carries a request out and returns its answer. So a test can lose the answer, or do it twice or late. */
    apply: answer,
    rows: (name: string): Row[] => tables.get(name) ?? [],
    /** Changes a row as another device does, without the page. */
    change: (name: string, id: string, part: object) => {
      const rows = tables.get(name) ?? [];
      tables.set(
        name,
        rows.map((row) => (row.id === id ? { ...row, ...part, version: row.version + 1 } : row)),
      );
    },
    add: (name: string, row: Row & { version: number }) => {
      tables.set(name, [...(tables.get(name) ?? []), row]);
    },
    remove: (name: string, id: string) => {
      tables.set(
        name,
        (tables.get(name) ?? []).filter((row) => row.id !== id),
      );
    },
  };
}
