import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { date } from '../../../domain/testing/dates.ts';
import { forgetPackOnDevice } from '../../data/offline/forget.ts';
import { parties } from '../../data/records/parties.ts';
import { recordsQuery } from '../../data/use-records.tsx';
import { answerAsBackend, type Row } from '../../testing/backend.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { cakeDay, guestRow, invitationRow } from '../../testing/parties.ts';
import { askingOnce, renderApp } from '../../testing/render-app.tsx';
import { session, storeSession } from '../../testing/session.ts';
import { setToday } from '../../testing/today.ts';
import { AskAgain } from './ask-again.tsx';

const ownerId = session.user.id;
const swim = {
  ...cakeDay,
  id: '00000000-0000-4000-8000-0000000000f2',
  title: 'Swim',
  celebrationDate: date('2026-06-01'),
};
const older = { ...swim, id: '00000000-0000-4000-8000-0000000000f3', celebrationDate: date('2026-05-20') };
const invitationOf = (party: { id: string }) => invitationRow(party, { id: `of ${party.id}` });
const guestOf = (party: { id: string }, name: string, part: object = {}) =>
  guestRow(name, {
    ...{
      id: `${name} of ${party.id}`,
      invitation_id: `of ${party.id}`,
      allergies: 'nuts',
      email: `${name}@example.com`,
    },
    ...{ answered_at: '2026-05-09T10:00:00+00:00', created_at: '2026-05-09T10:00:00+00:00', ...part },
  });
const words = { title: 'Cake Day', text: 'Are you in?', url: 'https://wagday.example/i/T', rest: '— Maria' };

beforeEach(() => {
  setToday(2026, 6, 15);
  storeSession();
});
afterEach(() => forgetPackOnDevice(ownerId));

async function open(
  guests: Row[],
  { url = words.url as string | null, again = undefined as typeof swim | undefined } = {},
) {
  const backend = answerAsBackend({
    party_invitations: [cakeDay, swim, older].map(invitationOf),
    party_guests: guests,
  });
  const onOpen = vi.fn();
  const client = askingOnce();
  client.setQueryData(recordsQuery(ownerId, parties).queryKey, [cakeDay, swim, older]);
  const screen = await renderApp(
    <AskAgain {...{ ownerId, party: cakeDay, again, words: { ...words, url }, onOpen }} />,
    client,
  );
  return { screen, backend, onOpen, fold: screen.getByText(/^Ask again:/) };
}

const pip = { dogs: [{ name: 'Pip', size: 'small' }] };

test('The guests of last time who have not answered yet are listed, and one press writes to those with an email, who see nobody else. @10.355', async () => {
  const { screen, backend, fold } = await open([
    ...[
      guestOf(swim, 'Mia', pip),
      guestOf(swim, 'Ann', { email: null, created_at: '2026-05-08T10:00:00+00:00' }),
      guestOf(swim, 'Ben', { answer: 'no' }),
    ],
    ...[guestOf(swim, 'Tom'), guestOf(cakeDay, 'Tom'), guestOf(older, 'Eve')],
  ]);
  await expect.element(fold).toHaveTextContent('Ask again: 3 guests from last time');
  await fold.click();
  const names = screen.getByRole('listitem');
  await expect.element(names.last()).toHaveTextContent('Ben');
  const plain = (text: string | null) => text?.replaceAll(/[\u2066-\u2069]/g, '');
  expect(names.elements().map(({ textContent }) => plain(textContent))).toEqual(['Ann', 'Mia · Pip (small)', 'Ben']);
  expect(screen.container.textContent).not.toMatch(/nuts|@/);
  const mail = new URL(screen.getByRole('link', { name: 'Email 2 of Them' }).element().getAttribute('href') ?? '');
  expect([mail.protocol, mail.pathname]).toEqual(['mailto:', '']);
  expect(Object.fromEntries(mail.searchParams)).toEqual({
    bcc: 'Mia@example.com,Ben@example.com',
    subject: 'Cake Day',
    body: 'Are you in?\r\nhttps://wagday.example/i/T\r\n\r\n— Maria',
  });
  // Nothing of the guests goes anywhere.
  expect(JSON.stringify(backend.requests)).not.toMatch(/Mia|Ann|Ben|@/);
});

test('Without a link, an address or room for all of them nobody is written to. @10.355', async () => {
  const crowd = Array.from({ length: 99 }, (_, index) => guestOf(swim, `guest-number-${index}`));
  for (const [guests, url] of [
    [[guestOf(swim, 'Mia')], null],
    [[guestOf(swim, 'Mia', { email: null })], words.url],
    [crowd, words.url],
  ] as const) {
    const { screen, fold } = await open([...guests], { url });
    await fold.click();
    await expect.element(screen.getByRole('listitem').first()).toBeVisible();
    expect(screen.getByRole('link').query()).toBeNull();
    await screen.unmount();
  }
});

test('The party that this one was planned from comes first, and one whose guests are gone has none. @10.355', async () => {
  const eve = guestOf(older, 'Eve');
  const planned = await open([guestOf(swim, 'Mia'), eve], { again: older });
  await planned.fold.click();
  await expect.element(planned.screen.getByRole('listitem')).toHaveTextContent('Eve');
  await planned.screen.unmount();
  const latest = await open([eve], { again: swim });
  await latest.fold.click();
  await expect.element(latest.screen.getByRole('listitem')).toHaveTextContent('Eve');
  await latest.screen.unmount();
  const { screen, backend } = await open([]);
  await expect.poll(() => backend.requests.length).toBeGreaterThan(1);
  expect(screen.container.textContent).toBe('');
});

test.for([320, 1280])('The longest names stay within the list in a window %i wide.', async (width) => {
  await page.viewport(width, 700);
  const { screen, fold } = await open([guestOf(swim, 'W'.repeat(60), { email: `${'w'.repeat(60)}@example.com` })]);
  await fold.click();
  await expect.element(screen.getByRole('link', { name: 'Email Them' })).toBeVisible();
  expect(contentOutside(screen.container)).toEqual([]);
});
