import { randomUUID } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createJobs } from '../../../embedded-supabase/jobs/jobs.ts';
import { openInbox } from '../../../embedded-supabase/photos/photos.ts';
import { photoSweep, sweepPhotos } from '../../../embedded-supabase/storage/sweep.ts';
import { listUnusedFiles } from '../../../server/product.ts';
import { makeLink } from '../../support/invitation-links.ts';
import { addDog, keepPortrait, newClient, newOwner, type Owner, planParty } from '../../support/owners.ts';
import { photoName, plainPicture, putPicture } from '../../support/pictures.ts';
import { startForFile } from '../../support/shared-backend.ts';

const twoHours = 2 * 60 * 60_000;

let owner: Owner;
const backend = await startForFile();
const webp = (await plainPicture('#c43a5e', 'webp')).buffer;
beforeEach(async () => {
  owner = await newOwner(backend);
});

async function upload(of = owner): Promise<{ name: string; id: string }> {
  const name = photoName(of.id, 'webp');
  const photo = new File([new Uint8Array(webp)], 'rex.webp', { type: 'image/webp' });
  const { data, error } = await of.client.storage.from('dog-photos').upload(name, photo);
  if (error) throw error;
  return { name, id: data.id };
}

const fileOf = (id: string) => join(backend.dataDir, 'photos', id);
const storedFiles = async () =>
  (await readdir(join(backend.dataDir, 'photos'))).filter((name) => name !== '.tmp').sort();
const rowIds = async () => (await backend.sql`select id from storage.objects order by id`).map(({ id }) => id);
const log = { info: () => undefined, error: () => undefined };
/** Sweeps as the server does hourly, at a moment that much later. */
const sweep = (later = 0, more: { isPartial?: true } = {}) =>
  sweepPhotos({
    ...more,
    sql: backend.sql,
    store: backend.photos.store,
    log,
    now: () => new Date(Date.now() + later),
    listUnused: listUnusedFiles,
  });

async function expectInLine() {
  expect(await storedFiles()).toEqual(await rowIds());
}

test('a photo whose row was never written is swept after an hour', async () => {
  const kept = await upload();
  const orphan = randomUUID();
  await writeFile(fileOf(orphan), webp);
  // Just written: its row may still follow.
  expect(await sweep()).toEqual({ accounts: 0, unused: 0, photos: 0, rows: 0 });
  expect(await storedFiles()).toContain(orphan);
  const old = new Date(Date.now() - twoHours);
  await utimes(fileOf(orphan), old, old);
  expect(await sweep()).toEqual({ accounts: 0, unused: 0, photos: 1, rows: 0 });
  expect(await storedFiles()).toContain(kept.id);
  await expectInLine();
});

test('a row whose photo is gone is swept after an hour', async () => {
  await upload();
  const { id } = await upload();
  await rm(fileOf(id));
  expect(await sweep()).toEqual({ accounts: 0, unused: 0, photos: 0, rows: 0 });
  expect(await sweep(twoHours)).toEqual({ accounts: 0, unused: 0, photos: 0, rows: 1 });
  await expectInLine();
});

test('a server that sees only its own photos leaves rows of photos elsewhere alone', async () => {
  await upload();
  const elsewhere = await upload();
  await rm(fileOf(elsewhere.id));
  const orphan = randomUUID();
  await writeFile(fileOf(orphan), webp);
  const old = new Date(Date.now() - twoHours);
  await utimes(fileOf(orphan), old, old);
  expect(await sweep(twoHours, { isPartial: true })).toEqual({ accounts: 0, unused: 0, photos: 1, rows: 0 });
  expect(await sweep(twoHours)).toEqual({ accounts: 0, unused: 0, photos: 0, rows: 1 });
});

test('the photos of an account that is gone are swept at once', async () => {
  const kept = await upload(await newOwner(backend));
  const { id, name } = await upload();
  await backend.sql`delete from auth.users where id = ${owner.id}`;
  expect(await sweep()).toEqual({ accounts: 1, unused: 0, photos: 1, rows: 0 });
  expect(await storedFiles()).not.toContain(id);
  expect(await rowIds()).toContain(kept.id);
  expect((await fetch(`${backend.url}/storage/v1/object/public/dog-photos/${name}`)).status).toBe(404);
  await expectInLine();
});

const day = 24 * 60 * 60_000;

test('previews that no invitation shows are swept after seven days, and those that one shows stay @10.261', async () => {
  const dog = await addDog(owner);
  const party = await planParty(owner, dog.id);
  await makeLink(owner, party.id);
  const [shown, unused] = [await putPicture(owner, '1.jpg'), await putPicture(owner, '2.jpg')];
  await owner.client.from('party_invitations').update({ preview: shown.path }).eq('party_id', party.id).throwOnError();
  // Another host's invitation does not keep it.
  const other = await newOwner(backend);
  const othersParty = await planParty(other, (await addDog(other)).id);
  await makeLink(other, othersParty.id);
  await other.client.from('party_invitations').update({ preview: unused.path }).eq('party_id', othersParty.id);

  await sweep(6.9 * day);
  expect(await rowIds()).toContain(unused.id);
  await sweep(7.1 * day);
  expect(await rowIds()).not.toContain(unused.id);
  expect(await storedFiles()).not.toContain(unused.id);
  expect(await storedFiles()).toContain(shown.id);
  await expectInLine();
});

