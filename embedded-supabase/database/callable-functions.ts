import type { Sql } from './connect.ts';
import type { Statement } from './requests.ts';

/** An input of a function; `identifier` and `type` are SQL text, safe to put into a statement. */
type Argument = { name: string; identifier: string; type: string; isOptional: boolean };

export type CallableFunction = {
  name: string;
  identifier: string;
  arguments: Argument[];
  returns: 'nothing' | 'value' | 'rows';
  /** Whether it may add rows. One that returns nothing may be what makes room, such as the end of an account. */
  adds: boolean;
};

/** All functions by name. Functions of one name differ in their arguments. */
export type Functions = ReadonlyMap<string, readonly CallableFunction[]>;

/**
 * Reads the functions of schema public that can be called by name: only with named arguments, without those of triggers and
 * extensions. The database decides whether the caller may execute one.
 */
export async function readFunctions(sql: Sql): Promise<Functions> {
  const rows = await sql<CallableFunction[]>`
    select
      proname as name,
      format('%I.%I', nspname, proname) as identifier,
      coalesce(inputs, '[]') as arguments,
      case when prorettype = 'void'::regtype then 'nothing' when proretset then 'rows' else 'value' end as returns,
      provolatile = 'v' and prorettype <> 'void'::regtype as adds
    from pg_proc
    join pg_namespace on pg_namespace.oid = pronamespace
    cross join lateral (
      select json_agg(json_build_object(
        'name', name, 'identifier', quote_ident(name), 'type', format_type(type, null),
        'isOptional', position > pronargs - pronargdefaults
      ) order by position) as inputs, bool_and(name <> '') as are_named
      from (
        select coalesce(proargnames[place], '') as name, type, row_number() over (order by place) as position
        from unnest(coalesce(proallargtypes, proargtypes::oid[])) with ordinality as argument (type, place)
        where coalesce(proargmodes[place], 'i') in ('i', 'b')
      ) as argument
    ) as signature
    where nspname = 'public' and prokind = 'f' and provariadic = 0
      and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      and coalesce(are_named, true)
      and not exists (
        select from pg_depend
        where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'
      )`;
  return Map.groupBy(rows, ({ name }) => name);
}

/**
 * Calls the function with the arguments of a JSON object, which is bound as a value. The call is in the FROM clause, because
 * elsewhere the planner may omit a call whose result is not read.
 */
export function callStatement(called: CallableFunction, given: readonly string[], json: string): Statement {
  const used = called.arguments.filter(({ name }) => given.includes(name));
  const columns = used.map(({ identifier, type }) => `${identifier} ${type}`).join(', ');
  const named = used.map(({ identifier }) => `${identifier} => given.${identifier}`).join(', ');
  const source = used.length === 0 ? '' : `json_to_record(($1::text[])[1]::json) as given (${columns}), `;
  const from = `from ${source}${called.identifier}(${named}) as result`;
  const body = {
    nothing: "''",
    value: "coalesce(to_json(result)::text, 'null')",
    rows: "coalesce(json_agg(result), '[]')::text",
  }[called.returns];
  const length = called.returns === 'rows' ? 'count(*)::int' : '1';
  return {
    text: `select ${body} as body, ${length} as length, null::int as total ${from}`,
    values: used.length === 0 ? [] : [json],
  };
}

export function candidatesOf(functions: Functions, name: string, given: readonly string[]): CallableFunction[] {
  return (functions.get(name) ?? []).filter(
    ({ arguments: known }) =>
      given.every((key) => known.some((argument) => argument.name === key)) &&
      known.every((argument) => argument.isOptional || given.includes(argument.name)),
  );
}

/** Loads once and keeps the value; after a failure the next call tries again. */
export function keepLoaded<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | null = null;
  return () => {
    loaded ??= load().catch((error) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}
