import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { addDog, dogRow, newOwner, type Owner, partyRow } from '../../support/owners.ts';
import { photoName, plainPicture } from '../../support/pictures.ts';
import { startForFile } from '../../support/shared-backend.ts';

let owner: Owner;
const backend = await startForFile();
const png = (await plainPicture('#c43a5e')).buffer;
beforeEach(async () => {
  owner = await newOwner(backend);
});

/** Adds rows of photos as in the store, without their bytes. */
async function keepPhotos(ownerId: string, count: number, size: number): Promise<void> {
  await backend.sql`
    insert into storage.objects (bucket_id, name, owner_id, metadata)
    select 'dog-photos', ${ownerId} || '/kept-' || number || '.png', ${ownerId}, json_build_object('size', ${size}::int)
    from generate_series(1, ${count}::int) as number`;
}

const upload = ({ client, id }: Owner = owner) =>
  client.storage.from('dog-photos').upload(photoName(id), new Uint8Array(png), { contentType: 'image/png' });

/** Backdates an account past its first week. */
async function age(ownerId: string, days = 8): Promise<void> {
  await backend.sql`update auth.users set created_at = now() - ${`${days} days`}::text::interval where id = ${ownerId}`;
}

const refusal = (message: string) => ({ data: null, error: { statusCode: '403', message } });
const refused = refusal('limit reached: an owner has at most 2500 photos of together 1024 MiB');
const refusedAsNew = refusal('limit reached: an account in its first week has at most 250 photos of together 100 MiB');

test.for([
  ['an account in its first week', 6, 250, refusedAsNew],
  ['an owner', 8, 2500, refused],
] as const)('%s has at most so many photos, also when the last are added at once', async ([, days, most, refusal]) => {
  await age(owner.id, days);
  await keepPhotos(owner.id, most - 2, 100);
  const answers = await Promise.all([upload(), upload(), upload(), upload()]);
  expect(answers.filter(({ error }) => error === null)).toHaveLength(2);
  for (const answer of answers) if (answer.error) expect(answer).toMatchObject(refusal);
  expect(await upload()).toMatchObject(refusal);
  expect(await upload(await newOwner(backend))).toMatchObject({ error: null });
  // Room again.
  if (days < 7) await age(owner.id);
  else await owner.client.storage.from('dog-photos').remove([`${owner.id}/kept-1.png`]);
  expect(await upload()).toMatchObject({ error: null });
});

test('an account in its first week has at most 100 MiB of photos', async () => {
  await keepPhotos(owner.id, 20, 5 * 1024 * 1024 - Math.ceil(png.length / 20));
  expect(await upload()).toMatchObject({ error: null });
  expect(await upload()).toMatchObject(refusedAsNew);
});

test('an owner has at most 1 GiB of photos', async () => {
  const largest = 5 * 1024 * 1024;
  await age(owner.id);
  await keepPhotos(owner.id, 204, largest);
  expect(await upload()).toMatchObject({ error: null });
  const left = 1024 * 1024 * 1024 - 204 * largest - png.length;
  const filler = left - png.length + 1;
  await backend.sql`
    insert into storage.objects (bucket_id, name, metadata)
    values ('dog-photos', ${`${owner.id}/filler.png`}, json_build_object('size', ${filler}::int))`;
  expect(await upload()).toMatchObject(refused);
  await backend.sql`update storage.objects set metadata = json_build_object('size', ${filler - 1}::int)
    where name = ${`${owner.id}/filler.png`}`;
  expect(await upload()).toMatchObject({ error: null });
});

test('an owner changes 20,000 rows in five minutes, removes more, and holds up nobody', async () => {
  const busy = await newOwner(backend);
  const dogs = () => busy.client.from('dogs');
  await dogs()
    .insert(Array.from({ length: 1000 }, () => dogRow(busy.id)))
    .throwOnError();
  const change = async () => (await dogs().update({ name: 'Rex' }).eq('user_id', busy.id).retry(false)).status;
  for (let round = 0; round < 19; round += 1) expect(await change()).toBe(204);
  expect(await change()).toBe(429);
  expect((await dogs().insert(dogRow(busy.id)).retry(false)).error?.message).toMatch(/^Too many rows changed/);
  await addDog(await newOwner(backend));
  backend.advance(300_000);
  expect(await change()).toBe(204);
  expect((await dogs().delete().eq('user_id', busy.id)).error).toBeNull();
});

