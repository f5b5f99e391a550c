import { chown, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthority } from '../../tests/support/certificates.ts';
import { listen } from '../../tests/support/listen.ts';
import { startOwnCluster } from '../../tests/support/shared-cluster.ts';
import { StartUpError } from '../errors.ts';
import { connect } from './connect.ts';
import { checkExternalDatabase } from './external-database.ts';

const cluster = await startOwnCluster(afterAll);
const { dataDir } = cluster;
const admin = connect(cluster.url, { max: 1 });
await admin.unsafe(`
  create role plain login password 'hunter2';
  create role maker login createrole password 'hunter2';
  grant create on database postgres to plain;
`);
await admin.end();

function urlOf(user: string, password: string, database = 'postgres'): string {
  const url = new URL(cluster.url);
  url.username = user;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
}

test('a role that may do all passes', async () => {
  await expect(checkExternalDatabase(cluster.url)).resolves.toBeUndefined();
});

test.each([
  [
    'plain',
    'hunter2',
    'postgres',
    /^The role "plain" of DATABASE_URL may not create roles: run "alter role plain createrole"/,
  ],
  ['maker', 'hunter2', 'postgres', /^The role "maker" of DATABASE_URL may not create schemas/],
  ['maker', 'wrong', 'postgres', /refuses the user "maker" or its password\.$/],
  ['nobody', 'wrong', 'postgres', /refuses the user "nobody" or its password\.$/],
  ['maker', 'hunter2', 'notes', /^The database "notes" of DATABASE_URL does not exist/],
])('%s with %s on %s is refused in one sentence', async (user, password, database, sentence) => {
  const refused = checkExternalDatabase(urlOf(user, password, database));
  await expect(refused).rejects.toMatchObject({ name: 'StartUpError', message: expect.stringMatching(sentence) });
  await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining(password) });
});

test('a standby and a database that is set to read-only are refused as what they are', async () => {
  const admin = connect(cluster.url, { max: 1 });
  await admin.unsafe('alter role maker set default_transaction_read_only = on');
  await expect(checkExternalDatabase(urlOf('maker', 'hunter2'))).rejects.toThrow(
    new StartUpError('The database of DATABASE_URL may not be written: it is a standby, or set to read-only.'),
  );
  await admin.unsafe('alter role maker reset default_transaction_read_only');
  await admin.end();
});

test('where TLS is demanded and missing, the start says so, without the password', async () => {
  for (const mode of ['require', 'verify-ca', 'verify-full']) {
    await expect(checkExternalDatabase(`${cluster.url}?sslmode=${mode}`)).rejects.toThrow(
      /^The database of DATABASE_URL at 127\.0\.0\.1:\d+ offers no TLS, which sslmode demands/,
    );
  }
  await expect(checkExternalDatabase(`${cluster.url}?sslmode=prefer`)).resolves.toBeUndefined();
});

