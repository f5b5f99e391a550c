import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartUpError } from './start-up-error.ts';

const s3 = {
  S3_ENDPOINT: 'https://s3.example/store/',
  S3_BUCKET: 'photos',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'hunter2',
};

test('without any variable the defaults apply', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: null,
    dataDir: resolve('data'),
    databaseUrl: null,
    signUpAllowed: true,
    smtpUrl: null,
    mailFrom: null,
    s3: null,
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
    SMTP_URL: 'smtps://wagday:p%40ss@mail.example:465',
    MAIL_FROM: 'Wagday <hello@wagday.example>',
    ...s3,
    S3_REGION: 'eu-central-1',
  });
  expect(config).toEqual({
    host: '0.0.0.0',
    port: 0,
    publicUrl: 'https://wagday.example',
    dataDir: '/srv/wagday',
    databaseUrl: 'postgresql://owner:p%40ss@db.example:6432/wagday',
    signUpAllowed: false,
    smtpUrl: 'smtps://wagday:p%40ss@mail.example:465',
    mailFrom: 'Wagday <hello@wagday.example>',
    s3: {
      endpoint: 'https://s3.example/store',
      region: 'eu-central-1',
      bucket: 'photos',
      accessKeyId: 'key',
      secretAccessKey: 'hunter2',
    },
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
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'http://mail.example'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://owner:100%@mail.example'],
  ['MAIL_FROM', 'wagday'],
  ['MAIL_FROM', 'Wagday <wagday>'],
  ['MAIL_FROM', 'a@wagday.example, b@wagday.example'],
  ['MAIL_FROM', 'a@wagday.example\nBcc: b@wagday.example'],
])('%s=%s is refused in one sentence that names the variable', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(StartUpError);
  expect(read).toThrow(new RegExp(`^${name}[^\\n]*\\.$`));
});

test.each(['DATABASE_URL', 'SMTP_URL'])('the sentence about a malformed %s keeps its password to itself', (name) => {
  expect(() => readConfig({ [name]: 'scheme//owner:hunter2@localhost/wagday' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  );
});

test('an S3-compatible store needs all its variables but the region', () => {
  expect(readConfig(s3).s3?.region).toBe('us-east-1');
  expect(() => readConfig({ ...s3, S3_BUCKET: '', S3_SECRET_ACCESS_KEY: undefined })).toThrow(
    new StartUpError('For photos in an S3-compatible store S3_BUCKET and S3_SECRET_ACCESS_KEY must be set too.'),
  );
  expect(() => readConfig({ S3_REGION: 'eu' })).toThrow(
    /S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, and S3_SECRET_ACCESS_KEY/,
  );
});

test.each([
  ['S3_ENDPOINT', 's3.example'],
  ['S3_ENDPOINT', 'ftp://s3.example'],
  ['S3_ENDPOINT', 'https://user:hunter2@s3.example'],
  ['S3_BUCKET', 'Photos of dogs'],
  ['S3_BUCKET', '../photos'],
])('%s=%s is refused in one sentence without the secret', (name, value) => {
  const read = () => readConfig({ ...s3, [name]: value });
  expect(read).toThrow(StartUpError);
  expect(read).toThrow(new RegExp(`^${name}[^\\n]*\\.$`));
  expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
});
