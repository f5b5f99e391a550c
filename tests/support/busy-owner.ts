import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { dogRow, newEmail, partyRow } from './owners.ts';
import { plainPicture } from './pictures.ts';
import { proxyFailureHeader } from './round-robin.ts';

/** After this many turns an owner has done each kind of work at least twice. */
const fewestTurns = 14;
/** How long a client retries, in milliseconds. A killed server is back sooner. */
const patience = 60_000;

/** Retries if the proxy could not deliver the request or its answer, whether or not the request had an effect. */
const fetchAgain: typeof fetch = async (input, init) => {
  for (const deadline = Date.now() + patience; ; await sleep(50)) {
    const response = await fetch(input, init).catch((error: unknown) => error);
    const isLost = response instanceof Response ? response.headers.has(proxyFailureHeader) : true;
    if (response instanceof Response && !isLost) return response;
    if (Date.now() > deadline) throw response;
  }
};

type Kept = { readonly table: 'dogs' | 'birthday_celebrations'; readonly row: Record<string, unknown> };

/** An owner who writes without a pause and records what the server has acknowledged. */
export type BusyOwner = {
  readonly id: string;
  readonly email: string;
  readonly client: SupabaseClient;
  readonly counts: { rows: number; photos: number; deletions: number; refreshes: number; lists: number };
  /** Sentences about what went wrong. */
  readonly complaints: string[];
  /** Writes until the signal, at least `fewestTurns` turns, and finishes the turn in progress. */
  work(signal: AbortSignal): Promise<void>;
  /** Reads everything back and adds a complaint for each difference from what was confirmed. */
  check(): Promise<void>;
};

