import { escapeIdentifier } from 'pg';

/** A value that a statement binds. Arrays are bound as arrays of PostgreSQL, and other objects as JSON. */
type Value = unknown;

/** A piece of a statement, which binds its values where it is put: a name, rows to insert, or another statement. */
class Fragment {
  readonly write: (values: Value[]) => string;

  constructor(write: (values: Value[]) => string) {
    this.write = write;
  }
}

/** Rows, how many a statement has returned or changed, and the name of its command. */
export type Rows<Row extends object> = Row[] & { readonly count: number; readonly command: string };

/** Runs a statement. Its texts come from the code and all values are bound. */
export type Run = (statement: { text: string; values: Value[]; isFixed: boolean }) => Promise<Rows<object>>;

/** A row whose columns the caller does not name. */
// biome-ignore lint/suspicious/noExplicitAny: tests read columns of many statements, and each knows its own.
type AnyRow = Record<string, any>;

export type Tag = {
  /** Writes a statement, which runs when it is awaited: sql<Note[]>`select * from notes where id = ${id}`. */
  <Listed extends readonly object[] = AnyRow[]>(texts: TemplateStringsArray, ...values: Value[]): Query<Listed[number]>;
  /** Writes a name as an identifier, or the columns and values of rows to insert. */
  (part: string | object | readonly object[]): Fragment;
  /** Writes a statement from a text. Without values it may be several statements, and the rows are those of the last. */
  unsafe<Listed extends readonly object[] = AnyRow[]>(text: string, values?: readonly Value[]): Query<Listed[number]>;
  /** The name of the server's own schema, a plain word, as text and as a part of a statement: sql`select from ${sql.own}.jobs`. */
  readonly schema: string;
  readonly own: Fragment;
};

/** A statement that runs once, when it is first awaited. */
export class Query<Row extends object> extends Fragment implements PromiseLike<Rows<Row>> {
  readonly #run: Run;
  /** Where the template is in the code; null for a statement from a text. */
  readonly #place: string | null;
  #result: Promise<Rows<Row>> | null = null;

  constructor(run: Run, write: (values: Value[]) => string, place: string | null) {
    super(write);
    this.#run = run;
    this.#place = place;
  }

  execute(): Promise<Rows<Row>> {
    if (!this.#result) {
      const values: Value[] = [];
      const statement = { text: this.write(values), values, isFixed: this.#place !== null };
      this.#result = this.#run(statement).catch((error) => {
        // The stack of the driver's error ends in the driver, and the log says in which file a statement has failed.
        if (error instanceof Error && this.#place) error.stack = `${error.name}: ${error.message}\n${this.#place}`;
        throw error;
      }) as Promise<Rows<Row>>;
    }
    return this.#result;
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement is awaited as a promise is, and not run when it is a piece of another.
  then<Then = Rows<Row>, Catch = never>(
    onDone?: ((rows: Rows<Row>) => Then | PromiseLike<Then>) | null,
    onFailed?: ((error: unknown) => Catch | PromiseLike<Catch>) | null,
  ): Promise<Then | Catch> {
    return this.execute().then(onDone, onFailed);
  }

  catch<Catch>(onFailed: (error: unknown) => Catch | PromiseLike<Catch>): Promise<Rows<Row> | Catch> {
    return this.execute().catch(onFailed);
  }

  finally(onEnd: () => void): Promise<Rows<Row>> {
    return this.execute().finally(onEnd);
  }
}

/** The places of templates in the code, each found once. */
const places = new WeakMap<TemplateStringsArray, string>();

function placeOf(template: TemplateStringsArray, tag: () => unknown): string {
  const known = places.get(template);
  if (known !== undefined) return known;
  const trace = { stack: '' };
  Error.captureStackTrace(trace, tag);
  const place = trace.stack.split('\n').slice(1).join('\n');
  places.set(template, place);
  return place;
}

export function createTag(run: Run, schema: string): Tag {
  function tag(first: TemplateStringsArray | string | object, ...parts: Value[]) {
    if (!isTemplate(first))
      return typeof first === 'string' ? new Fragment(() => escapeIdentifier(first)) : insertion([first].flat());
    return new Query(run, (values) => join(first, parts, values), placeOf(first, tag as () => unknown));
  }
  return Object.assign(tag, {
    schema,
    own: new Fragment(() => schema),
    unsafe: (text: string, given: readonly Value[] = []) =>
      new Query(
        run,
        (values) => {
          values.push(...given);
          return text;
        },
        null,
      ),
  }) as Tag;
}

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && 'raw' in value;
}

function join(texts: readonly string[], parts: readonly Value[], values: Value[]): string {
  return texts.reduce((text, next, index) => text + place(parts[index - 1], values) + next);
}

function place(part: Value, values: Value[]): string {
  return part instanceof Fragment ? part.write(values) : `$${values.push(part)}`;
}

/** Writes the columns and values of rows that have the columns of the first. */
function insertion(rows: readonly object[]): Fragment {
  const columns = Object.keys(rows[0] ?? {});
  const valuesOf = (row: object, values: Value[]) =>
    columns.map((column) => place(row[column as keyof typeof row], values)).join(', ');
  return new Fragment((values) => {
    const written = rows.map((row) => `(${valuesOf(row, values)})`);
    return `(${columns.map(escapeIdentifier).join(', ')}) values ${written.join(', ')}`;
  });
}
