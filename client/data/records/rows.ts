import { anyObject, listOf } from '../../../domain/parse.ts';
import { inBackendError, readAnswer, unwrap } from '../backend-error.ts';
import type { rowsOfOwner } from '../client.ts';
import type { FieldValues, RecordType, Stored } from './record.ts';

/** Opens the client that sends requests. */
export type Backend = typeof rowsOfOwner;

export function columnsOf({ fields }: Pick<RecordType, 'fields'>, values: FieldValues): FieldValues {
  const known = Object.entries(fields).filter(([key]) => key in values);
  const columns = known.map(([key, { column, pair }]) => pair?.write(values[key]) ?? { [column]: values[key] });
  return Object.assign({}, ...columns);
}

export function rowsOf(table: string, answer: Parameters<typeof unwrap>[0]): readonly FieldValues[] {
  return readAnswer(listOf(anyObject), table, answer);
}

/** Reads all rows with these values, page by page, in the order of their ids. */
export async function rowsWith(
  backend: Backend,
  table: string,
  values: FieldValues,
  columns = '*',
): Promise<FieldValues[]> {
  const client = await backend();
  const rows: FieldValues[] = [];
  for (;;) {
    const query = client.from(table).select(columns, { count: 'exact' }).match(values).order('id');
    const answer = await (rows.length === 0 ? query : query.gt('id', rows.at(-1)?.id));
    const page = rowsOf(table, answer);
    rows.push(...page);
    if (page.length === 0 || page.length >= (answer.count ?? 0)) return rows;
  }
}

type Seen = { id: string; version: number };

const uniqueViolation = '23505';

/** Reads and writes the rows of one table in the backend. Each function throws BackendError. */
export function rowsIn<Item extends Stored>(backend: Backend, record: RecordType<Item>) {
  const { table, columns } = record;
  const open = async () => (await backend()).from(table);
  const itemOf = (row: unknown) => inBackendError(() => record.read(row));

  return {
    /**
     * Reads all rows of an owner. If the backend counts more rows than it sent, the next request starts at the last row, and rows read
     * twice are kept once. If rows of a single moment fill a page, they are paged by id.
     */
    async list(ownerId: string): Promise<Item[]> {
      const client = await backend();
      const { key, isAscending } = record.order;
      const column = record.fields[key]?.column ?? key;
      const items = new Map<string, Item>();
      const add = (row: FieldValues) => {
        const item = itemOf(row);
        items.set(item.id, item);
      };
      const own = () => client.from(table).select(columns, { count: 'exact' }).eq('user_id', ownerId);
      /** Reads one page. Returns where the next begins, or undefined after the last. */
      async function read(query: ReturnType<typeof own>): Promise<unknown> {
        const answer = await query.order(column, { ascending: isAscending });
        const page = rowsOf(table, answer);
        page.forEach(add);
        return page.length < (answer.count ?? 0) ? page.at(-1)?.[column] : undefined;
      }
      const beyond = isAscending ? 'gt' : 'lt';
      let last = await read(own());
      while (last !== undefined) {
        const [known, moment] = [items.size, last];
        last = await read(own().filter(column, `${beyond}e`, moment));
        if (items.size > known || last === undefined) continue;
        (await rowsWith(backend, table, { user_id: ownerId, [column]: moment })).forEach(add);
        last = await read(own().filter(column, beyond, moment));
      }
      return [...items.values()];
    },

    /** Sends a minimal request to check whether the backend answers. */
    async probe(ownerId: string): Promise<void> {
      unwrap(await (await open()).select('id').eq('user_id', ownerId).limit(1));
    },

    /** Reads a record. Returns null when it is gone. */
    async find(id: string): Promise<Item | null> {
      const row = unwrap(await (await open()).select(columns).eq('id', id).maybeSingle());
      return row === null ? null : itemOf(row);
    },

    /**
     * Adds a record with an id from the client. Returns null when that id is taken. `createdAt` restores its place in the list.
     * @throws BackendError of kind 'refused' or 'no such parent' when its parent is gone
     */
    async insert(ownerId: string, values: FieldValues & { id: string }): Promise<Item | null> {
      const row = { ...record.beginning(values), ...columnsOf(record, values), user_id: ownerId };
      const answer = await (await open()).insert(row).select().single();
      return answer.error?.code === uniqueViolation ? null : itemOf(unwrap(answer));
    },

    /** Changes a record. Returns null when it is gone or has another version. */
    async update({ id, version }: Seen, content: FieldValues, owner: { user_id?: string } = {}): Promise<Item | null> {
      const changed = { ...owner, ...columnsOf(record, content) };
      const rows = (await open()).update(changed).match(columnsOf(record, { id, version })).select();
      const [updated] = rowsOf(table, await rows);
      return updated ? itemOf(updated) : null;
    },

    /** Deletes a record and its children. Returns its row, or null when it is gone or has another version; 0 stands for any version. */
    async remove({ id, version }: Seen): Promise<FieldValues | null> {
      const seen = version > 0 ? { id, version } : { id };
      const [row] = rowsOf(table, await (await open()).delete().match(seen).select(columns));
      return row ?? null;
    },
  };
}
