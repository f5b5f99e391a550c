/** Tests how functions without a session reach data in this server: as anybody, or as the server itself. */
import { afterAll, expect, test } from 'vitest';
import { createRequests } from '../../../embedded-supabase/database/requests.ts';
import { createFunctionData } from '../../../server/functions/function-data.ts';
import { startTestBackend } from '../../support/test-backend.ts';

const first = await startTestBackend();
// Functions that a migration could add. The next start grants the server's login those that it may call.
await first.sql.unsafe(`
  create function public.whoami(greeting text) returns json language sql as
    $$ select json_build_object('greeting', greeting, 'role', current_user, 'claims', auth.jwt()) $$;
  create function public.count_all_dogs(extra int default 0) returns int language sql security definer set search_path = ''
    as $$ select count(*)::int + extra from public.dogs $$;
  create function public.forget_all_dogs() returns void language sql security definer set search_path = ''
    as $$ delete from public.dogs $$;
  create function public.borrow_rights() returns int language sql as $$ select count(*)::int from public.dogs $$;
  grant execute on function public.whoami(text) to anon;
  grant execute on function public.count_all_dogs(int), public.borrow_rights() to service_role;
  grant execute on function public.forget_all_dogs() to authenticated, service_role;
`);
const backend = await startTestBackend({ databaseUrl: first.databaseUrl });
const { requests, background } = backend.database;
const data = createFunctionData({ requests: createRequests(requests), sql: background });
afterAll(async () => {
  await backend.stop();
  await first?.stop();
});

const anybody = () => data.asAnybody('192.0.2.1');

test('a call as anybody runs as the role anon, with values that are never read as SQL', async () => {
  const greeting = `'; drop table public.dogs; -- "\\ 🐶`;
  expect(await anybody().call('whoami', { greeting })).toEqual({ greeting, role: 'anon', claims: { role: 'anon' } });
});

test('what only service_role may call is refused to anybody, and answered to the server', async () => {
  await expect(anybody().call('count_all_dogs', {})).rejects.toMatchObject({ code: '42501' });
  expect(await data.asServer.call('count_all_dogs', {})).toBe(0);
  expect(await data.asServer.call('count_all_dogs', { extra: 7 })).toBe(7);
});

test('the server may call nothing that owners may call, and nothing that needs rights of its own', async () => {
  await expect(data.asServer.call('forget_all_dogs', {})).rejects.toMatchObject({ code: '42501' });
  await expect(data.asServer.call('borrow_rights', {})).rejects.toMatchObject({ code: '42501' });
});

test('a function that is not there, or not with these arguments, is an error of its caller', async () => {
  for (const args of [{}, { greeting: 'a', more: 'b' }]) {
    await expect(anybody().call('whoami', args)).rejects.toMatchObject({ name: 'DataError', status: 404 });
  }
  await expect(anybody().call('who_are_you', {})).rejects.toMatchObject({ status: 404 });
});
