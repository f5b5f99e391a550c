import { resolve } from 'node:path';
import { StartUpError, trustNobody } from 'embedded-supabase';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

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
    trustedProxies: trustNobody,
    clientLimitFactor: 1,
    dataDir: resolve('data'),
    databaseUrl: null,
    signUpAllowed: true,
    smtpUrl: null,
    mailFrom: null,
    adminEmail: null,
    metricsToken: null,
    securityContact: null,
    pushServices: [],
    newHostGuests: 500,
    s3: null,
    logsRequests: false,
  });
});

test('every variable is read @10.310 @10.311', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '0',
    PUBLIC_URL: 'https://wagday.example/',
    TRUST_PROXY: 'loopback, 192.0.2.0/24',
    WAGDAY_CLIENT_LIMITS: '20',
    WAGDAY_DATA: '/srv/wagday',
    DATABASE_URL: 'postgresql://owner:p%40ss@db.example:6432/wagday',
    WAGDAY_SIGNUP: 'off',
    SMTP_URL: 'smtps://wagday:p%40ss@mail.example:465',
    MAIL_FROM: 'Wagday <hello@wagday.example>',
    ADMIN_EMAIL: 'ada@wagday.example',
    METRICS_TOKEN: 'a'.repeat(32),
    SECURITY_CONTACT: 'mailto:security@wagday.example',
    PUSH_SERVICES: 'push.example.org, *.push.example.net',
    NEW_HOST_GUESTS: '0',
    ...s3,
    S3_REGION: 'eu-central-1',
    LOG_LEVEL: 'debug',
  });
  expect(config).toEqual({
    host: '0.0.0.0',
    port: 0,
    publicUrl: 'https://wagday.example',
    trustedProxies: expect.any(Function),
    clientLimitFactor: 20,
    dataDir: '/srv/wagday',
    databaseUrl: 'postgresql://owner:p%40ss@db.example:6432/wagday',
    signUpAllowed: false,
    smtpUrl: 'smtps://wagday:p%40ss@mail.example:465',
    mailFrom: 'Wagday <hello@wagday.example>',
    adminEmail: 'ada@wagday.example',
    metricsToken: 'a'.repeat(32),
    securityContact: 'mailto:security@wagday.example',
    pushServices: ['push.example.org', '*.push.example.net'],
    newHostGuests: 0,
    s3: {
      endpoint: 'https://s3.example/store',
      region: 'eu-central-1',
      bucket: 'photos',
      accessKeyId: 'key',
      secretAccessKey: 'hunter2',
      folder: 'dog-photos/',
    },
    logsRequests: true,
  });
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: ' ', DATABASE_URL: '', WAGDAY_SIGNUP: '' })).toEqual(readConfig({}));
});

test.each([
  ['WAGDAY_SIGNUPS', 'WAGDAY_SIGNUP'],
  ['WAGDAY_SIGN_UP', 'WAGDAY_SIGNUP'],
  ['WAGDAY_CLIENT_LIMIT', 'WAGDAY_CLIENT_LIMITS'],
  ['WAGDAY_DATA_DIR', 'WAGDAY_DATA'],
  ['WAGDAY_SMTP_URL', 'SMTP_URL'],
  ['WAGDAY_DATABASE_URL', 'DATABASE_URL'],
])('%s, which would be ignored, is refused with the name of the setting that is meant', (name, meant) => {
  expect(() => readConfig({ [name]: 'off' })).toThrow(
    new StartUpError(`${name} is no setting of Wagday: did you mean ${meant}?`),
  );
});

test('names of other programs are left alone, such as those that Kubernetes makes for a service called wagday', () => {
  const others = {
    WAGDAY_PORT: 'tcp://10.0.0.1:8080',
    WAGDAY_SERVICE_HOST: '10.0.0.1',
    WAGDAY_STARTED_BY: '7',
    SMTP_URI: '',
  };
  expect(readConfig(others)).toEqual(readConfig({}));
});

test.each([
  ['::1', '::1'],
  ['[::1]', '::1'],
  ['[::]', '::'],
  ['localhost', 'localhost'],
])('HOST=%s listens on %s', (HOST, host) => {
  expect(readConfig({ HOST }).host).toBe(host);
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
  ['TRUST_PROXY', 'on'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', 'proxy.example'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '::/0'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '127.0.0.1,'],
  ['WAGDAY_CLIENT_LIMITS', '0'],
  ['WAGDAY_CLIENT_LIMITS', '1001'],
  ['WAGDAY_CLIENT_LIMITS', 'off'],
  ['DATABASE_URL', 'mysql://localhost/wagday'],
  ['DATABASE_URL', 'localhost:5432'],
  ['DATABASE_URL', 'postgres://'],
  ['DATABASE_URL', 'postgres://owner:100%@localhost/wagday'],
  ['WAGDAY_SIGNUP', 'maybe'],
  ['LOG_LEVEL', 'loud'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'http://mail.example'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://owner:100%@mail.example'],
  ['ADMIN_EMAIL', 'Ada <ada@wagday.example>'],
  ['METRICS_TOKEN', 'too-short'],
  ['MAIL_FROM', 'wagday'],
  ['MAIL_FROM', 'Wagday <wagday>'],
  ['MAIL_FROM', 'a@wagday.example, b@wagday.example'],
  ['MAIL_FROM', 'a@wagday.example\nBcc: b@wagday.example'],
  ['PUSH_SERVICES', '*'],
  ['PUSH_SERVICES', '127.0.0.1'],
  ['PUSH_SERVICES', 'https://push.example.org'],
  ['NEW_HOST_GUESTS', 'many'],
  ['NEW_HOST_GUESTS', '-1'],
  ['NEW_HOST_GUESTS', '100001'],
  ['SECURITY_CONTACT', 'security@wagday.example'],
  ['SECURITY_CONTACT', 'http://wagday.example'],
  ['SECURITY_CONTACT', 'mailto:security@wagday.example\nExpires: 2999-01-01T00:00:00Z'],
])('%s=%s is refused in one sentence that names the variable @10.311', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(StartUpError);
  expect(read).toThrow(new RegExp(`^${name}[^\\n]*\\.$`));
});

test('no proxy is trusted unless it is named, by address, network or as this machine', () => {
  for (const TRUST_PROXY of [undefined, '', 'off']) {
    expect(readConfig({ TRUST_PROXY }).trustedProxies('127.0.0.1')).toBe(false);
  }
  const { trustedProxies } = readConfig({ TRUST_PROXY: 'loopback, 10.1.0.0/16,2001:db8::7' });
  for (const address of ['127.0.0.1', '127.8.9.1', '::1', '10.1.255.1', '2001:db8::7']) {
    expect(trustedProxies(address)).toBe(true);
  }
  for (const address of ['10.2.0.1', '2001:db8::8', '192.0.2.1', '', 'localhost']) {
    expect(trustedProxies(address)).toBe(false);
  }
});

test('a mail server without a public address is refused: the links in its mails would lead where a request says', () => {
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example' })).toThrow(
    'With SMTP_URL set PUBLIC_URL must be too: links in mails lead there, such as https://wagday.example.',
  );
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

test.each(['postgres://h1:5432,h2:5432/wagday', 'postgresql://owner:hunter2@h1,h2/wagday?sslmode=require'])(
  'a list of database hosts is refused with what to do instead: %s',
  (DATABASE_URL) => {
    expect(() => readConfig({ DATABASE_URL })).toThrow(
      new StartUpError(
        'DATABASE_URL names several hosts: give it one address that follows the primary, such as that of HAProxy in front of Patroni (docs/deploy.md).',
      ),
    );
  },
);
