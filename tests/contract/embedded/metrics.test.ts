import { expect, test } from 'vitest';
import { version } from '../../../server/config.ts';
import { newClient, newOwner } from '../../support/owners.ts';
import { startForTest } from '../../support/shared-backend.ts';
import type { TestBackendOptions } from '../../support/test-backend.ts';

const token = 'a-token-of-the-monitoring-program-0';

async function start(options: TestBackendOptions) {
  const backend = await startForTest(options);
  const read = (authorization?: string) =>
    fetch(`${backend.url}/metrics`, { headers: authorization === undefined ? {} : { Authorization: authorization } });
  return { ...backend, read };
}

/** The values by name and labels. */
function valuesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

test('metrics tell the version, the database, the room, the mails and the jobs, in the format of Prometheus', async () => {
  const readDisk = async () => ({ blocks: 40_000, bavail: 30_000, bsize: 1_000_000 });
  const backend = await start({ metricsToken: token, readDisk });
  const owner = await newOwner(backend);
  await newClient(backend).auth.resetPasswordForEmail(owner.email);
  await expect.poll(() => backend.mailbox.mails).toHaveLength(1);
  await backend.mailSettled();
  await backend.sql`
    insert into wagday.jobs (kind, details, due_at, ends_at)
    values ('mail recovery', '{}', '2100-01-01 00:00Z', '2100-01-02 00:00Z')`;

  const response = await backend.read(`Bearer ${token}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(/^(# HELP \w+ .+\.|# TYPE \w+ (gauge|counter)|\w+(\{\w+="[\w.-]+"\})? \d+(\.\d+)?)$/);
  }
  const values = valuesOf(text);
  expect(Object.fromEntries(values)).toMatchObject({
    [`wagday_info{version="${version}"}`]: 1,
    'wagday_mails_total{outcome="sent"}': 1,
    'wagday_mails_total{outcome="failed"}': 0,
    wagday_database_up: 1,
    'wagday_jobs{kind="account_mail"}': 1,
    wagday_disk_free_bytes: 30_000_000_000,
    wagday_disk_reserve_bytes: 1024 ** 3,
  });
  expect(values.get('wagday_database_bytes')).toBeGreaterThan(1_000_000);
  expect(values.get('wagday_database_connections')).toBeGreaterThan(0);
  expect(values.get('wagday_jobs_late_seconds')).toBeGreaterThanOrEqual(0);
  expect(text).not.toContain(owner.email);
});

test('a mail that does not leave is counted, and so is a job that is late', async () => {
  const mailer = { deliver: () => Promise.reject(new Error('no mail server')) };
  const backend = await start({ metricsToken: token, mailer });
  const owner = await newOwner(backend);
  await newClient(backend).auth.resetPasswordForEmail(owner.email);
  const read = async () => valuesOf(await (await backend.read(`Bearer ${token}`)).text());
  await expect.poll(async () => (await read()).get('wagday_mails_total{outcome="failed"}')).toBeGreaterThan(0);
  await backend.closeOutbox();
  await backend.sql`
    insert into wagday.jobs (kind, details, due_at, ends_at)
    values ('mail recovery', '{}', now() - interval '1 hour', now() + interval '1 day')`;
  expect((await read()).get('wagday_jobs_late_seconds')).toBeGreaterThanOrEqual(3600);
  await backend.sql`drop table wagday.jobs`;
  expect((await read()).get('wagday_database_up')).toBe(0);
});

test('nobody reads the metrics without the token, and without one in the settings there are none', async () => {
  const [backend, silent] = [await start({ metricsToken: token }), await start({})];
  for (const wrong of [undefined, '', 'Bearer', `Bearer ${token}x`, `bearer ${token}`, `Basic ${token}`, token]) {
    const response = await backend.read(wrong);
    expect([wrong, response.status, response.headers.get('www-authenticate')]).toEqual([wrong, 401, 'Bearer']);
    expect(await response.text()).not.toContain(version);
  }
  expect((await fetch(`${backend.url}/metrics?token=${token}`)).status).toBe(401);
  for (const any of ['Bearer ', 'Bearer null', `Bearer ${token}`]) expect((await silent.read(any)).status).toBe(404);
});
