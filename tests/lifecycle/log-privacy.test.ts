import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDog, dogRow, newClient, planParty } from '../support/owners.ts';
import { putPicture } from '../support/pictures.ts';
import { makeDataDir, startServer } from '../support/start-server.ts';

test('nothing that owners type and no token reaches a log, however much goes wrong', async () => {
  const dataDir = await makeDataDir();
  const server = { ...(await startServer({ dataDir, env: { LOG_LEVEL: 'debug' } })), key: 'marked-key' };
  const secrets = ['marked-key', 'marked'];
  const client = newClient(server);
  const email = 'marked-address@wagday.dev';
  const password = 'marked-password';
  const { data, error } = await client.auth.signUp({ email, password, options: { data: { name: 'marked-name' } } });
  expect(error).toBeNull();
  const { access_token: accessToken, refresh_token: refreshToken, user } = data.session!;
  secrets.push(accessToken.slice(-40), refreshToken, user.id);

  // Requests that succeed.
  const owner = { client, id: user.id };
  const dog = await addDog(owner, { name: 'marked-dog', notes: 'marked-notes' });
  await planParty(owner, dog.id, { title: 'marked-party' });
  await client.from('dogs').select('*').eq('name', 'marked-dog');
  const wanted = { name: 'marked-feed', contents: 'all', parties: true, alarms: false };
  const { data: feed } = await client.rpc('create_calendar_feed', wanted);
  secrets.push(feed);
  for (const token of [feed, `marked${'-'.repeat(37)}`]) {
    for (const place of ['/calendar', '/functions/v1/calendar']) await fetch(`${server.url}${place}/${token}.ics`);
  }
  const { url, bytes } = await putPicture(owner, 'marked-photo.png');
  await fetch(url);
  const refreshed = await client.auth.refreshSession();
  secrets.push(refreshed.data.session!.refresh_token);
  await client.auth.resetPasswordForEmail(email);
  await client.auth.updateUser({ password: 'marked-password-2' });

  // Requests that fail.
  await client.from('dogs').insert(dogRow(user.id, { name: 'marked\u0007dog' }));
  await client.from('dogs').insert({ id: dog.id, ...dogRow(user.id, { name: 'marked-twin' }) });
  await client.from('dogs').insert(dogRow('marked-not-a-uuid'));
  await client.from('dogs').select('*').eq('id', 'marked-id');
  await client.from('marked-table').select('*');
  await client.rpc('marked_function', { marked: 'marked' });
  await client.auth.signInWithPassword({ email, password: 'marked-wrong' });
  await newClient(server).auth.signUp({ email, password });
  await client.auth.verifyOtp({ token_hash: 'marked-token', type: 'recovery' });
  const bucket = client.storage.from('dog-photos');
  await bucket.upload(`${user.id}/marked.svg`, '<svg>marked</svg>', { contentType: 'image/svg+xml' });
  await bucket.upload('marked-stranger/marked.png', bytes, { contentType: 'image/png' });
  const strange = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}${path}`, { headers: { Authorization: 'Bearer marked-token', Cookie: 'marked=1' }, ...init });
  await strange('/rest/v1/dogs?select=marked');
  await strange('/marked-page?email=marked-address');
  await strange('/auth?token_hash=marked&type=recovery');
  await strange('/auth/v1/token?grant_type=marked', { method: 'POST', body: '{"marked' });
  await strange('/auth/v1/marked');
  await strange('/storage/v1/object/public/dog-photos/marked%2f..%2f', { method: 'PUT' });
  // The old token again, too late: its session ends, which is an event.
  await newClient(server).auth.refreshSession({ refresh_token: refreshToken });

  await server.kill('SIGTERM');
  const folder = join(dataDir, 'logs');
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  const text = [server.output(), ...files].join('\n');
  for (const secret of secrets) expect(text).not.toContain(secret);
  // The address where PostgreSQL listens is no visitor's; the server knows none to log.
  expect(server.output()).not.toContain('127.0.0.1');

  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const requests = lines.filter(({ event }) => event === 'request');
  expect(requests.length).toBeGreaterThan(20);
  expect(requests).toContainEqual({
    request: expect.stringMatching(/^[0-9a-f-]{36}$/),
    method: 'POST',
    route: '/rest/v1/:table',
    status: 201,
    ms: expect.any(Number),
    time: expect.any(String),
    level: 'info',
    event: 'request',
  });
  const routes = new Set(requests.map(({ route }) => route));
  for (const route of [
    '/auth/v1/token',
    '/storage/v1/object/public/:bucket/:name',
    '/rest/v1/rpc/:function',
    '/auth',
    'other',
  ]) {
    expect(routes).toContain(route);
  }
  await rm(dataDir, { recursive: true, force: true });
});