/** Rows that name a photo: their table and column, and how an owner adds one. */
const keepers = [
  ['dog', 'dogs', 'photo_url', (owner: Owner, url: string) => addDog(owner, { photo_url: url })],
  [
    'party',
    'birthday_celebrations',
    'memory_photo_url',
    async (owner: Owner, url: string) => planParty(owner, (await addDog(owner)).id, { memory_photo_url: url }),
  ],
  [
    'portrait',
    'portraits',
    'photo_url',
    async (owner: Owner, url: string) => keepPortrait(owner, (await addDog(owner)).id, { photo_url: url }),
  ],
] as const;

test.each(keepers)(
  'a photo is swept seven days after its upload, or after the last %s of its owner that named it @10.82',
  async (_, table, column, add) => {
    const [abandoned, shown, replaced, deleted, claimed] = [
      await upload(),
      await upload(),
      await upload(),
      await upload(),
      await upload(),
    ];
    const urlOf = ({ name }: { name: string }) =>
      `https://elsewhere.example/storage/v1/object/public/dog-photos/${name}?v=1`;
    await add(owner, urlOf(shown));
    const [one, two] = [await add(owner, urlOf(replaced)), await add(owner, urlOf(deleted))];
    // A stranger's row keeps no photo of another's.
    const stranger = await newOwner(backend);
    await add(stranger, urlOf(claimed));
    // All were uploaded a month ago.
    await backend.sql`update storage.objects set created_at = now() - interval '30 days' where name like ${`${owner.id}/%`}`;
    await owner.client
      .from(table)
      .update({ [column]: null })
      .eq('id', one.id)
      .throwOnError();
    await owner.client.from(table).delete().eq('id', two.id).throwOnError();
    await stranger.client.from(table).delete().eq('user_id', stranger.id).throwOnError();

    const kept = async () => {
      const ids = await rowIds();
      const photos = { abandoned, shown, replaced, deleted, claimed };
      return Object.entries(photos).flatMap(([name, { id }]) => (ids.includes(id) ? [name] : []));
    };
    await sweep();
    expect(await kept()).toEqual(['shown', 'replaced', 'deleted']);
    await sweep(6.9 * day);
    expect(await kept()).toEqual(['shown', 'replaced', 'deleted']);
    // An undo restores one of them.
    await add(owner, urlOf(deleted));
    await sweep(7.1 * day);
    expect(await kept()).toEqual(['shown', 'deleted']);
    await expectInLine();
  },
);

test('two servers of one database sweep once, and only the server lists what is unused', async () => {
  const { name } = await upload();
  await backend.sql`update storage.objects set created_at = now() - interval '30 days' where name = ${name}`;
  for (const { client } of [owner, { client: newClient(backend) }]) {
    const refused = await client.rpc('list_unused_files', { at: new Date().toISOString(), most: 10 });
    expect(refused.error?.code).toMatch(/^(42501|PGRST202)$/);
    expect((await client.from('released_files').select()).error).not.toBeNull();
  }
  const swept: string[] = [];
  const record = (event: string) => void swept.push(event);
  const parts = {
    sql: backend.sql,
    store: backend.photos.store,
    now: () => new Date(),
    log: { info: record, error: record },
    listUnused: listUnusedFiles,
  };
  const servers = [1, 2].map(() => createJobs({ ...parts, kinds: [photoSweep(parts)], interval: day }));
  for (const server of servers) await server.settled();
  await Promise.all(servers.map((server) => server.close()));
  expect(swept).toEqual(['photos_swept']);
  await expectInLine();
});

test('when most is missing at once, nothing is swept', async () => {
  for (let count = 0; count < 12; count += 1) await upload();
  const rows = await rowIds();
  const some = (await storedFiles()).slice(2);
  for (const id of some) await rm(fileOf(id));
  expect(await sweep(twoHours)).toEqual({ accounts: 0, unused: 0, photos: 0, rows: 0 });
  expect(await rowIds()).toEqual(rows);

  for (const id of some) await writeFile(fileOf(id), webp);
  await backend.sql`create table public.aside as select * from storage.objects`;
  await backend.sql`delete from storage.objects`;
  expect(await sweep(twoHours)).toEqual({ accounts: 0, unused: 0, photos: 0, rows: 0 });
  expect(await storedFiles()).toEqual(rows);
  await backend.sql`insert into storage.objects select * from public.aside`;
  await backend.sql`drop table public.aside`;
});

test('a photo that the database refuses is not kept', async () => {
  const before = await storedFiles();
  await backend.sql`
    create policy "Test: only trials" on storage.objects as restrictive for insert to authenticated
    with check (metadata = '{}')`;
  await expect(upload()).rejects.toMatchObject({ statusCode: '403' });
  await backend.sql`drop policy "Test: only trials" on storage.objects`;
  expect(await storedFiles()).toEqual(before);
  await expectInLine();
});

test('what a killed server left half received is cleared away on the next start', async () => {
  const inbox = join(backend.dataDir, 'photos', '.tmp');
  await writeFile(join(inbox, randomUUID()), webp.subarray(0, 20));
  const { id } = await upload();
  await openInbox(inbox);
  expect(await readdir(inbox)).toEqual([]);
  expect(await storedFiles()).toContain(id);
});
