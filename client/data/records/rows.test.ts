import { expect, test } from 'vitest';
import { answerRequests } from '../../testing/pretend-network.ts';
import { session, storeSession } from '../../testing/pretend-session.ts';
import { supabase } from '../client.ts';
import { childRowsOf } from '../offline/removal.ts';
import { guests } from './guests.ts';
import { parties } from './parties.ts';
import { rowsIn } from './rows.ts';

/** The most rows in one response. */
const pageSize = 1000;

/** The last two of each page answered at the same time. */
const rows = Array.from({ length: 2 * pageSize + 7 }, (_, index) => ({
  ...{ id: `guest-${index}`, invitation_id: 'cake-day', name: `Guest ${index}`, answer: 'yes', adults: 1, children: 0 },
  ...{ dogs: [], allergies: null, note: null, email: null, brings: [], waiting_since: null, answered_at: null },
  created_at: new Date(Date.UTC(2026, 5, 1) - Math.ceil(index / 3) * 1000).toISOString(),
  ...{ updated_at: '2026-06-01T10:00:00Z', version: 1 },
}));

/** Returns a page of `all` as a backend sends it: with the total count, and at most `size` rows. */
function pageOf(all: readonly unknown[], size = pageSize): Response {
  const page = all.slice(0, size);
  const headers = { 'Content-Range': `0-${page.length - 1}/${all.length}` };
  return Response.json(page, { status: page.length < all.length ? 206 : 200, headers });
}

test('A list that the backend sends in pages is read to its end, and each row is there once. @10.289', async () => {
  storeSession();
  const requests = answerRequests(({ path }) => {
    const until = new URLSearchParams(path.split('?')[1]).get('created_at')?.replace('lte.', '');
    return pageOf(rows.filter((row) => !until || row.created_at <= until));
  });
  const listed = await rowsIn(supabase, guests).list(session.user.id);
  expect(listed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(requests).toHaveLength(3);
});

test('A list that fills one page takes one request.', async () => {
  storeSession();
  const requests = answerRequests(() => pageOf(rows.slice(0, pageSize)));
  expect(await rowsIn(supabase, guests).list(session.user.id)).toHaveLength(pageSize);
  expect(requests).toHaveLength(1);
});

test('A list with more than a page of one moment is read to its end, and each row is there once. @10.289', async () => {
  storeSession();
  const moment = '2026-06-01T10:00:00Z';
  const all = [
    ...rows.map((row) => ({ ...row, id: row.id.padStart(10, '0'), created_at: moment })),
    ...rows.slice(0, 7).map((row) => ({ ...row, id: `earlier ${row.id}`, created_at: '2026-05-01T10:00:00Z' })),
  ];
  const tests = {
    lte: (value: string, limit: string) => value <= limit,
    lt: (value: string, limit: string) => value < limit,
    eq: (value: string, limit: string) => value === limit,
    gt: (value: string, limit: string) => value > limit,
  };
  const requests = answerRequests(({ path }) => {
    const asked = new URLSearchParams(path.split('?')[1]);
    const isAsked = (row: (typeof all)[number]) =>
      (['id', 'created_at'] as const).every((name) => {
        const [test, ...limit] = (asked.get(name) ?? '').split('.');
        return !test || tests[test as keyof typeof tests](row[name], limit.join('.'));
      });
    const found = all.filter(isAsked);
    if (asked.get('order') === 'id.asc') found.sort((one, other) => (one.id < other.id ? -1 : 1));
    return pageOf(found);
  });
  const listed = await rowsIn(supabase, guests).list(session.user.id);
  expect(listed.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
  expect(requests).toHaveLength(6);
});

test('Pages that the backend cuts shorter, because their rows are long, are read to the end as well.', async () => {
  storeSession();
  answerRequests(({ path }) => {
    const until = new URLSearchParams(path.split('?')[1]).get('created_at')?.replace('lte.', '');
    return pageOf(
      rows.slice(0, 500).filter((row) => !until || row.created_at <= until),
      90,
    );
  });
  expect(await rowsIn(supabase, guests).list(session.user.id)).toHaveLength(500);
});

test('A record that is deleted keeps all its children for Undo, also those beyond a page.', async () => {
  storeSession();
  const children = Array.from({ length: 5 }, (_, index) => ({ id: `party-${index}`, dog_id: 'rex' }));
  answerRequests(({ path }) => {
    const after = new URLSearchParams(path.split('?')[1]).get('id')?.replace('gt.', '') ?? '';
    return pageOf(
      children.filter(({ id }) => id > after),
      2,
    );
  });
  expect(await childRowsOf(supabase, 'rex', [parties])).toEqual([{ table: 'birthday_celebrations', rows: children }]);
});

test('A row that is not as it has to be is refused with the name of its field.', async () => {
  storeSession();
  answerRequests(() => Response.json([{ ...rows[0], adults: 'two' }]));
  const refusal = { kind: 'unexpected', message: 'party_guests.adults is not a whole number' };
  await expect(rowsIn(supabase, guests).list(session.user.id)).rejects.toMatchObject(refusal);
});
