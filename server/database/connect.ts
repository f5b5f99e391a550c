import postgres from 'postgres';

export type Sql = postgres.Sql;

export type ConnectOptions = {
  /** Most connections open at once. */
  readonly max?: number;
  /** Seconds until a connection attempt is given up. */
  readonly connectTimeout?: number;
  /** What the database lists the connections under. */
  readonly name?: string;
};

/**
 * A connection runs one statement at a time: no statement queues behind a slow one, and cancelling one cancels no other. The
 * driver reads this option, but its types do not name it.
 */
const oneAtATime = { max_pipeline: 1 };

/** The array types of parameters: `text[]`, `int[]` and `uuid[]`, by their fixed numbers in `pg_type`. */
const arrayTypes = { text: 1009, int: 1007, uuid: 2951 };

/** An array as PostgreSQL reads it, with every element but NULL in quotes. */
function arrayLiteral(values: readonly (string | number | null)[]): string {
  const elements = values.map((value) => (value === null ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`));
  return `{${elements.join()}}`;
}

const arrays = Object.fromEntries(
  Object.entries(arrayTypes).map(([name, to]) => [name, { to, from: [], serialize: arrayLiteral, parse: String }]),
);

/**
 * A pool over the database at `url`. Dates and instants come back as PostgreSQL's own text: a calendar date must never
 * pass through a JavaScript Date, where the time zone could move it by a day.
 */
export function connect(url: string, { max = 4, connectTimeout = 15, name = 'wagday' }: ConnectOptions = {}): Sql {
  return postgres(url, {
    max,
    ...oneAtATime,
    connect_timeout: connectTimeout,
    onnotice: () => undefined,
    // The driver would ask every new connection for all array types, in a promise that nobody handles: a database that went
    // away just then would end this process. Arrays in results come as text; statements return JSON instead.
    fetch_types: false,
    connection: { application_name: name, TimeZone: 'UTC' },
    types: {
      ...arrays,
      date: {
        to: 1184,
        from: [1082, 1114, 1184],
        serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
        parse: (text: string) => text,
      },
    },
  }) as Sql;
}
