import { type CallableFunction, candidatesOf, type Functions } from '../database/callable-functions.ts';
import type { Sql } from '../database/connect.ts';
import { RestError } from './rest-error.ts';

/** A column in the catalogue. `identifier` and `type` are SQL text, safe to put into a statement. */
export type Column = { name: string; identifier: string; type: string };

export type Table = { name: string; identifier: string; columns: ReadonlyMap<string, Column>; primaryKey: string[] };

type Catalogue = ReadonlyMap<string, Table>;

/** Reads the tables of schema public. SQL text is built only from the identifiers and types found here. */
export async function readCatalogue(sql: Sql): Promise<Catalogue> {
  const rows = await sql<{ name: string; identifier: string; columns: Column[]; primary_key: string[] }[]>`
    select
      relname as name,
      format('%I.%I', nspname, relname) as identifier,
      (
        select json_agg(json_build_object(
          'name', attname, 'identifier', quote_ident(attname), 'type', format_type(atttypid, atttypmod)
        ) order by attnum)
        from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
      ) as columns,
      (
        select coalesce(json_agg(attname order by attnum), '[]')
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
        where indrelid = pg_class.oid and indisprimary
      ) as primary_key
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind in ('r', 'p')`;
  return new Map(
    rows.map(({ name, identifier, columns, primary_key }) => [
      name,
      { name, identifier, columns: new Map(columns.map((column) => [column.name, column])), primaryKey: primary_key },
    ]),
  );
}

/** Finds a table. @throws {RestError} PGRST205 */
export function findTable(catalogue: Catalogue, name: string): Table {
  const table = catalogue.get(name);
  if (table) return table;
  throw new RestError(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`);
}

/** Finds a column that a query reads. @throws {RestError} 42703 */
export function findColumn(table: Table, name: string): Column {
  const column = table.columns.get(name);
  if (column) return column;
  throw new RestError(400, '42703', `column ${table.name}.${name} does not exist`);
}

/** Finds a column that a body writes. @throws {RestError} PGRST204 */
export function findTargetColumn(table: Table, name: string): Column {
  const column = table.columns.get(name);
  if (column) return column;
  throw new RestError(400, 'PGRST204', `Could not find the '${name}' column of '${table.name}' in the schema cache`);
}

/** Finds the function that takes exactly these arguments. @throws {RestError} PGRST202 for none, PGRST203 for several */
export function findFunction(functions: Functions, name: string, given: readonly string[]): CallableFunction {
  const candidates = candidatesOf(functions, name, given);
  const [found, ...others] = candidates;
  if (found && others.length === 0) return found;
  const list = given.join(', ');
  if (found) {
    const message = `Could not choose the best candidate function between: ${candidates.map(signatureOf).join(', ')}`;
    const hint =
      'Try renaming the parameters or the function itself in the database so function overloading can be resolved';
    throw new RestError(300, 'PGRST203', message, { hint });
  }
  const called = given.length === 0 ? ' without parameters' : `(${list})`;
  const searched = given.length === 0 ? ' without parameters' : ` with parameter${given.length > 1 ? 's' : ''} ${list}`;
  throw new RestError(404, 'PGRST202', `Could not find the function public.${name}${called} in the schema cache`, {
    details: `Searched for the function public.${name}${searched} or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.`,
  });
}

function signatureOf({ name, arguments: known }: CallableFunction): string {
  return `public.${name}(${known.map((argument) => `${argument.name} => ${argument.type}`).join(', ')})`;
}
