import { createServer } from 'node:http';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listen } from '../tests/support/listen.ts';
import { onSupabase } from './on-supabase.ts';
import { sweepFiles } from './sweep-files.ts';

const unused = [
  ...Array.from({ length: 150 }, (_, place) => ({ bucket: 'dog-photos', name: `owner/${place}.webp` })),
  { bucket: 'invitation-previews', name: 'owner/preview.jpg' },
];
/** The requests that the project received, with their key. */
let asked: { path: string; body: unknown; key: string | undefined; apiKey: unknown }[];
let storageStatus: number;

const project = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body: unknown = JSON.parse(Buffer.concat(parts).toString());
  const path = `${request.method} ${request.url}`;
  asked.push({ path, body, key: request.headers.authorization, apiKey: request.headers.apikey });
  const isStorage = path.includes('/storage/');
  response.writeHead(isStorage ? storageStatus : 200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(isStorage ? [] : unused));
});
const { url: projectUrl, stop } = await listen(project);
afterAll(stop);
const env: Record<string, string> = {
  SUPABASE_URL: projectUrl,
  SUPABASE_SERVICE_ROLE_KEY: 'service-key',
  REMINDERS_SECRET: 'secret',
};
beforeEach(() => {
  asked = [];
  storageStatus = 200;
});

const sweep = (secret: string, settings = env) =>
  onSupabase(
    sweepFiles,
    (name) => settings[name],
  )(
    new Request('https://reference.supabase.co/sweep-files', {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
    }),
  );

test('what no row names is removed by the storage itself, a hundred at once', async () => {
  const answer = await sweep('secret');
  expect([answer.status, await answer.json()]).toEqual([200, { removed: 151 }]);
  const [listed, ...removed] = asked;
  expect(listed).toMatchObject({ path: 'POST /rest/v1/rpc/list_unused_files', body: { most: 1000 } });
  expect(removed.map(({ path, body }) => [path, (body as { prefixes: string[] }).prefixes.length])).toEqual([
    ['DELETE /storage/v1/object/dog-photos', 100],
    ['DELETE /storage/v1/object/dog-photos', 50],
    ['DELETE /storage/v1/object/invitation-previews', 1],
  ]);
  expect(new Set(asked.map(({ key }) => key))).toEqual(new Set(['Bearer service-key']));
});

test('only a caller with the secret of the site has anything removed', async () => {
  expect((await sweep('service-key')).status).toBe(401);
  expect((await sweep('', { ...env, REMINDERS_SECRET: '' })).status).toBe(404);
  expect(asked).toEqual([]);
});

test('a storage that refuses ends the sweep, and the next one tries again', async () => {
  storageStatus = 403;
  await expect(sweep('secret')).rejects.toThrow('the storage answered 403');
  expect(asked).toHaveLength(2);
});

test.each([
  ['the key that is named default', '{"ci":"sb_secret_1","default":"sb_secret_2"}', 'sb_secret_2', undefined],
  ['another, where none has that name', '{"ci":"sb_secret_1"}', 'sb_secret_1', undefined],
  ['the legacy key, where the dictionary is empty', '{}', 'service-key', 'Bearer service-key'],
  ['the legacy key, where the dictionary is none', 'sb_secret_1', 'service-key', 'Bearer service-key'],
])('the project is asked with %s', async (_name, SUPABASE_SECRET_KEYS, apiKey, bearer) => {
  expect((await sweep('secret', { ...env, SUPABASE_SECRET_KEYS })).status).toBe(200);
  expect(asked[0]).toMatchObject({ apiKey });
  // A key that is no token in this header would be refused.
  expect(asked.map(({ key }) => key)).toEqual(asked.map(() => bearer));
});

test('what everybody may read is asked with the publishable key', async () => {
  const settings: Record<string, string> = {
    ...env,
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_1"}',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}',
  };
  const ask = onSupabase(
    async (_request, { data }) => Response.json(await data.call('what_all_may_read', {})),
    (name) => settings[name],
  );
  await ask(new Request('https://reference.supabase.co/any'));
  expect(asked).toMatchObject([{ apiKey: 'sb_publishable_1', key: undefined }]);
});
