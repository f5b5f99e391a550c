import type { Sql } from 'postgres';
import { patiently } from '../http/patiently.ts';
import type { VerifiedClaims } from '../tokens.ts';
import { createStatementNames } from './statement-names.ts';
import type { Result, Statement } from './statements.ts';

/** Names follow from texts alone, so all databases of a process can share them. */
const statementNames = createStatementNames();

const anonymousClaims = JSON.stringify({ role: 'anon' });
const texts = new WeakMap<VerifiedClaims, string>();

/** Written down once for all the requests that come with one token, whose claims stay the same object. */
function textOf(claims: VerifiedClaims): string {
  const known = texts.get(claims);
  if (known !== undefined) return known;
  const text = JSON.stringify(claims);
  texts.set(claims, text);
  return text;
}

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
  const valuesLength = values.reduce((length, value) => length + value.length, 0);
  const name = statementNames.nameOf(role, text, valuesLength);
  const [result] = await patiently(sql<Result[]>`
    select body, length, total
    from wagday.run_as(
      ${role}, ${claims ? textOf(claims) : anonymousClaims}, ${name}, ${text}, ${values}::text[], ${exactlyOne}
    )`);
  if (!result) throw new Error('the statement gave no result');
  return result;
}