/** Signs a new owner up at `url`. */
export async function newBusyOwner(url: string): Promise<BusyOwner> {
  const client = createClient(url, 'wagday', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: fetchAgain },
  });
  const email = newEmail();
  const { data, error } = await client.auth.signUp({ email, password: 'sausages-4-ever' });
  if (error || !data.user) throw error ?? new Error('no user');
  const { id } = data.user;
  const counts = { rows: 0, photos: 0, deletions: 0, refreshes: 0, lists: 0 };
  const complaints: string[] = [];
  const kept = new Map<string, Kept>();
  const gone: Kept[] = [];
  const photos = new Map<string, string>();

  function note(what: string, failure: { code?: string | undefined; message: string } | null): boolean {
    if (failure) complaints.push(`${what}: ${failure.code ?? ''} ${failure.message}`);
    return failure === null;
  }

  async function add(table: Kept['table'], row: Record<string, unknown> & { id: string }): Promise<void> {
    const { error: failure } = await client.from(table).insert(row);
    // A retry finds the row of the first attempt, whose answer was lost.
    if (failure?.code !== '23505' && !note(`insert into ${table}`, failure)) return;
    kept.set(row.id, { table, row });
    counts.rows += 1;
  }

  async function rename(dogId: string): Promise<void> {
    const name = `Rex ${randomUUID().slice(0, 8)}`;
    const { error: failure } = await client.from('dogs').update({ name }).eq('id', dogId);
    if (!note('update', failure)) return;
    const dog = kept.get(dogId);
    if (dog) kept.set(dogId, { ...dog, row: { ...dog.row, name } });
  }

  async function remove(dogId: string): Promise<void> {
    const { error: failure } = await client.from('dogs').delete().eq('id', dogId);
    if (!note('delete', failure)) return;
    for (const [key, entry] of kept) {
      if (key !== dogId && entry.row.dog_id !== dogId) continue;
      gone.push(entry);
      kept.delete(key);
    }
    counts.deletions += 1;
  }

  async function addPhoto(turn: number): Promise<void> {
    // Every picture is different, so a mix-up shows.
    const color = `#${randomUUID().slice(0, 6)}`;
    const { buffer: bytes } = await plainPicture(color);
    const name = `${id}/${1_790_000_000_000 + turn}.png`;
    const photo = new File([new Uint8Array(bytes)], 'dog.png', { type: 'image/png' });
    const { error: failure } = await client.storage.from('dog-photos').upload(name, photo);
    const isThere = failure !== null && 'statusCode' in failure && failure.statusCode === '409';
    if (!isThere && !note('upload', failure)) return;
    photos.set(name, createHash('sha256').update(bytes).digest('hex'));
    counts.photos += 1;
  }

  async function refresh(): Promise<void> {
    const { error: failure } = await client.auth.refreshSession();
    if (note('refresh', failure)) counts.refreshes += 1;
  }

  /** Refreshes the same token twice at once, as two tabs do. The proxy sends the requests to different servers. */
  async function refreshInTwoTabs(): Promise<void> {
    const { data: current } = await client.auth.getSession();
    const ask = async () => {
      const response = await fetchAgain(`${url}/auth/v1/token?grant_type=refresh_token`, {
        method: 'POST',
        body: JSON.stringify({ refresh_token: current.session?.refresh_token }),
      });
      return ((await response.json()) as { refresh_token?: string }).refresh_token;
    };
    const [one, other] = await Promise.all([ask(), ask()]);
    if (!one || one !== other) complaints.push('two refreshes at once did not yield the same token');
    await refresh();
  }

  async function list(): Promise<void> {
    const { data: rows, error: failure } = await client.from('dogs').select('id');
    if (!note('list', failure)) return;
    const seen = new Set(rows?.map((row) => String(row.id)));
    for (const [key, { table }] of kept) {
      if (table === 'dogs' && !seen.has(key)) complaints.push(`dog ${key} was acknowledged and is not in the list`);
    }
    counts.lists += 1;
  }

  async function workOnce(turn: number): Promise<void> {
    const dogId = randomUUID();
    await add('dogs', { id: dogId, ...dogRow(id) });
    await add('birthday_celebrations', { id: randomUUID(), ...partyRow(id, dogId) });
    if (turn % 2 === 0) await rename(dogId);
    if (turn % 3 === 0) await addPhoto(turn);
    if (turn % 4 === 0) await refresh();
    if (turn % 5 === 0) await remove(dogId);
    if (turn % 7 === 0) await refreshInTwoTabs();
    if (turn % 6 === 0) await list();
  }

  async function checkRows(): Promise<void> {
    for (const table of ['dogs', 'birthday_celebrations'] as const) {
      const rows = await allRows(client, table).catch((failure: Error) => {
        complaints.push(`${table} cannot be read: ${failure.message}`);
        return new Map<string, Record<string, unknown>>();
      });
      for (const [key, entry] of kept) {
        if (entry.table !== table) continue;
        const found = rows.get(key);
        if (!found) complaints.push(`${table} ${key} is lost`);
        else if (!matches(found, entry.row)) complaints.push(`${table} ${key} is not as acknowledged`);
      }
      for (const entry of gone) {
        if (entry.table === table && rows.has(String(entry.row.id)))
          complaints.push(`a deleted row of ${table} is back`);
      }
    }
  }

  return {
    id,
    email,
    client,
    counts,
    complaints,
    async work(signal) {
      for (let turn = 1; turn <= fewestTurns || !signal.aborted; turn += 1) await workOnce(turn);
    },
    async check() {
      await refresh();
      await checkRows();
      for (const [name, digest] of photos) {
        const response = await fetchAgain(`${url}/storage/v1/object/public/dog-photos/${name}`);
        const bytes = Buffer.from(await response.arrayBuffer());
        if (!response.ok) complaints.push(`photo ${name} is lost (${response.status})`);
        else if (createHash('sha256').update(bytes).digest('hex') !== digest) complaints.push(`photo ${name} is torn`);
      }
    },
  };
}

async function allRows(client: SupabaseClient, table: Kept['table']): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  for (;;) {
    const { data } = await client
      .from(table)
      .select('*')
      .order('id')
      .range(found.size, found.size + 499)
      .throwOnError();
    for (const row of data) found.set(String(row.id), row);
    if (data.length < 500) return found;
  }
}

function matches(found: Record<string, unknown>, expected: Record<string, unknown>): boolean {
  return Object.entries(expected).every(([name, value]) => JSON.stringify(found[name]) === JSON.stringify(value));
}
