import { expect, test } from 'vitest';
import { addDog, dogRow, newClient, newEmail, newOwner } from '../../support/owners.ts';
import { startForFile, startForTest } from '../../support/shared-backend.ts';

const backend = await startForFile();
const owner = await newOwner(backend);
await addDog(owner);

type Answer = { status: number; body: Record<string, unknown> | null; headers: Headers };

async function send(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${backend.url}${path}`, {
    ...init,
    headers: {
      Authorization: `Bearer ${owner.accessToken}`,
      'Content-Type': 'application/json',
      ...init.headers,
    },
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers };
}

const injections = [
  'select=id from auth.users--',
  'select=*;drop table dogs',
  'select=(select encrypted_password from auth.users)',
  'select=id"::text,"name',
  'select=count()',
  'select=birthday_celebrations(*)',
  'select=name->x',
  'order=(select 1)',
  'order=name;drop table dogs',
  "order=name.desc.nullslast,id'",
  'order=created_at.sideways',
  'limit=1;drop table dogs',
  'limit=all',
  'offset=1 union select 1',
  'id=eq',
  "id=eq.' or true--",
  'id=in.(1',
  'id=like.*',
  'id=eq(any).{1}',
  'id=not.is.null',
  'name=is.dog',
  '"id" = id or "id"=eq.1',
  'or=(id.eq.1,id.eq.2)',
  'user_id)=eq.1',
];

test.each(injections)('a request with %s is refused', async (query) => {
  const parameters = query.replace(
    /^([^=]*)=(.*)$/s,
    (_, name, value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const { status, body } = await send(`/rest/v1/dogs?${parameters}`);
  expect(status).toBe(400);
  expect(body).toEqual({
    code: expect.stringMatching(/^(PGRST100|42703|22P02)$/),
    message: expect.any(String),
    details: expect.toBeOneOf([null, expect.any(String)]),
    hint: null,
  });
  expect((await owner.client.from('dogs').select('id')).data).toHaveLength(1);
});

test('columns to write and to match are names of the table, nothing else', async () => {
  const body = JSON.stringify([dogRow(owner.id)]);
  const written = await send('/rest/v1/dogs?columns=name,size%20%3B', { method: 'POST', body });
  expect(written).toMatchObject({ status: 400, body: { code: 'PGRST204' } });
  const matched = await send('/rest/v1/dogs?on_conflict=id)%20do%20nothing--', { method: 'POST', body });
  expect(matched).toMatchObject({ status: 400, body: { code: '42703' } });
  const key = await send('/rest/v1/dogs', { method: 'POST', body: '{"name) select 1--": 1}' });
  expect(key).toMatchObject({ status: 400, body: { code: 'PGRST204' } });
  for (const name of ['__proto__', 'constructor', 'toString']) {
    expect((await send(`/rest/v1/dogs?${name}=eq.1`)).body).toMatchObject({ code: '42703' });
    expect((await send(`/rest/v1/${name}`)).body).toMatchObject({ code: 'PGRST205' });
  }
});

test('a range that cannot be is refused', async () => {
  expect(await send('/rest/v1/dogs?limit=-1')).toMatchObject({ status: 416, body: { code: 'PGRST103' } });
  expect(await send('/rest/v1/dogs', { headers: { Range: '5-2' } })).toMatchObject({ status: 416 });
  const beyond = await send('/rest/v1/dogs?offset=7', { headers: { Prefer: 'count=exact' } });
  expect(beyond).toMatchObject({ status: 416, body: { code: 'PGRST103' } });
  const range = await send('/rest/v1/dogs', { headers: { Range: '0-0', Prefer: 'count=exact' } });
  expect([range.status, range.headers.get('Content-Range')]).toEqual([200, '0-0/1']);
});

test('a body that is not the JSON asked for is refused', async () => {
  for (const body of ['', '{', 'null', '[1]', '"dog"', '[{"name": "a"}, {"size": "small"}]']) {
    const answer = await send('/rest/v1/dogs', { method: 'POST', body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'PGRST102' } });
  }
  const csv = await send('/rest/v1/dogs', { method: 'POST', body: 'a,b', headers: { 'Content-Type': 'text/csv' } });
  expect(csv).toMatchObject({ status: 400, body: { code: 'PGRST102' } });
  const html = await send('/rest/v1/dogs', { headers: { Accept: 'text/html' } });
  expect(html).toMatchObject({ status: 406, body: { code: 'PGRST107' } });
});

test('what is not in the subset is refused, not passed over', async () => {
  const requests: [string, RequestInit, number][] = [
    ['/rest/v1/dogs?limit=1', { method: 'DELETE' }, 400],
    ['/rest/v1/dogs', { method: 'PUT', body: '{}' }, 405],
    ['/rest/v1/dogs', { method: 'POST', body: '{}', headers: { Prefer: 'missing=default' } }, 400],
    ['/rest/v1/rpc/check_dog_birth_date', { method: 'POST', body: '{}' }, 404],
    ['/rest/v1/', {}, 404],
    ['/rest/v1/dogs/1', {}, 404],
    ['/auth/v1/admin/users', {}, 404],
    ['/auth/v1/token?grant_type=pkce', { method: 'POST', body: '{}' }, 400],
    ['/auth/v1/logout?scope=everyone', { method: 'POST' }, 400],
    ['/storage/v1/bucket', {}, 404],
  ];
  for (const [path, init, status] of requests) expect(await send(path, init)).toMatchObject({ status });
  expect((await owner.client.from('dogs').select('id')).data).toHaveLength(1);
});

test('a body beyond the limit of its service or its caller is refused, with its length told or not', async () => {
  async function* pieces(bytes: number) {
    for (let sent = 0; sent < bytes; sent += 65536) yield new Uint8Array(65536).fill(32);
  }
  const asNobody = { Authorization: '' };
  for (const [path, limit, headers] of [
    ['/rest/v1/dogs', 1024 * 1024, {}],
    ['/auth/v1/signup', 64 * 1024, {}],
    ['/rest/v1/dogs', 64 * 1024, asNobody],
  ] as const) {
    const answers = [' '.repeat(limit), ' '.repeat(limit + 1), pieces(limit + 65536)].map((body) =>
      send(path, { method: 'POST', body, headers, duplex: 'half' } as RequestInit).then(
        ({ status }) => status === 413,
        // The server may close the connection while a client still sends, which then sees that instead of the answer.
        () => true,
      ),
    );
    expect(await Promise.all(answers)).toEqual([false, true, true]);
  }
  const forged = { Authorization: 'Bearer eyJ.e30.x' };
  expect(await send('/rest/v1/dogs', { method: 'POST', body: '[]', headers: forged })).toMatchObject({ status: 401 });
});

test('the auth service speaks both of its error shapes @7.17', async () => {
  const post = (body: string, headers = {}) => send('/auth/v1/signup', { method: 'POST', body, headers });
  const older = await post(JSON.stringify({ email: newEmail(), password: '123' }));
  expect(older).toMatchObject({
    status: 422,
    body: { code: 422, error_code: 'weak_password', msg: expect.any(String), weak_password: { reasons: ['length'] } },
  });
  const current = await post('{', { 'X-Supabase-Api-Version': '2024-01-01' });
  expect(current).toMatchObject({ status: 400, body: { code: 'bad_json', message: expect.any(String) } });
  expect(current.headers.get('X-Supabase-Api-Version')).toBe('2024-01-01');

  const withoutToken = await send('/auth/v1/user', { headers: { Authorization: '' } });
  expect(withoutToken).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } });
});

test('metadata that is too large or of the wrong kind is refused', async () => {
  const signUp = (data: unknown) =>
    send('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({ email: newEmail(), password: 'sausage-4-ever', data }),
    });
  for (const data of [{ name: 7 }, { name: 'nul\u0000' }, { a: ['\ud800'] }, [], 'x', { story: 'x'.repeat(5000) }]) {
    expect(await signUp(data)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  }
  const { client } = await newOwner(backend, { story: 'x'.repeat(3000) });
  expect((await client.auth.updateUser({ data: { more: 'x'.repeat(3000) } })).error?.code).toBe('validation_failed');
});

test('an unexpected failure tells the caller nothing, and the log no values', async () => {
  await backend.sql.unsafe(`
    create function public.fail() returns trigger language plpgsql as $$
      begin raise exception 'secret of %', new.name using errcode = 'XX000'; end $$;
    create trigger fail before insert on public.dogs for each row when (new.name = 'Fail') execute function public.fail();
  `);
  const answer = await send('/rest/v1/dogs', {
    method: 'POST',
    body: JSON.stringify(dogRow(owner.id, { name: 'Fail', notes: 'my diary' })),
  });
  await backend.sql.unsafe('drop function public.fail() cascade');
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({ code: 'PGRSTX00', details: null, hint: null, message: 'Internal server error' });
  expect(backend.logged()).toContain('"code":"XX000"');
  for (const value of ['secret of', 'my diary', owner.id, owner.email]) expect(backend.logged()).not.toContain(value);
});

test('answers are kept by no cache', async () => {
  for (const path of ['/rest/v1/dogs', '/rest/v1/nothing', '/auth/v1/user', '/auth/v1/settings']) {
    const { headers } = await send(path);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  }
});

test('an old dog whose birthday has passed the limit can still be edited', async () => {
  const dog = await addDog(owner, { name: 'Methuselah' });
  await backend.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update public.dogs set birth_date = '1970-01-01' where id = ${dog.id}`;
  });
  const unchanged = { ...dog, birth_date: '1970-01-01', notes: 'Grey' };
  expect((await owner.client.from('dogs').update(unchanged).eq('id', dog.id)).error).toBeNull();
  const older = { birth_date: '1970-01-02' };
  expect((await owner.client.from('dogs').update(older).eq('id', dog.id)).error?.code).toBe('23514');
  await owner.client.from('dogs').delete().eq('id', dog.id);
});

