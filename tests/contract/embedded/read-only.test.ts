import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openClient } from '../../../embedded-supabase/database/connect.ts';
import { startForwarder } from '../../support/forwarder.ts';
import { addDog, dogRow, newEmail, newOwner, type Owner } from '../../support/owners.ts';
import { plainPicture } from '../../support/pictures.ts';
import { layDatabase } from '../../support/prepared-database.ts';
import { startOwnCluster } from '../../support/shared-cluster.ts';
import { startTestBackend } from '../../support/test-backend.ts';

const cluster = await startOwnCluster(afterAll, layDatabase);
const url = new URL(cluster.url);
const forwarder = await startForwarder(Number(url.port));
url.port = String(forwarder.port);
const backend = await startTestBackend({ databaseUrl: url.href, servesPages: true });
afterAll(async () => {
  await backend.stop();
  forwarder.stop();
});

const token = 'a'.repeat(43);

/** A request of every kind to every service. Those that only read are last. */
async function requestsOf(owner: Owner) {
  const picture = new Uint8Array((await plainPicture('#c0703a')).buffer);
  const own = { Authorization: `Bearer ${owner.accessToken}` };
  const json = (method: string, body: object, headers = {}) => ({
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const credentials = { email: newEmail(), password: 'sausages-4' };
  const photo = `/storage/v1/object/dog-photos/${owner.id}/rex.png`;
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const writes: Record<string, [path: string, init: RequestInit]> = {
    'rest insert': ['/rest/v1/dogs', json('POST', dogRow(owner.id), own)],
    'rest update': [`/rest/v1/dogs?user_id=eq.${owner.id}`, json('PATCH', { notes: 'Loves ham.' }, own)],
    'rest delete': [`/rest/v1/dogs?user_id=eq.${owner.id}`, { method: 'DELETE', headers: own }],
    'rest function': ['/rest/v1/rpc/send_test_reminder', json('POST', {}, own)],
    'auth sign-up': ['/auth/v1/signup', json('POST', credentials)],
    'auth sign-in': [
      '/auth/v1/token?grant_type=password',
      json('POST', { email: owner.email, password: owner.password }),
    ],
    'auth refresh': ['/auth/v1/token?grant_type=refresh_token', json('POST', { refresh_token: owner.refreshToken })],
    'auth recovery': ['/auth/v1/recover', json('POST', { email: owner.email })],
    'auth verification': ['/auth/v1/verify', json('POST', { type: 'recovery', token_hash: token })],
    'auth name': ['/auth/v1/user', json('PUT', { data: { name: 'Robin' } }, own)],
    'auth sign-out': ['/auth/v1/logout?scope=others', { method: 'POST', headers: own }],
    'storage upload': [photo, { method: 'POST', headers: { ...own, 'Content-Type': 'image/png' }, body: picture }],
    'storage removal': ['/storage/v1/object/dog-photos', json('DELETE', { prefixes: [`${owner.id}/rex.png`] }, own)],
    'storage removal of one': [photo, { method: 'DELETE', headers: own }],
    unsubscribe: [`/unsubscribe/${token}`, { method: 'POST' }],
    invitation: [`/i/${token}`, { method: 'POST', headers: form, body: '' }],
  };
  const reads: typeof writes = {
    'rest list': ['/rest/v1/dogs?select=*', { headers: own }],
    'auth user': ['/auth/v1/user', { headers: own }],
    'storage list': ['/storage/v1/object/list/dog-photos', json('POST', { prefix: owner.id }, own)],
    'storage photo': [photo.replace('object/', 'object/public/'), {}],
    calendar: [`/calendar/${token}.ics`, {}],
    'invitation page': [`/i/${token}`, {}],
  };
  return { writes, reads };
}

async function answersTo(requests: Awaited<ReturnType<typeof requestsOf>>['writes']) {
  return Promise.all(
    Object.entries(requests).map(async ([request, [path, init]]) => {
      const response = await fetch(backend.url + path, init);
      const [service] = request.split(' ');
      const retryAfter = response.headers.get('Retry-After');
      return { request, service, status: response.status, retryAfter, text: await response.text() };
    }),
  );
}

/** Every answer must be 503 with the pause to wait, in the format of its service. */
function expectLater(answers: Awaited<ReturnType<typeof answersTo>>) {
  for (const { request, service, status, retryAfter, text } of answers) {
    expect({ request, status, retryAfter, text }).toMatchObject({
      status: 503,
      retryAfter: expect.stringMatching(/^\d$/),
    });
    if (service === 'rest') expect(JSON.parse(text)).toMatchObject({ code: 'PGRST001' });
    if (service === 'auth') expect(JSON.parse(text)).toMatchObject({ code: 503, error_code: 'unexpected_failure' });
    if (service === 'storage') expect(JSON.parse(text)).toMatchObject({ statusCode: '503', code: 'DatabaseTimeout' });
    if (service === 'unsubscribe') expect(JSON.parse(text)).toMatchObject({ code: 'UNAVAILABLE' });
  }
}

test('while the database may not be written or cannot be reached, every service says "later" in its own shape, and afterwards all of it works again @8.16', async () => {
  const admin = await openClient(cluster.url, {});
  const isReady = async () => {
    backend.advance(10_000);
    return (await fetch(`${backend.url}/ready`)).status;
  };
  onTestFinished(() => admin.end());
  const owner = await newOwner(backend);
  await addDog(owner);
  const { writes, reads } = await requestsOf(owner);
  expect(await isReady()).toBe(200);

  await admin.query('alter system set default_transaction_read_only = on');
  await admin.query('select pg_reload_conf()');
  await expect.poll(isReady).toBe(503);
  for (let round = 0; round < 3; round += 1) expectLater(await answersTo(writes));
  expect(await isReady()).toBe(503);

  await admin.query('alter system reset default_transaction_read_only');
  await admin.query('select pg_reload_conf()');
  await expect.poll(isReady).toBe(200);
  forwarder.point(null);
  await expect.poll(isReady).toBe(503);
  for (let round = 0; round < 3; round += 1) expectLater(await answersTo({ ...writes, ...reads }));

  forwarder.point(Number(new URL(cluster.url).port));
  await expect.poll(isReady).toBe(200);
  await addDog(owner, { name: 'After' });
  const { error } = await owner.client.auth.refreshSession();
  expect(error).toBeNull();
  expect((await owner.client.from('dogs').select('name').throwOnError()).data).toHaveLength(2);
});
