import { expect, test } from 'vitest';
import { causeOf, logFailure } from './database-error.ts';

test.each([
  [
    'that of unreadable data says which field is wrong',
    Object.assign(new Error('notes is not a list'), { name: 'ParseError' }),
    'notes is not a list',
  ],
  ['any other may hold what an owner has typed', new Error('Rex is not a number'), null],
])('of the messages of failures, %s', (_what, error, message) => {
  const fields: unknown[] = [];
  logFailure({ info: () => undefined, error: (_event, logged) => fields.push(logged) }, 'failed', error, 'GET');
  expect(fields).toMatchObject([{ error: error.name, message }]);
});

test.each([
  ['53100', 'the disk is full'],
  ['ENOSPC', 'the disk is full'],
  ['53300', 'the database has no connections left'],
  ['40P01', 'it took too long'],
  ['CONNECT_TIMEOUT', 'it took too long'],
  ['25006', 'the database is read-only'],
  ['57P03', 'there is no connection'],
  ['CONNECTION_CLOSED', 'there is no connection'],
  ['ECONNREFUSED', 'there is no connection'],
  ['23505', null],
  ['', null],
])('the code %j is logged with its cause', (code, because) => {
  const error = Object.assign(new Error('Rex'), { code });
  expect(causeOf(error)).toBe(because);
  const fields: unknown[] = [];
  logFailure({ info: () => undefined, error: (_event, logged) => fields.push(logged) }, 'failed', error, 'GET');
  expect(fields).toMatchObject([{ because }]);
});
