import { expect, test } from 'vitest';
import { answerAsBackend } from '../../testing/backend.ts';
import { session, storeSession } from '../../testing/session.ts';
import { exportAccount } from './account.ts';

test('An export holds the rows of every list of its owner as the backend has them, calendars, invitations and guests included.', async () => {
  storeSession();
  const invitation = { id: 'cake-day', party_id: 'party', bring_list: ['Cake'], created_at: '2026-06-01T10:00:00Z' };
  const guest = { id: 'grace', invitation_id: 'cake-day', name: 'Grace', email: 'grace@wagday.dev', dogs: [] };
  const feed = { id: 'pack', name: 'Pack', contents: 'all', created_at: '2026-06-01T10:00:00Z' };
  const lists = { party_invitations: [invitation], party_guests: [guest], calendar_feeds: [feed] };
  answerAsBackend({ dogs: [], birthday_celebrations: [], ...lists }, ({ path }) =>
    path.includes('/rpc/') ? Response.json([]) : undefined,
  );
  const owner = { id: session.user.id, email: 'robin@example.com', name: null, newEmail: null };
  // The archive is not compressed, so its texts can be read as they are.
  const archive = await (await exportAccount(owner, '2026-06-15')).text();
  const [text] = /\{\n {2}"exportedOn".*\n\}/s.exec(archive) ?? [];
  expect(JSON.parse(String(text))).toMatchObject({ invitations: [invitation], guests: [guest], calendars: [feed] });
});
