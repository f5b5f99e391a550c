import { expect, test } from 'vitest';
import { answerInvitation, makeLink } from '../../support/invitation-links.ts';
import { addDog, newClient, newOwner, planParty } from '../../support/owners.ts';
import { PushBrowser } from '../../support/push-browser.ts';
import { startForFile } from '../../support/shared-backend.ts';

const backend = await startForFile();
const owner = await newOwner(backend);
// Functions that a later migration could add; the product itself has only one.
await backend.sql.unsafe(`
  create function public.greet("the name" text, greeting text default 'Hello') returns text
    language sql as $$ select greeting || ', ' || "the name" $$;
  create function public.my_dogs(wanted text[]) returns setof public.dogs
    language sql stable as $$ select * from public.dogs where name = any (wanted) order by name $$;
  create function public.whoami(out id uuid, out role text)
    language sql stable as $$ select auth.uid(), current_user::text $$;
  create function public.nothing_at_all(secret text) returns text language sql as $$ select null::text $$;
  create function public.choose(a int) returns int language sql as $$ select 1 $$;
  create function public.choose(a int, b int default 2) returns int language sql as $$ select 2 $$;
  create function public.unnamed(text) returns text language sql as $$ select $1 $$;
  create function public.note(variadic words text[]) returns int language sql as $$ select 1 $$;
  create function public.leave_trace(kept text) returns void
    language sql as $$ insert into public.dogs (user_id, name, size, birth_date) values (auth.uid(), kept, 'small', '2024-01-01') $$;
  create function public.hidden() returns int language sql security definer as $$ select 1 $$;
  grant execute on function public.greet(text, text), public.my_dogs(text[]), public.whoami(), public.nothing_at_all(text),
    public.choose(int), public.choose(int, int), public.unnamed(text), public.note(text[]), public.leave_trace(text) to public;
`);

test('arguments go by name, and those with a default may be left out', async () => {
  const { client } = owner;
  expect((await client.rpc('greet', { 'the name': 'Rex' })).data).toBe('Hello, Rex');
  expect((await client.rpc('greet', { greeting: 'Woof', 'the name': 'Rex' })).data).toBe('Woof, Rex');
  expect((await client.rpc('greet', { 'the name': null })).data).toBeNull();
  expect((await client.rpc('nothing_at_all', { secret: 'x' })).data).toBeNull();
  for (const given of [{}, { greeting: 'Woof' }, { 'the name': 'Rex', more: 1 }, { __proto__x: 1 }]) {
    expect(await client.rpc('greet', given)).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
  }
});

test('arguments stay values, whatever they hold', async () => {
  const hostile = [`'; drop table public.dogs; --`, '$1', `"), (select 1`, '\\', '{}', 'null', '💩'];
  for (const name of hostile) {
    expect((await owner.client.rpc('greet', { 'the name': name })).data).toBe(`Hello, ${name}`);
  }
  const names = [`the name" => 'x') --`, 'the name) as given; --', 'constructor', 'toString'];
  for (const name of names) {
    expect((await owner.client.rpc('greet', { [name]: 'x' })).error?.code).toBe('PGRST202');
    expect((await owner.client.rpc(encodeURIComponent(name), {})).error?.code).toBe('PGRST202');
  }
  const wrong = await owner.client.rpc('choose', { a: 'one', b: 2 });
  expect(wrong).toMatchObject({ status: 400, error: { code: '22P02' } });
});

test('rows and records come as JSON, by the rules of the rows', async () => {
  for (const name of ['Ada', 'Bo', 'Cleo']) await addDog(owner, { name });
  const { data } = await owner.client.rpc('my_dogs', { wanted: ['Bo', 'Ada', 'Nobody'] });
  expect(data).toMatchObject([{ name: 'Ada', user_id: owner.id }, { name: 'Bo' }]);
  const one = await owner.client.rpc('my_dogs', { wanted: ['Cleo'] }).single();
  expect(one.data).toMatchObject({ name: 'Cleo' });
  const many = await owner.client.rpc('my_dogs', { wanted: ['Ada', 'Bo'] }).single();
  expect(many).toMatchObject({ status: 406, error: { code: 'PGRST116' } });

  const stranger = await newOwner(backend);
  expect((await stranger.client.rpc('my_dogs', { wanted: ['Ada'] })).data).toEqual([]);
  expect((await stranger.client.rpc('whoami')).data).toEqual({ id: stranger.id, role: 'authenticated' });
  expect((await newClient(backend).rpc('whoami')).data).toEqual({ id: null, role: 'anon' });
  expect(await newClient(backend).rpc('my_dogs', { wanted: ['Ada'] })).toMatchObject({
    status: 401,
    error: { code: '42501' },
  });
});

