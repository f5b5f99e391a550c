import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { openContractBackend } from '../../support/contract-backend.ts';
import { newClient, newOwner, type Owner } from '../../support/owners.ts';

const backend = await openContractBackend();

type Row = { id: string; created_at: string; last_used_at: string; user_agent: string | null; is_current: boolean };

async function sessionsOf(client: SupabaseClient): Promise<Row[]> {
  const { data } = await client.rpc('list_own_sessions').throwOnError();
  return data;
}

async function signInElsewhere(owner: Owner): Promise<SupabaseClient> {
  const client = newClient(backend);
  const { error } = await client.auth.signInWithPassword(owner);
  expect(error).toBeNull();
  return client;
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/;

test('an owner sees each of the own sessions, this one first', async () => {
  const owner = await newOwner(backend);
  await signInElsewhere(owner);
  await owner.client.auth.refreshSession();
  const rows = await sessionsOf(owner.client);
  expect(rows.map(({ is_current }) => is_current)).toEqual([true, false]);
  for (const row of rows) {
    expect(Object.keys(row).toSorted()).toEqual(['created_at', 'id', 'is_current', 'last_used_at', 'user_agent']);
    expect(row.created_at).toMatch(moment);
    expect(Math.abs(Date.parse(row.last_used_at) - Date.now())).toBeLessThan(600_000);
    expect(row.user_agent).toEqual(expect.any(String));
  }
  expect(Date.parse(rows[0]!.last_used_at)).toBeGreaterThan(Date.parse(rows[0]!.created_at));
});

test('an owner ends one session, and no other', async () => {
  const owner = await newOwner(backend);
  const [ended, kept] = [await signInElsewhere(owner), await signInElsewhere(owner)];
  const endedId = (await sessionsOf(ended)).find(({ is_current }) => is_current)!.id;
  expect((await owner.client.rpc('end_own_session', { session_id: endedId })).error).toBeNull();
  expect((await ended.auth.refreshSession()).error).not.toBeNull();
  expect((await kept.auth.refreshSession()).error).toBeNull();
  expect((await sessionsOf(owner.client)).map(({ id }) => id)).not.toContain(endedId);
  // A second call does nothing.
  expect((await owner.client.rpc('end_own_session', { session_id: endedId })).error).toBeNull();
  expect(await sessionsOf(owner.client)).toHaveLength(2);
});

test("another user sees and ends none of an owner's sessions, and nobody at all is refused", async () => {
  const [owner, stranger] = [await newOwner(backend), await newOwner(backend)];
  const [{ id }] = (await sessionsOf(owner.client)) as [Row];
  expect((await sessionsOf(stranger.client)).map((row) => row.id)).not.toContain(id);
  for (const session_id of [id, id.toUpperCase(), randomUUID()]) {
    expect((await stranger.client.rpc('end_own_session', { session_id })).error).toBeNull();
  }
  const nobody = newClient(backend);
  expect(await nobody.rpc('list_own_sessions')).toMatchObject({ status: 401, error: { code: '42501' } });
  expect(await nobody.rpc('end_own_session', { session_id: id })).toMatchObject({
    status: 401,
    error: { code: '42501' },
  });
  expect((await owner.client.auth.refreshSession()).error).toBeNull();
  for (const given of [{ user_id: owner.id }, { id }]) {
    expect((await stranger.client.rpc('list_own_sessions', given)).error?.code).toBe('PGRST202');
  }
  expect((await stranger.client.rpc('end_own_session', { session_id: 'x' })).error?.code).toBe('22P02');
});
