import {
  callStatement,
  candidatesOf,
  isUnavailable,
  keepLoaded,
  type Requests,
  type Result,
  readFunctions,
  type Sql,
  type Statement,
  TooManyWaiting,
} from 'embedded-supabase';
import { type Data, DataError } from '../../functions/web-function.ts';

/** Gives functions access to data in this server: without HTTP, over the server's own connections. */
export type FunctionData = ReturnType<typeof createFunctionData>;

type FunctionDataDependencies = {
  readonly requests: Requests;
  /**
   * The connections of the server's own work, which read the catalogue. Their login may call the functions of schema public that are
   * granted only to service_role. It cannot read schema public, so these functions must be SECURITY DEFINER.
   */
  readonly sql: Sql;
  /** Whether the disk has room for what anybody adds. */
  readonly hasRoomForRows?: () => boolean;
};

export function createFunctionData({ requests, sql, hasRoomForRows = () => true }: FunctionDataDependencies) {
  const loadFunctions = keepLoaded(() => readFunctions(sql));

  function dataOver(run: (statement: Statement) => Promise<Result>, hasRoom = () => true): Data {
    return {
      call: async (name, args) => {
        const given = Object.keys(args);
        const [called, ...others] = candidatesOf(await loadFunctions(), name, given);
        if (!called || others.length > 0)
          throw new DataError(404, `There is no one function ${name} of these arguments`);
        if (called.adds && !hasRoom()) throw new DataError(503, 'There is no space left for changes');
        const { body } = await run(callStatement(called, given, JSON.stringify(args))).catch((error: unknown) => {
          if (error instanceof TooManyWaiting) throw new DataError(429, 'Too many requests wait');
          if (isUnavailable(error)) throw new DataError(503, 'The database is out of reach', error);
          throw error;
        });
        return called.returns === 'nothing' ? null : JSON.parse(body);
      },
    };
  }

  return {
    /** Data for the role `anon`. The client takes turns with all others that come without a session. */
    asAnybody: (client: string): Data =>
      dataOver((statement) => requests.runAs({ claims: null, client }, statement, false), hasRoomForRows),
    /** Data for the server itself. */
    asServer: dataOver(async ({ text, values }) => {
      const [result] = await sql.unsafe<Result[]>(text, values.length === 0 ? [] : [values]);
      if (!result) throw new Error('the function gave no result');
      return result;
    }),
  };
}
