import { expect, test } from 'vitest';
import { answerAsBackend } from '../../testing/pretend-backend.ts';
import { session, storeSession } from '../../testing/pretend-session.ts';
import { exportAccount } from './account.ts';

test('An export holds the rows of every list of its owner as the backend has them, calendars, invitations and guests included, and the photos of dogs, parties and days. @10.227', async () => {
  storeSession();
  const invitation = { id: 'cake-day', party_id: 'party', bring_list: ['Cake'], created_at: '2026-06-01T10:00:00Z' };
  const guest = { id: 'grace', invitation_id: 'cake-day', name: 'Grace', email: 'grace@wagday.dev', dogs: [] };
  const feed = { id: 'pack', name: 'Pack', contents: 'all', created_at: '2026-06-01T10:00:00Z' };
  const lists = { party_invitations: [invitation], party_guests: [guest], calendar_feeds: [feed] };
  const photo = (name: string) => `${window.location.origin}/storage/v1/object/public/dog-photos/1/${name}.webp`;
  const rows = {
    dogs: [{ id: 'rex', photo_url: photo('rex') }],
    birthday_celebrations: [{ id: 'party', memory_photo_url: photo('day') }],
    portraits: [{ id: 'rex-20260620', photo_url: photo('cake'), line: 'Cake!' }],
  };
  answerAsBackend({ ...rows, ...lists }, ({ path }) => {
    if (path.includes('/dog-photos/')) return new Response(`picture ${path.slice(-8)}`);
    return path.includes('/rpc/') ? Response.json([]) : undefined;
  });
  const owner = { id: session.user.id, email: 'robin@example.com', name: null, newEmail: null };
  // The archive is not compressed, so its texts can be read as they are.
  const archive = await (await exportAccount(owner, '2026-06-15')).text();
  const [text] = /\{\n {2}"exportedOn".*\n\}/s.exec(archive) ?? [];
  expect(JSON.parse(String(text))).toMatchObject({
    exportedOn: '2026-06-15',
    owner: { email: owner.email },
    dogs: rows.dogs,
    celebrations: rows.birthday_celebrations,
    ...{ invitations: [invitation], guests: [guest], calendars: [feed] },
  });
  expect(JSON.parse(String(text)).portraits).toMatchObject(rows.portraits);
  const photos = ['rex', 'day', 'cake'].map((name) => ({ address: photo(name), file: `photos/${name}.webp` }));
  expect(JSON.parse(String(text)).photos).toEqual(photos);
  expect(archive).toContain('picture day.webp');
});