test('a lost database connection fails only its request', async () => {
  const dog = await addDog(owner);
  await backend.sql.begin(async (sql) => {
    await sql`select from public.dogs where id = ${dog.id} for update`;
    let status: number | null = null;
    const update = async () => {
      status = (await owner.client.from('dogs').update({ name: 'Late' }).eq('id', dog.id)).status;
    };
    let answered = update();
    await expect
      .poll(async () => {
        // The update was given up after a second, before this test saw it wait.
        if (status !== null) {
          status = null;
          answered = update();
        }
        const ended = await backend.sql`
          select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`;
        return ended.length;
      })
      .toBeGreaterThan(0);
    await answered;
    expect(status).toBe(503);
  });
  const again = await Promise.all(Array.from({ length: 40 }, () => owner.client.from('dogs').select('id')));
  for (const { error } of again) expect(error).toBeNull();
  await owner.client.from('dogs').delete().eq('id', dog.id);
});

test('a change that waits too long for another of the same row is given up, and changes nothing', async () => {
  const dog = await addDog(owner);
  await backend.sql.begin(async (sql) => {
    await sql`select from public.dogs where id = ${dog.id} for update`;
    const { status, error } = await owner.client.from('dogs').update({ name: 'Late' }).eq('id', dog.id);
    expect({ status, code: error?.code }).toEqual({ status: 503, code: 'PGRST001' });
  });
  expect((await owner.client.from('dogs').select().eq('id', dog.id).single()).data).toEqual(dog);
  await owner.client.from('dogs').delete().eq('id', dog.id);
});

