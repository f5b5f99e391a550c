import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartUpError } from './start-up-error.ts';

test('without any variable the defaults apply', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: null,
    dataDir: resolve('data'),
    databaseUrl: null,
    signUpAllowed: true,
  });
});

test('every variable is read', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '0',
    PUBLIC_URL: 'https://wagday.example/',
    WAGDAY_DATA: '/srv/wagday',
    DATABASE_URL: 'postgresql://owner:p%40ss@db.example:6432/wagday',
    WAGDAY_SIGNUP: 'off',
  });
  expect(config).toEqual({
    host: '0.0.0.0',
    port: 0,
    publicUrl: 'https://wagday.example',
    dataDir: '/srv/wagday',
    databaseUrl: 'postgresql://owner:p%40ss@db.example:6432/wagday',
    signUpAllowed: false,
  });
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: ' ', DATABASE_URL: '', WAGDAY_SIGNUP: '' })).toEqual(readConfig({}));
});

test.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PUBLIC_URL', 'wagday.example'],
  ['PUBLIC_URL', 'ftp://wagday.example'],
  ['PUBLIC_URL', 'https://wagday.example/app'],
  ['PUBLIC_URL', 'https://user@wagday.example'],
  ['DATABASE_URL', 'mysql://localhost/wagday'],
  ['DATABASE_URL', 'localhost:5432'],
  ['DATABASE_URL', 'postgres://'],
  ['DATABASE_URL', 'postgres://owner:100%@localhost/wagday'],
  ['WAGDAY_SIGNUP', 'maybe'],
])('%s=%s is refused in one sentence that names the variable', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(StartUpError);
  expect(read).toThrow(new RegExp(`^${name}[^\\n]*\\.$`));
});

test('the sentence about a malformed DATABASE_URL keeps its password to itself', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres//owner:hunter2@localhost/wagday' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  );
});
