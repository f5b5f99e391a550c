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
    connection: { application_name: name, TimeZone: 'UTC' },
    types: {
      date: {
        to: 1184,
        from: [1082, 1114, 1184],
        serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
        parse: (text: string) => text,
      },
    },
  }) as Sql;
}
