import { expect, test } from 'vitest';
import { ParseError } from '../../../domain/parse.ts';
import { logFailure } from './database-error.ts';

test.each([
  ['that of unreadable data says which field is wrong', new ParseError('dogs is not a list'), 'dogs is not a list'],
  ['any other may hold what an owner has typed', new Error('Rex is not a number'), null],
])('of the messages of failures, %s', (_what, error, message) => {
  const fields: unknown[] = [];
  logFailure({ info: () => undefined, error: (_event, logged) => fields.push(logged) }, 'failed', error, 'GET');
  expect(fields).toMatchObject([{ error: error.name, message }]);
});