test('sign-up can be switched off, and signing in goes on @2.18', async () => {
  const closed = await startForTest({ signUpAllowed: false });
  const { error } = await newClient(closed).auth.signUp({ email: newEmail(), password: 'sausage-4-ever' });
  expect(error).toMatchObject({ code: 'signup_disabled', status: 422 });
  // Nor does any other route make an account.
  const accounts = ['signup', 'recover', 'otp', 'magiclink', 'invite', 'admin/users', 'verify'];
  const tokens = ['token?grant_type=password', 'token?grant_type=id_token'];
  const given = { email: newEmail(), password: 'sausage-4-ever', create_user: true, type: 'signup', token_hash: 'x' };
  for (const path of [...[...accounts, ...tokens].map((name) => `/auth/v1/${name}`), '/rest/v1/users']) {
    const { status } = await fetch(closed.url + path, { method: 'POST', body: JSON.stringify(given) });
    if (path !== '/auth/v1/recover') expect(status, path).toBeGreaterThanOrEqual(400);
  }
  await closed.mailSettled();
  expect(closed.mailbox.mails).toEqual([]);
  expect(await closed.sql`select from auth.users`).toHaveLength(0);
  const settings = (await (await fetch(`${closed.url}/auth/v1/settings`)).json()) as object;
  expect(settings).toMatchObject({ disable_signup: true, external: { email: true } });
});
