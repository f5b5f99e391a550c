import type { Sql } from 'postgres';
import { patiently } from '../http/patiently.ts';
import type { VerifiedClaims } from '../tokens.ts';
import { createStatementNames } from './statement-names.ts';
import type { Result, Statement } from './statements.ts';

/** Names follow from texts alone, so all databases of a process can share them. */
const statementNames = createStatementNames();

/**
 * Runs one statement in a transaction of its own, as the role and with the claims of the caller, so that the row
 * policies decide. It is one round trip, and answered after the commit.
 * @param exactlyOne refuses any other number of rows with SQLSTATE WD406, undoing what was done
 */
export async function runAs(
  sql: Sql,
  claims: VerifiedClaims | null,
  { text, values }: Statement,
  exactlyOne: boolean,
): Promise<Result> {
  const role = claims?.role ?? 'anon';
  const json = JSON.stringify(values);
  const name = statementNames.nameOf(role, text, json.length);
  const [result] = await patiently(sql<Result[]>`
    select body, length, total
    from wagday.run_as(
      ${role}, ${JSON.stringify(claims ?? { role })}, ${name}, ${text},
      array(select json_array_elements_text(${json}::text::json)), ${exactlyOne}
    )`);
  if (!result) throw new Error('the statement gave no result');
  return result;
}
