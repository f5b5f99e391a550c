import { type Data, DataError } from '../../functions/web-function.ts';
import { type Sql, withTimeout } from '../platform/database/connect.ts';
import { isUnavailable } from '../platform/database/database-error.ts';
import { callStatement, candidatesOf, keepLoaded, readFunctions } from '../platform/database/functions.ts';
import { type Requests, type Result, type Statement, TooManyWaiting } from '../platform/database/requests.ts';

/** How functions reach data in this server: without HTTP, over its own connections. */
export type FunctionData = ReturnType<typeof createFunctionData>;

type FunctionDataParts = {
  readonly requests: Requests;
  /**
   * The login of the server's own work, which reads the catalogue. Of schema public it may call the functions that are granted to
   * service_role and to no caller, and read nothing: they have to be SECURITY DEFINER.
   */
  readonly sql: Sql;
};

export function createFunctionData({ requests, sql }: FunctionDataParts) {
  const loadFunctions = keepLoaded(() => readFunctions(sql));

  function dataOver(run: (statement: Statement) => Promise<Result>): Data {
    return {
      call: async (name, args) => {
        const given = Object.keys(args);
        const [called, ...others] = candidatesOf(await loadFunctions(), name, given);
        if (!called || others.length > 0)
          throw new DataError(404, `There is no one function ${name} of these arguments`);
        const { body } = await run(callStatement(called, given, JSON.stringify(args))).catch((error: unknown) => {
          if (error instanceof TooManyWaiting) throw new DataError(429, 'Too many requests wait');
          if (isUnavailable(error)) throw new DataError(503, 'The database is out of reach');
          throw error;
        });
        return called.returns === 'nothing' ? null : JSON.parse(body);
      },
    };
  }

  return {
    /** As the role `anon`. The client takes its turn with all others that come without a session. */
    asAnybody: (client: string): Data =>
      dataOver((statement) => requests.runAs({ claims: null, client }, statement, false)),
    /** As the server itself. */
    asServer: dataOver(async ({ text, values }) => {
      const [result] = await withTimeout(sql.unsafe<Result[]>(text, values.length === 0 ? [] : [values as never]));
      if (!result) throw new Error('the function gave no result');
      return result;
    }),
  };
}