describe('over TLS', () => {
  const authority = createAuthority('The tests');
  const files = { own: '', other: '', empty: '' };
  const urlTo = (host: string, query: string) => cluster.url.replace('127.0.0.1', host) + query;

  beforeAll(async () => {
    for (const [name, text] of Object.entries({
      own: authority.certificate,
      other: createAuthority('Somebody else').certificate,
      empty: 'nothing',
    })) {
      files[name as keyof typeof files] = join(dataDir, `${name}.pem`);
      await writeFile(join(dataDir, `${name}.pem`), text);
    }
  });

  async function certify(host: string): Promise<void> {
    const { certificate, key } = authority.issue(host);
    const admin = connect(cluster.url, { max: 1 });
    const [{ folder = '' } = {}] = await admin<
      { folder: string }[]
    >`select current_setting('data_directory') as folder`;
    const { uid, gid } = await stat(join(folder, 'PG_VERSION'));
    for (const [name, text] of Object.entries({ 'server.crt': certificate, 'server.key': key })) {
      await writeFile(join(folder, name), text, { mode: 0o600 });
      await chown(join(folder, name), uid, gid);
    }
    await admin.unsafe('alter system set ssl = on');
    await admin.unsafe('select pg_reload_conf()');
    await expect
      .poll(async () => {
        const fresh = connect(`${cluster.url}?sslmode=require`, { max: 1 });
        return fresh`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
          .catch(() => [])
          .finally(() => fresh.end());
      })
      .toEqual([{ ssl: true }]);
    await admin.end();
  }

  test('an address is looked for in the certificate as an address', async () => {
    await certify('127.0.0.1');
    const query = `?sslmode=verify-full&sslrootcert=${files.own}`;
    await expect(checkExternalDatabase(urlTo('127.0.0.1', query))).resolves.toBeUndefined();
    await expect(checkExternalDatabase(urlTo('localhost', query))).rejects.toThrow(
      /^The certificate of the database of DATABASE_URL is not for localhost: /,
    );
    await expect(checkExternalDatabase(urlTo('localhost', query.replace('full', 'ca')))).resolves.toBeUndefined();
  });

  test('a name is not enough for an address', async () => {
    await certify('localhost');
    const query = `?sslmode=verify-full&sslrootcert=${files.own}`;
    await expect(checkExternalDatabase(urlTo('localhost', query))).resolves.toBeUndefined();
    await expect(checkExternalDatabase(urlTo('127.0.0.1', query))).rejects.toThrow(
      /^The certificate of the database of DATABASE_URL is not for 127\.0\.0\.1: /,
    );
  });

  test('only the authority in sslrootcert is trusted, and without it those of the system', async () => {
    await certify('localhost');
    for (const query of [
      '?sslmode=verify-full',
      `?sslmode=verify-full&sslrootcert=${files.other}`,
      `?sslmode=require&sslrootcert=${files.other}`,
      `?sslmode=verify-ca&sslrootcert=${files.other}`,
      `?sslrootcert=${files.other}`,
      '?sslrootcert=system',
    ]) {
      await expect(checkExternalDatabase(urlTo('localhost', query))).rejects.toThrow(
        /^The certificate of the database of DATABASE_URL at localhost:\d+ is not trusted \(.*sslrootcert=/,
      );
    }
    await expect(checkExternalDatabase(urlTo('localhost', `?sslrootcert=${files.own}`))).resolves.toBeUndefined();
  });

  test.each([
    [
      '?sslmode=verify-full&sslrootcert=/no/such.pem',
      /^The sslrootcert of DATABASE_URL, \/no\/such\.pem, cannot be read \(ENOENT\)\.$/,
    ],
    ['?sslmode=verified', /^The sslmode of DATABASE_URL must be one of disable, .*, but it is "verified"\.$/],
    ['?sslcert=/client.pem', /^DATABASE_URL has sslcert, which the server does not know/],
    ['?channel_binding=require', /^DATABASE_URL has channel_binding=require, which the server cannot do/],
    ['?target_session_attrs=standby', /^DATABASE_URL has target_session_attrs=standby/],
  ])('%s is refused', async (query, sentence) => {
    await expect(checkExternalDatabase(cluster.url + query)).rejects.toThrow(sentence);
    await expect(checkExternalDatabase(cluster.url + query)).rejects.toBeInstanceOf(StartUpError);
  });

  test('a file without a certificate is refused', async () => {
    await expect(checkExternalDatabase(urlTo('localhost', `?sslrootcert=${files.empty}`))).rejects.toThrow(
      /holds no certificate in PEM format\.$/,
    );
  });

  test('a user who is let in only over TLS is told so', async () => {
    await certify('localhost');
    const admin = connect(cluster.url, { max: 1 });
    const [{ file = '' } = {}] = await admin<{ file: string }[]>`select current_setting('hba_file') as file`;
    const rules = await readFile(file, 'utf8');
    await writeFile(file, `hostnossl all maker all reject\n${rules}`);
    await admin.unsafe('select pg_reload_conf()');
    await expect
      .poll(() => checkExternalDatabase(urlOf('maker', 'hunter2')).catch(({ message }) => message))
      .toMatch(/ lets "maker" in over TLS only: add sslmode=verify-full to DATABASE_URL\.$/);
    await writeFile(file, rules);
    await admin.unsafe('select pg_reload_conf()');
    await admin.end();
  });
});

test('a server that is there but is no PostgreSQL is refused', async () => {
  const { port, stop } = await listen(createServer());
  await expect(checkExternalDatabase(`postgres://owner:hunter2@127.0.0.1:${port}/club`, 1500)).rejects.toThrow(
    /^The database of DATABASE_URL cannot be reached at 127\.0\.0\.1:\d+/,
  );
  await stop();
});
