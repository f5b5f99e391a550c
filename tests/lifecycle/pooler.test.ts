import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../embedded-supabase/database/connect.ts';
import { addDog, newOwner, type Owner, planParty } from '../support/owners.ts';
import { plainPicture } from '../support/pictures.ts';
import { findPgBouncer, type Pooler, startPgBouncer, startPoolerStandIn } from '../support/poolers.ts';
import { runCommand } from '../support/run-script.ts';
import { startOwnCluster } from '../support/shared-cluster.ts';
import { startTestBackend } from '../support/test-backend.ts';

const pgBouncer = findPgBouncer();
const password = 'looks-up-logins';

/** The statements that docs/deploy.md tells the administrator to run for PgBouncer. */
const setUp = `
  create role wagday login createrole password 'hunter2';
  create database wagday owner wagday;
  create role pgbouncer login password '${password}';
`;
const setUpInDatabase = `
  create schema pgbouncer;
  create function pgbouncer.find_login(name text, out usename text, out passwd text)
  language sql security definer set search_path = ''
  as $$ select usename, passwd from pg_catalog.pg_shadow where usename = name and usename like 'wagday%' $$;
  revoke all on function pgbouncer.find_login(text) from public;
  grant usage on schema pgbouncer to pgbouncer;
  grant execute on function pgbouncer.find_login(text) to pgbouncer;
`;

async function startDatabase() {
  const cluster = await startOwnCluster(onTestFinished);
  const admin = connect(cluster.url, { max: 1 });
  for (const statement of setUp.trim().split('\n')) await admin.unsafe(statement);
  const [{ file = '' } = {}] = await admin<{ file: string }[]>`select current_setting('hba_file') as file`;
  await admin.end();
  const within = connect(cluster.url.replace(/\/postgres$/, '/wagday'), { max: 1 });
  await within.unsafe(setUpInDatabase);
  return { within, port: Number(new URL(cluster.url).port), hbaFile: file };
}

/** Repeats everything that an owner does in a minute: requests to every service, many of them at once. */
async function liveThroughIt(owner: Owner): Promise<void> {
  const picture = await plainPicture('#c0703a');
  for (let round = 0; round < 5; round += 1) {
    const dog = await addDog(owner, { name: `Rex ${round}` });
    const upload = owner.client.storage
      .from('dog-photos')
      .upload(`${owner.id}/${round}.png`, new Uint8Array(picture.buffer), { contentType: 'image/png' });
    const [, { error }, { data: dogs }, { error: refused }] = await Promise.all([
      planParty(owner, dog.id),
      upload,
      owner.client.from('dogs').select('*').order('created_at').throwOnError(),
      owner.client.auth.refreshSession(),
    ]);
    expect(error).toBeNull();
    expect(refused).toBeNull();
    expect(dogs).toHaveLength(round + 1);
    await owner.client
      .from('dogs')
      .update({ notes: `round ${round}` })
      .eq('id', dog.id)
      .throwOnError();
  }
}

async function expectToWorkBehind(pooler: Pooler): Promise<void> {
  const databaseUrl = `postgres://wagday:hunter2@127.0.0.1:${pooler.port}/wagday`;
  // Both start at once: one migrates, and the other waits for it, even through the pooler.
  const servers = await Promise.all([startTestBackend({ databaseUrl }), startTestBackend({ databaseUrl })]);
  onTestFinished(async () => {
    for (const server of servers) await server.stop();
  });
  const [first, second] = servers;
  expect(first.logged()).toContain('database_pooler_found');

  const owners: Owner[] = [];
  for (const server of [first, first, second, second]) owners.push(await newOwner(server));
  await Promise.all(owners.map(liveThroughIt));
  for (const { url, logged } of servers) {
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    expect(logged()).not.toMatch(/_failed/);
  }
  const file = join(first.dataDir, 'backup.tar');
  const taken = await runCommand('backup', [file], { WAGDAY_DATA: first.dataDir, DATABASE_URL: databaseUrl });
  expect(taken).toMatchObject({ code: 0 });
}

test('behind PgBouncer in transaction mode everything works, without a setting', async ({ skip }) => {
  skip(pgBouncer === null, 'PgBouncer is not installed; the stand-in below is used in any case');
  const { within, port } = await startDatabase();
  await within.end();
  const pooler = await startPgBouncer(pgBouncer ?? '', port, password);
  onTestFinished(() => pooler.stop());
  await expectToWorkBehind(pooler);
});

test('behind a pooler that gives every transaction another connection everything works, without a setting', async () => {
  const { within, port, hbaFile } = await startDatabase();
  await writeFile(hbaFile, `host all all 127.0.0.1/32 trust\n${await readFile(hbaFile, 'utf8')}`);
  await within.unsafe('select pg_reload_conf()');
  await within.end();
  const pooler = await startPoolerStandIn(port);
  onTestFinished(() => pooler.stop());
  await expectToWorkBehind(pooler);
  expect(pooler.swaps()).toBeGreaterThan(100);
});
