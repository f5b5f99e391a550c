import postgres from 'postgres';
import { expect, test } from 'vitest';
import { plainPicture } from '../../support/pictures.ts';
import { addDog, dogRow, newEmail, newOwner, type Owner, startTestBackend } from '../../support/test-backend.ts';

/** What every service answers to a write, each in its own format. */
async function writeEverywhere(url: string, owner: Owner) {
  const picture = await plainPicture('#c0703a');
  const json = { 'Content-Type': 'application/json' };
  const authorization = { Authorization: `Bearer ${owner.accessToken}` };
  const requests: Record<string, [path: string, init: RequestInit]> = {
    rest: ['/rest/v1/dogs', { headers: { ...json, ...authorization }, body: JSON.stringify(dogRow(owner.id)) }],
    auth: ['/auth/v1/signup', { headers: json, body: JSON.stringify({ email: newEmail(), password: 'sausages-4' }) }],
    refresh: [
      '/auth/v1/token?grant_type=refresh_token',
      { headers: json, body: JSON.stringify({ refresh_token: owner.refreshToken }) },
    ],
    storage: [
      `/storage/v1/object/dog-photos/${owner.id}/rex.png`,
      { headers: { ...authorization, 'Content-Type': 'image/png' }, body: new Uint8Array(picture.buffer) },
    ],
    unsubscribe: [`/unsubscribe/${'a'.repeat(43)}`, {}],
    invitation: [
      `/i/${'a'.repeat(43)}`,
      { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: '' },
    ],
  };
  return Promise.all(
    Object.entries(requests).map(async ([service, [path, init]]) => {
      const { status, headers, ...answer } = await fetch(url + path, { method: 'POST', ...init }).then(
        async (response) => ({
          status: response.status,
          headers: response.headers,
          text: await response.text(),
        }),
      );
      return { service, status, retryAfter: headers.get('Retry-After'), text: answer.text };
    }),
  );
}

test('while the database is read-only every service says "later" in its own shape, and afterwards all of it works again', async () => {
  const backend = await startTestBackend({ servesPages: true, embedsDatabase: true });
  const admin = postgres(backend.databaseUrl, { max: 1 });
  const isReady = async () => {
    backend.advance(10_000);
    return (await fetch(`${backend.url}/ready`)).status;
  };
  try {
    const owner = await newOwner(backend);
    await addDog(owner);
    expect(await isReady()).toBe(200);

    await admin.unsafe('alter system set default_transaction_read_only = on');
    await admin.unsafe('select pg_reload_conf()');
    await expect.poll(isReady).toBe(503);
    for (let round = 0; round < 3; round += 1) {
      for (const { service, status, retryAfter, text } of await writeEverywhere(backend.url, owner)) {
        expect({ service, status, retryAfter }).toEqual({
          service,
          status: 503,
          retryAfter: expect.stringMatching(/^\d$/),
        });
        if (service === 'rest') expect(JSON.parse(text)).toMatchObject({ code: 'PGRST001' });
        if (service === 'auth') expect(JSON.parse(text)).toMatchObject({ code: 503, error_code: 'unexpected_failure' });
        if (service === 'storage')
          expect(JSON.parse(text)).toMatchObject({ statusCode: '503', code: 'DatabaseTimeout' });
        if (service === 'unsubscribe') expect(JSON.parse(text)).toMatchObject({ code: 'UNAVAILABLE' });
      }
    }
    expect(await isReady()).toBe(503);

    await admin.unsafe('alter system reset default_transaction_read_only');
    await admin.unsafe('select pg_reload_conf()');
    await expect.poll(isReady).toBe(200);
    await addDog(owner, { name: 'After' });
    const { error } = await owner.client.auth.refreshSession();
    expect(error).toBeNull();
    expect((await owner.client.from('dogs').select('name').throwOnError()).data).toHaveLength(2);
  } finally {
    await admin.end();
    await backend.stop();
  }
});