test('an owner has at most 20 photos on their way at once, and one more takes the place of a slow one', async () => {
  const refusals: number[] = [];
  const open = (name: string) => {
    const request = httpRequest(`${backend.url}/storage/v1/object/dog-photos/${owner.id}/slow-${name}.png`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.accessToken}`, 'Content-Length': '1000', Expect: '100-continue' },
    });
    request.on('error', () => undefined).on('response', ({ statusCode = 0 }) => refusals.push(statusCode));
    request.flushHeaders();
    return request;
  };
  const slow = Array.from({ length: 20 }, (_, index) => open(String(index)));
  for (const request of slow) request.write('x');
  await expect.poll(async () => (await readdir(join(backend.dataDir, 'photos', '.tmp'))).length).toBe(20);
  expect(await upload(await newOwner(backend))).toMatchObject({ error: null });
  expect(refusals).toEqual([]);
  expect(await upload()).toMatchObject({ error: null });
  expect(refusals).toEqual([503]);
  for (const request of slow) request.destroy();
});

test('a refused photo leaves nothing in the store', async () => {
  await age(owner.id);
  await keepPhotos(owner.id, 2500, 100);
  const before = (await backend.photos.store.list()).length;
  expect(await upload()).toMatchObject(refused);
  expect(await backend.photos.store.list()).toHaveLength(before);
});

test.for([
  [6, 100, 'an account in its first week has at most 100 previews of invitations'],
  [8, 600, 'an owner has at most 600 previews of invitations'],
] as const)('an account of %i days keeps at most %i previews of invitations', async ([days, most, words]) => {
  await age(owner.id, days);
  await backend.sql`
    insert into storage.objects (bucket_id, name, owner_id, metadata)
    select 'invitation-previews', ${owner.id} || '/kept-' || number || '.jpg', ${owner.id}, '{"size": 1}'
    from generate_series(2, ${most}::int) as number`;
  const jpeg = new Uint8Array((await plainPicture('#c0703a', 'jpeg')).buffer);
  const keep = (name: string) =>
    owner.client.storage
      .from('invitation-previews')
      .upload(`${owner.id}/${name}.jpg`, jpeg, { contentType: 'image/jpeg' });
  const answers = await Promise.all([keep('first'), keep('second')]);
  expect(answers.map(({ error }) => error?.message).toSorted()).toEqual([`limit reached: ${words}`, undefined]);
});

/** Repeats the trial that Supabase's storage makes as the owner before the bytes arrive, and rolls back. Returns the refusal, if any. */
function tryAsHosted(bucket: string, name: string, metadata: object | null): Promise<unknown> {
  const claims = JSON.stringify({ sub: owner.id, role: 'authenticated' });
  const undone = new Error('undone');
  const trial = backend.sql.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`;
    await sql`insert into storage.objects (bucket_id, name, metadata) values (${bucket}, ${name}, ${metadata as never})`;
    throw undone;
  });
  return trial.catch((error: unknown) => (error === undone ? null : error));
}

/** Adds the row that Supabase's storage adds as service_role after the bytes have arrived. Returns the refusal, if any. */
function addAsHosted(bucket: string, name: string, metadata: object): Promise<unknown> {
  const adding = backend.sql.begin(async (sql) => {
    await sql`select set_config('role', 'service_role', true)`;
    await sql`insert into storage.objects (bucket_id, name, metadata) values (${bucket}, ${name}, ${metadata as never})
      on conflict (bucket_id, name) do update set metadata = excluded.metadata`;
  });
  return adding.then(
    () => null,
    (error: unknown) => error,
  );
}

/** Supabase's storage passes on the message of this code only. */
const refusedByHosted = (message: RegExp) => ({ code: '42501', message: expect.stringMatching(message) });

test.for([
  ['its size', (bytes: number) => ({ size: bytes }), 100 * 1024 * 1024 - 1000],
  ['its content length', (bytes: number) => ({ contentLength: bytes, mimetype: 'image/webp' }), 104_856_600],
] as const)('a trial of a photo with %s is refused when it does not fit', async ([, metadataOf, kept]) => {
  expect(await addAsHosted('dog-photos', `${owner.id}/kept.webp`, metadataOf(kept))).toBeNull();
  expect(await tryAsHosted('dog-photos', `${owner.id}/1.webp`, metadataOf(1000))).toBeNull();
  const words = /^limit reached: an account in its first week has at most 250 photos of together 100 MiB$/;
  expect(await tryAsHosted('dog-photos', `${owner.id}/1.webp`, metadataOf(1001))).toMatchObject(refusedByHosted(words));
});

test('a trial without any size is refused when nothing more fits', async () => {
  expect(await addAsHosted('dog-photos', `${owner.id}/kept.webp`, { size: 104_857_599 })).toBeNull();
  expect(await tryAsHosted('dog-photos', `${owner.id}/1.webp`, null)).toBeNull();
  expect(await addAsHosted('dog-photos', `${owner.id}/last.webp`, { size: 1 })).toBeNull();
  expect(await tryAsHosted('dog-photos', `${owner.id}/1.webp`, null)).toMatchObject(refusedByHosted(/^limit reached:/));
});

