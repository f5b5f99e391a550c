import { expect, test } from 'vitest';
import {
  connectionsForAccounts,
  connectionsForRequests,
  connectionsOfOneNetwork,
} from '../../../embedded-supabase/database/open-database.ts';
import { parseTrustedProxies } from '../../../embedded-supabase/http/networks.ts';
import { addDog, newClient, newOwner, type Owner } from '../../support/owners.ts';
import { startForFile } from '../../support/shared-backend.ts';
import { untilWaiting, whileAllHeld } from '../../support/waiting.ts';

const trustedProxies = parseTrustedProxies('127.0.0.1');
if (!trustedProxies) throw new Error('the address of the tests cannot be read');
const backend = await startForFile({ trustedProxies });
const bystander = await newOwner(backend);
await addDog(bystander, { name: 'Bystander' });

/** Sends a request of the owner, as if from an address. */
function request(owner: Owner, address: string, query: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${backend.url}/rest/v1/dogs?${query}`, {
    ...init,
    headers: {
      Authorization: `Bearer ${owner.accessToken}`,
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
    },
  });
}

/** Changes all dogs of the owner, and waits for any transaction that has locked them. */
function change(owner: Owner, address: string): Promise<Response> {
  return request(owner, address, `user_id=eq.${owner.id}`, { method: 'PATCH', body: '{"name": "Changed"}' });
}

async function listOf(owner: Owner, address: string): Promise<unknown> {
  const answer = await request(owner, address, `select=name&user_id=eq.${owner.id}`);
  return answer.json();
}

async function requestsWaitingForLocks(): Promise<number> {
  const [row] = await backend.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and usename = (select name from wagday.logins where purpose = 'requests')`;
  return row?.count ?? 0;
}

test("an owner's requests hold two connections, however many wait, and others are answered meanwhile", async () => {
  const busy = await newOwner(backend);
  await addDog(busy);
  const changes = await backend.sql.begin(async (holder) => {
    await holder`select from public.dogs where user_id = ${busy.id} for update`;
    const waiting = Array.from({ length: 16 }, () => change(busy, '192.0.2.1'));
    await untilWaiting(backend.sql, 2);
    for (let time = 0; time < 5; time += 1) {
      expect(await listOf(bystander, '192.0.2.1')).toEqual([{ name: 'Bystander' }]);
      expect(await requestsWaitingForLocks()).toBeLessThanOrEqual(2);
    }
    return waiting;
  });
  // Some may have timed out at the lock; all have an answer.
  for (const { status } of await Promise.all(changes)) expect([204, 503]).toContain(status);
});

test('the owners at one address leave connections for those elsewhere', async () => {
  const owners: Owner[] = [];
  for (let owner = 0; owner < connectionsForRequests; owner += 1) owners.push(await newOwner(backend));
  for (const owner of owners) await addDog(owner);
  const ids = owners.map(({ id }) => id);
  const changes = await backend.sql.begin(async (holder) => {
    await holder`select from public.dogs where user_id = any (${ids}) for update`;
    const waiting = owners.flatMap((owner) => [change(owner, '192.0.2.2'), change(owner, '192.0.2.2')]);
    await untilWaiting(backend.sql, connectionsOfOneNetwork);
    expect(await listOf(bystander, '192.0.2.3')).toEqual([{ name: 'Bystander' }]);
    expect(await requestsWaitingForLocks()).toBeLessThanOrEqual(connectionsOfOneNetwork);
    return waiting;
  });
  for (const { status } of await Promise.all(changes)) expect([204, 503]).toContain(status);
});

test('an owner with too many waiting requests is refused with Retry-After, and others still find a place', async () => {
  const busy = await newOwner(backend);
  await addDog(busy);
  const changes = await backend.sql.begin(async (holder) => {
    await holder`select from public.dogs where user_id = ${busy.id} for update`;
    const waiting = Array.from({ length: 230 }, () => change(busy, '192.0.2.4'));
    const refused = await Promise.any(waiting.map(async (answer) => ((await answer).status === 429 ? answer : fail())));
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect(await refused.json()).toEqual({
      code: 'PGRST003',
      details: null,
      hint: null,
      message: 'Too many requests at once. Please try again.',
    });
    expect(await listOf(bystander, '192.0.2.5')).toEqual([{ name: 'Bystander' }]);
    return waiting;
  });
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(statuses.filter((status) => [204, 429, 503].includes(status))));
});

function fail(): never {
  throw new Error('answered otherwise');
}

test('photos of one client wait in its turn too', async () => {
  const looks = await whileAllHeld(backend.database.requests, connectionsForRequests, async () => {
    const looking = Array.from({ length: 230 }, () =>
      fetch(`${backend.url}/storage/v1/object/public/dog-photos/${bystander.id}/1.webp`, {
        headers: { 'X-Forwarded-For': '192.0.2.6' },
      }),
    );
    const refused = await Promise.any(looking.map(async (answer) => ((await answer).status === 429 ? answer : fail())));
    expect(await refused.json()).toMatchObject({ statusCode: '429', code: 'SlowDown' });
    return looking;
  });
  await Promise.all(looks);
});

test('while every connection of the data requests is held, owners sign in, and the other way round', async () => {
  const { requests, accounts } = backend.database;
  const signIn = () =>
    newClient(backend).auth.signInWithPassword({ email: bystander.email, password: bystander.password });
  const { error } = await whileAllHeld(requests, connectionsForRequests, signIn);
  expect(error).toBeNull();
  const list = await whileAllHeld(accounts, connectionsForAccounts, () => listOf(bystander, '192.0.2.7'));
  expect(list).toEqual([{ name: 'Bystander' }]);
});