test('a function without a result runs all the same, as its caller', async () => {
  const writer = await newOwner(backend);
  expect(await writer.client.rpc('leave_trace', { kept: 'Trace' })).toMatchObject({
    status: 204,
    error: null,
    data: null,
  });
  expect((await writer.client.from('dogs').select('name')).data).toEqual([{ name: 'Trace' }]);
  expect(await newClient(backend).rpc('leave_trace', { kept: 'Trace' })).toMatchObject({
    status: 401,
    error: { code: '42501' },
  });
});

test('what the caller may not execute is refused, what cannot be named is not there', async () => {
  expect(await owner.client.rpc('hidden')).toMatchObject({ status: 403, error: { code: '42501' } });
  expect(await owner.client.rpc('choose', { a: 1 })).toMatchObject({ status: 300, error: { code: 'PGRST203' } });
  expect((await owner.client.rpc('choose', { a: 1, b: 1 })).data).toBe(2);
  for (const [name, given] of [
    ['unnamed', { '': 'x' }],
    ['note', { words: ['x'] }],
    ['run_as', {}],
    ['wagday.run_as', {}],
    ['pg_read_file', { filename: '/etc/passwd' }],
    ['check_dog_birth_date', {}],
  ] as const) {
    expect(await owner.client.rpc(name, given)).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
  }
});

test('only a POST with a JSON object calls', async () => {
  const call = (init: RequestInit, query = '') =>
    fetch(`${backend.url}/rest/v1/rpc/whoami${query}`, {
      headers: { Authorization: `Bearer ${owner.accessToken}`, 'Content-Type': 'application/json' },
      ...init,
    });
  expect((await call({ method: 'POST' })).status).toBe(200);
  for (const body of ['[]', 'null', '"x"', '{']) expect((await call({ method: 'POST', body })).status).toBe(400);
  expect((await call({ method: 'POST', body: '{}' }, '?select=id')).status).toBe(400);
  expect((await call({ method: 'POST', body: 'a=1', headers: { 'Content-Type': 'text/plain' } })).status).toBe(400);
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) expect((await call({ method })).status).toBe(405);
  const forged = await call({ method: 'POST', headers: { Authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' } });
  expect(forged.status).toBe(401);
});

test('only signed-in owners may call the account function', async () => {
  const rows = await backend.sql<{ role: string }[]>`
    select role from unnest(array['anon', 'authenticated', 'service_role']) as role
    where has_function_privilege(role, 'public.delete_own_account()', 'execute')`;
  expect(rows.map(({ role }) => role)).toEqual(['authenticated']);
});

test('nothing of a deleted owner is left behind the scenes @10.227', async () => {
  const leaving = await newOwner(backend);
  const { id: party_id } = await planParty(leaving, (await addDog(leaving)).id);
  const { guestToken } = await answerInvitation(backend, await makeLink(leaving, party_id));
  await answerInvitation(backend, guestToken);
  await leaving.client.from('reminder_settings').insert({ time_zone: 'UTC', by_push: true }).throwOnError();
  await leaving.client.from('push_subscriptions').insert(new PushBrowser().subscription()).throwOnError();
  await leaving.client.rpc('send_test_reminder').throwOnError();
  await leaving.client.auth.resetPasswordForEmail(leaving.email);
  await backend.mailSettled();
  const tables = await backend.sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.columns
    where column_name = 'user_id' and table_schema in ('auth', 'public', 'private')`;
  const full = async () => {
    const looks = tables.map(({ name }) => `select '${name}' as name from ${name} where user_id = '${leaving.id}'`);
    return new Set((await backend.sql.unsafe(looks.join(' union all '))).map(({ name }) => name));
  };
  expect((await full()).size).toBeGreaterThan(9);
  await leaving.client.rpc('delete_own_account').throwOnError();
  expect(await full()).toEqual(new Set());
  const orphans = await backend.sql`
    select 'refreshes' from auth.refresh_tokens where session_id not in (select id from auth.sessions)
    union all select 'links' from private.invitation_links where invitation_id not in (select id from public.party_invitations)
    union all select 'tokens' from private.guest_tokens where guest_id not in (select id from public.party_guests)
    union all select 'changes' from private.guest_changes where guest_id not in (select id from public.party_guests)`;
  expect(orphans).toHaveLength(0);
  // A second call fails, although its token would not expire for an hour.
  expect((await leaving.client.rpc('delete_own_account')).error?.code).toBe('PGRST303');
  expect((await owner.client.auth.getUser()).error).toBeNull();
});