test('a trial in the folder of another owner is refused by the row rule, whatever they keep', async () => {
  const other = await newOwner(backend);
  for (const [bucket, file] of [
    ['dog-photos', '1.webp'],
    ['invitation-previews', '1.jpg'],
  ] as const)
    expect(await tryAsHosted(bucket, `${other.id}/${file}`, { size: 1 })).toMatchObject(
      refusedByHosted(/^new row violates row-level security policy/),
    );
});

test.for([
  ['dog-photos', 'webp', 250],
  ['invitation-previews', 'jpg', 100],
] as const)(
  'of forty files in %s whose trials passed at once, as many are kept as there is room for',
  async ([bucket, ending, most]) => {
    await backend.sql`
      insert into storage.objects (bucket_id, name, metadata)
      select ${bucket}, ${owner.id} || '/kept-' || number || ${`.${ending}`}, '{"size": 1}'
      from generate_series(1, ${most - 3}::int) as number`;
    const names = Array.from({ length: 40 }, (_, index) => `${owner.id}/${index}.${ending}`);
    expect(await Promise.all(names.map((name) => tryAsHosted(bucket, name, { contentLength: 1 })))).toEqual(
      names.map(() => null),
    );
    const refusals = await Promise.all(names.map((name) => addAsHosted(bucket, name, { size: 1 })));
    expect(refusals.filter((refusal) => refusal === null)).toHaveLength(3);
    expect(refusals.find((refusal) => refusal !== null)).toMatchObject(refusedByHosted(/^limit reached:/));
    // Replacing a stored file needs no further room.
    expect(await addAsHosted(bucket, `${owner.id}/kept-1.${ending}`, { size: 2 })).toBeNull();
  },
);

test('a photo in the place of another counts with its own bytes, and the files of nobody are not counted', async () => {
  const kept = `${owner.id}/kept.webp`;
  expect(await addAsHosted('dog-photos', kept, { size: 104_857_600 })).toBeNull();
  expect(await addAsHosted('dog-photos', kept, { size: 104_857_601 })).toMatchObject(
    refusedByHosted(/^limit reached:/),
  );
  expect(await addAsHosted('dog-photos', 'samples/rex.webp', { size: 104_857_601 })).toBeNull();
});

test("the photos of one owner are counted along an index, among everybody's", async () => {
  await backend.sql`
    insert into storage.objects (bucket_id, name)
    select 'dog-photos', gen_random_uuid() || '/1.png' from generate_series(1, 20000)`;
  await backend.sql`analyze storage.objects`;
  const plan = await backend.sql.unsafe(
    `explain select count(*) from storage.objects where bucket_id = 'dog-photos' and name like '${owner.id}/%'`,
  );
  const text = plan.map((row) => Object.values(row)[0]).join('\n');
  expect(text).toMatch(/Index (Only )?(Scan|Cond)/);
  expect(text).not.toContain('Seq Scan');
});

test('the limits cannot be asked or stepped around by calling their functions', async () => {
  for (const name of ['has_room_for_photo', 'require_room_for_photo', 'lock_owner', 'check_limit']) {
    expect((await owner.client.rpc(name)).error).toMatchObject({ code: 'PGRST202' });
  }
  const [row] = await backend.sql<{ callable: string[] }[]>`
    select json_agg(proname order by proname) as callable from pg_proc
    where pronamespace = 'private'::regnamespace and has_function_privilege('authenticated', oid, 'execute')`;
  // Six only check the words they are given, and the last locks only the guests of its caller.
  expect(row?.callable).toEqual([
    ...['are_dogs_visible', 'has_room_for_photo', 'has_room_for_preview', 'is_email_address', 'is_line', 'is_plain'],
    ...['is_trimmed_line', 'is_visible', 'lock_guests_of_caller'],
  ]);
});

test('an owner has at most 10,000 parties, for however many dogs', async () => {
  const dogs = await Promise.all(Array.from({ length: 51 }, () => addDog(owner)));
  await backend.sql`
    insert into birthday_celebrations (user_id, dog_id, title, celebration_date)
    select ${owner.id}, dog, 'Cake', '2030-01-01'
    from unnest(${dogs.slice(0, 50).map(({ id }) => id)}::uuid[]) as dog, generate_series(1, 199)`;
  const last = partyRow(owner.id, dogs[50]?.id ?? '');
  const add = (count: number) => owner.client.from('birthday_celebrations').insert(Array(count).fill(last));
  expect(await add(51)).toMatchObject({
    status: 400,
    error: { code: '23514', message: 'limit reached: an owner has at most 10000 celebrations' },
  });
  expect(await add(50)).toMatchObject({ status: 201 });
});

test('an import of many owners at once is not limited', async () => {
  const others = await Promise.all([newOwner(backend), newOwner(backend)]);
  const rows = [owner, ...others].flatMap(({ id }) => Array(1000).fill(dogRow(id)));
  await backend.sql`insert into dogs ${backend.sql(rows)}`;
  await expect(addDog(owner)).resolves.toMatchObject({ name: 'Rex' });
});
