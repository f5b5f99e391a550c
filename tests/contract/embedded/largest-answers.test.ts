import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { addDog, dogRow, newOwner, type Owner } from '../../support/owners.ts';
import { startForFile } from '../../support/shared-backend.ts';

const backend = await startForFile();
const busy = await newOwner(backend);
const bystander = await newOwner(backend);
await addDog(bystander, { name: 'Bystander' });
await backend.sql`
  with dogs as (
    insert into public.dogs (user_id, name, size, birth_date)
    select ${busy.id}, 'Dog ' || number, 'medium', '2020-02-29' from generate_series(1, 50) as number
    returning id
  )
  insert into public.birthday_celebrations (user_id, dog_id, title, description, celebration_date)
  select ${busy.id}, id, 'Party ' || number, repeat('ü', 2000), '2030-02-28' from dogs, generate_series(1, 200) as number`;

const partiesOf = ({ client, id }: Owner, count?: 'exact') =>
  client
    .from('birthday_celebrations')
    .select('*', count && { count })
    .eq('user_id', id);

test('a list ends at the largest page, and says of how many rows it is one', async () => {
  const { data, count, status } = await partiesOf(busy, 'exact').range(20, 9000).order('id');
  expect([status, count]).toEqual([206, 10_000]);
  expect(data?.length).toBeGreaterThan(400);
  expect(data?.length).toBeLessThan(1000);
  // Without a count it answers as hosted Supabase does: one page, with no hint of more.
  const uncounted = await busy.client.from('birthday_celebrations').select('id').eq('user_id', busy.id);
  expect([uncounted.status, uncounted.count, uncounted.data?.length]).toEqual([200, null, 1000]);
  const counted = await busy.client
    .from('birthday_celebrations')
    .select('id', { count: 'exact' })
    .eq('user_id', busy.id)
    .limit(5000);
  expect([counted.status, counted.count, counted.data?.length]).toEqual([206, 10_000, 1000]);
});

test('no page of long rows is larger than four megabytes, and all pages together are the whole', async () => {
  const ids = new Set<string>();
  for (let from = 0; from < 3000; ) {
    const { data } = await partiesOf(busy).order('id').range(from, 2999).throwOnError();
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(4 * 1024 * 1024);
    for (const { id } of data) ids.add(id);
    from += data.length;
  }
  expect(ids.size).toBe(3000);
});

test('a thousand dogs are one page', async () => {
  const breeder = await newOwner(backend);
  const notes = 'Afraid of balloons, fond of liver cake. No candles on the floor.';
  const rows = Array.from({ length: 1000 }, (_, index) => dogRow(breeder.id, { name: `Dog ${index}`, notes }));
  await breeder.client.from('dogs').insert(rows).throwOnError();
  const { data, count, status } = await breeder.client
    .from('dogs')
    .select('*', { count: 'exact' })
    .eq('user_id', breeder.id)
    .order('created_at', { ascending: false });
  expect([status, count, data?.length]).toEqual([200, 1000, 1000]);
});

test('a change whose rows would be too large an answer is undone', async () => {
  const { data: dogs } = await busy.client.from('dogs').select('id').eq('user_id', busy.id).limit(6).throwOnError();
  const ids = dogs.map(({ id }) => id);
  const change = busy.client.from('birthday_celebrations').update({ location: 'Garden' }).in('dog_id', ids);
  const { error, status } = await change.select();
  expect([status, error?.code]).toEqual([413, 'PGRST102']);
  const changed = partiesOf(busy, 'exact').eq('location', 'Garden').limit(1);
  expect((await changed).count).toBe(0);
});

/** Requests lists over a separate connection, more than the kernel buffers for it, and reads none. */
async function askUnread(): Promise<Socket> {
  const { port } = new URL(backend.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  const headers = `Host: localhost\r\nAuthorization: Bearer ${busy.accessToken}\r\n`;
  socket.write(`GET /rest/v1/birthday_celebrations?limit=900 HTTP/1.1\r\n${headers}\r\n`.repeat(5));
  return socket;
}

test('answers that their owner does not read are given up when their room is needed, and hold up nobody', async () => {
  const unread = await Promise.all(Array.from({ length: 2 }, () => askUnread()));
  for (const socket of unread) socket.on('error', () => undefined);
  const isGivenUp = (socket: Socket) => {
    // A closed connection answers bytes with a reset, which a client notices that reads nothing.
    if (!socket.destroyed) socket.write('\r\n');
    return socket.destroyed;
  };
  const askMuch = () => partiesOf(busy).limit(900).retry(false);
  await expect
    .poll(
      async () => {
        expect((await askMuch()).status).toBe(200);
        expect((await partiesOf(busy).limit(1).retry(false)).data).toHaveLength(1);
        const dogs = await bystander.client.from('dogs').select('name').eq('user_id', bystander.id).retry(false);
        expect(dogs.data).toEqual([{ name: 'Bystander' }]);
        return unread.some(isGivenUp);
      },
      { timeout: 100_000 },
    )
    .toBe(true);
  for (const socket of unread) socket.destroy();
});
