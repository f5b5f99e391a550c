import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { date } from '../../../domain/testing/dates.ts';
import { parties } from '../../data/records/parties.ts';
import { recordsQuery } from '../../data/use-records.tsx';
import { contentOutside } from '../../testing/overflow.ts';
import { answerAsBackend, type Row } from '../../testing/pretend-backend.ts';
import { session, storeSession } from '../../testing/pretend-session.ts';
import { askingOnce, renderApp } from '../../testing/render-app.tsx';
import { cakeDay, guestRow, invitationRow } from '../../testing/sample-parties.ts';
import { setToday } from '../../testing/today.ts';
import { dismissToasts } from '../../ui/toaster.tsx';
import { AskAgain } from './ask-again.tsx';
import { SayThanks } from './say-thanks.tsx';

const ownerId = session.user.id;
const party = { ...cakeDay, celebrationDate: date('2026-06-14'), memoryPhotoUrl: '/storage/v1/object/public/a.webp' };
const invitation = invitationRow(party);
const guest = (name: string, part: object = {}) => guestRow(name, { email: `${name}@example.com`, ...part });
const guests = [
  ...[guest('Mia'), guest('Ben'), guest('Eve', { answer: 'maybe' }), guest('Ann', { email: null })],
  guest('Tom', { waiting_since: '2026-06-09T10:00:00+00:00' }),
];

beforeEach(() => setToday(2026, 6, 15));
beforeEach(() => storeSession());

/** `calls` answers functions of the backend, by name. */
async function open(changes: object = {}, calls: Record<string, (body: unknown) => unknown> = {}, rows = guests) {
  const tables = { party_invitations: [{ ...invitation, ...changes }], party_guests: rows };
  const { requests } = answerAsBackend(tables, ({ path, body }) => {
    const [, name = ''] = /\/rpc\/(\w+)/.exec(path) ?? [];
    const answer = calls[name]?.(body) ?? (name === 'mails_to_guests' ? [] : true);
    return name ? (answer instanceof Response ? answer : Response.json(answer)) : undefined;
  });
  const screen = await renderApp(<SayThanks ownerId={ownerId} party={party} />);
  const saved = () => requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  return { screen, saved };
}

test('A host thanks those who came: a line, an album and the photo on their page, and the line by email, once. @10.352 @10.354', async () => {
  let answered: unknown = Response.json({ code: '23514', message: 'limit reached: two words' }, { status: 400 });
  const send = vi.fn(() => answered);
  const { screen, saved } = await open({}, { send_word_to_guests: send });
  await screen.getByRole('button', { name: 'Say Thanks' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Say Thanks' })).toHaveFocus();
  const button = screen.getByRole('button', { name: 'Say Thanks' });
  const words = screen.getByLabelText('Your thanks', { exact: true });
  const album = screen.getByLabelText('Link to an album (optional)');
  const isMailed = screen.getByLabelText('Email it to 2 guests');
  await expect.element(isMailed).toBeChecked();
  await isMailed.click();
  await expect.element(screen.getByLabelText('Your thanks (optional)')).toBeVisible();
  await isMailed.click();

  await album.fill('http://photos.example.com/a');
  await button.click();
  await expect.element(album).toHaveAccessibleDescription('Paste the whole link, from https:// on.');
  await expect.element(words).toHaveAccessibleDescription(/^Please write something first\./);
  await words.fill('x'.repeat(281));
  await button.click();
  await expect.element(words).toHaveAccessibleDescription(/280/);
  expect(saved()).toEqual([]);

  await words.fill(' What a day! ');
  await album.fill(' HTTPS://Photos.Example.com/A ');
  await screen.getByLabelText('Show the photo of the day').click();
  await button.click();
  await expect.element(screen.getByText('Thanks go out once, and two messages a day at most.')).toBeInTheDocument();
  const kept = { thanks: 'What a day!', album_url: 'https://photos.example.com/A', shows_photo: true };
  expect(saved()).toEqual([kept]);
  answered = 2;
  dismissToasts();
  await button.click();
  await expect.element(screen.getByText("We're emailing 2 guests.")).toBeInTheDocument();
  const sent = { invitation_id: 'i1', words: 'What a day!', word_id: expect.any(String) };
  expect(send.mock.calls).toHaveLength(2);
  // A lost answer sends nothing twice.
  for (const call of send.mock.calls) expect(call).toEqual(send.mock.lastCall);
  expect(send.mock.lastCall).toEqual([sent]);
  await expect.element(screen.getByRole('button', { name: 'Change Thanks' })).toHaveFocus();
  for (const line of ['What a day!', 'The album at photos.example.com', 'The photo of the day'])
    await expect.element(screen.getByText(line, { exact: true })).toBeVisible();
});

test('Thanks that were mailed from elsewhere meanwhile are offered no more by email. @10.354', async () => {
  let mails: unknown[] = [];
  const { screen } = await open(
    {},
    {
      mails_to_guests: () => mails,
      send_word_to_guests() {
        const at = '2026-06-15T10:00:00+00:00';
        mails = [{ guest: 'guest-Mia', kind: 'word', state: 'sent', at, waitsFor: null }];
        return Response.json({ code: '23514', message: 'limit reached: thanks' }, { status: 400 });
      },
    },
  );
  await screen.getByRole('button', { name: 'Say Thanks' }).click();
  await screen.getByLabelText('Your thanks', { exact: true }).fill('What a day!');
  await expect.element(screen.getByLabelText(/^Email it/)).toBeChecked();
  await screen.getByRole('button', { name: 'Say Thanks' }).click();
  await expect.element(screen.getByLabelText(/^Email it/)).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText('Your thanks (optional)')).toHaveValue('What a day!');
});

test('Thanks that were mailed are changed on the page and not mailed again; a word before the party was none. @10.354', async () => {
  const mailedAt = (at: string) => () => [{ guest: 'guest-Mia', kind: 'word', state: 'sent', at, waitsFor: null }];
  const send = vi.fn(() => 2);
  const said = { thanks: 'What a day!', album_url: 'https://a.example/b', shows_photo: true };
  const { screen, saved } = await open(said, {
    send_word_to_guests: send,
    mails_to_guests: mailedAt('2026-06-15T10:00:00+00:00'),
  });
  await screen.getByRole('button', { name: 'Change Thanks' }).click();
  await screen.getByLabelText('Your thanks (optional)').fill('');
  await screen.getByLabelText('Link to an album (optional)').fill('');
  await screen.getByLabelText('Show the photo of the day').click();
  expect(screen.getByLabelText(/^Email it/).query()).toBeNull();
  await screen.getByRole('button', { name: 'Say Thanks' }).click();
  await expect.element(screen.getByText('Leave your guests a word, a photo or an album.')).toBeVisible();
  expect(saved()).toEqual([{ thanks: null, album_url: null, shows_photo: false }]);
  expect(send).not.toHaveBeenCalled();
  await screen.unmount();

  const { screen: other } = await open({}, { mails_to_guests: mailedAt('2026-06-13T10:00:00+00:00') });
  await other.getByRole('button', { name: 'Say Thanks' }).click();
  await expect.element(other.getByLabelText('Email it to 2 guests')).toBeChecked();
});

test('What another device has said meanwhile is not overwritten, and what was typed is kept. @10.352', async () => {
  const { screen } = await open({}, {}, [guest('Ann', { email: null })]);
  await screen.getByRole('button', { name: 'Say Thanks' }).click();
  await screen.getByLabelText('Your thanks (optional)').fill('Mine');
  await fetch('/rest/v1/party_invitations?id=eq.i1', { method: 'PATCH', body: '{"thanks":"Theirs"}' });
  await screen.getByRole('button', { name: 'Say Thanks' }).click();
  await expect.element(screen.getByText('Changed elsewhere')).toBeInTheDocument();
  await expect.element(screen.getByText('Theirs')).toBeVisible();
  await screen.getByRole('button', { name: 'Change Thanks' }).click();
  await expect.element(screen.getByLabelText('Your thanks (optional)')).toHaveValue('Mine');
});

test('Thanks that were begun before say so, and one press starts over without losing the focus. @10.352', async () => {
  const { screen } = await open();
  const resumed = screen.getByText('Picked up where you left off.');
  const words = screen.getByLabelText('Your thanks', { exact: true });
  await screen.getByRole('button', { name: 'Say Thanks' }).click();
  expect(resumed.query()).toBeNull();
  await words.fill('What a');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('button', { name: 'Say Thanks' }).click();
  await expect.element(resumed).toBeVisible();
  await expect.element(words).toHaveValue('What a');
  await expect.element(words).toHaveFocus();
  await screen.getByRole('button', { name: 'Start Over' }).click();
  await expect.element(words).toHaveValue('');
  await expect.element(words).toHaveFocus();
  expect(resumed.query()).toBeNull();
});

test('Thanks that are taken back are not said to be seen. @10.352', async () => {
  const { screen, saved } = await open({ thanks: 'What a day!' });
  await screen.getByRole('button', { name: 'Change Thanks' }).click();
  await screen.getByLabelText('Your thanks (optional)').fill('');
  await screen.getByRole('button', { name: 'Say Thanks' }).click();
  await expect.element(screen.getByText("There's nothing for your guests to see.")).toBeVisible();
  expect(saved()).toEqual([{ thanks: null, album_url: null, shows_photo: false }]);
});

test('Nobody is left to thank where there is neither a link nor a guest.', async () => {
  const { screen } = await open({ has_link: false, link_token: null }, {}, []);
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});

test('A host reads which thanks have not gone out, and who was not reached. @10.191', async () => {
  const mail = { kind: 'word', at: '2026-06-15T10:00:00+00:00', waitsFor: null };
  const mails = [
    { ...mail, guest: 'guest-Mia', state: 'waits', waitsFor: 'proof' },
    { ...mail, guest: 'guest-Ben', state: 'missed' },
    // A word from before the party is past.
    { ...mail, guest: 'guest-Eve', state: 'missed', at: '2026-06-13T10:00:00+00:00' },
  ];
  const { screen } = await open({ thanks: 'What a day!' }, { mails_to_guests: () => mails });
  const lines = screen.getByRole('list', { name: 'Emails to guests' });
  await expect
    .element(lines)
    .toHaveTextContent("1 email waits until you confirm yours.We couldn't email Ben. Please tell them yourself.");
});

const swim = { ...cakeDay, id: 'swim', title: 'Swim', celebrationDate: date('2026-06-01') };
const older = { ...swim, id: 'older', celebrationDate: date('2026-05-20') };
const invitationOf = (party: { id: string }) => invitationRow(party, { id: `of ${party.id}` });
const guestOf = (party: { id: string }, name: string, part: object = {}) =>
  guestRow(name, {
    ...{ id: `${name} of ${party.id}`, invitation_id: `of ${party.id}`, allergies: 'nuts' },
    ...{ email: `${name}@example.com`, answered_at: '2026-05-09T10:00:00+00:00' },
    ...{ created_at: '2026-05-09T10:00:00+00:00', ...part },
  });
const words = { title: 'Cake Day', text: 'Are you in?', url: 'https://wagday.example/i/T', rest: '— Maria' };

async function openAsking(
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
  const { screen, backend, fold } = await openAsking([
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
    const { screen, fold } = await openAsking([...guests], { url });
    await fold.click();
    await expect.element(screen.getByRole('listitem').first()).toBeVisible();
    expect(screen.getByRole('link').query()).toBeNull();
    await screen.unmount();
  }
});

test('The party that this one was planned from comes first, and one whose guests are gone has none. @10.355', async () => {
  const eve = guestOf(older, 'Eve');
  const planned = await openAsking([guestOf(swim, 'Mia'), eve], { again: older });
  await planned.fold.click();
  await expect.element(planned.screen.getByRole('listitem')).toHaveTextContent('Eve');
  await planned.screen.unmount();
  const latest = await openAsking([eve], { again: swim });
  await latest.fold.click();
  await expect.element(latest.screen.getByRole('listitem')).toHaveTextContent('Eve');
  await latest.screen.unmount();
  const { screen, backend } = await openAsking([]);
  await expect.poll(() => backend.requests.length).toBeGreaterThan(1);
  expect(screen.container.textContent).toBe('');
});

test.for([320, 1280])('The longest names stay within the list in a window %i wide.', async (width) => {
  await page.viewport(width, 700);
  const { screen, fold } = await openAsking([
    guestOf(swim, 'W'.repeat(60), { email: `${'w'.repeat(60)}@example.com` }),
  ]);
  await fold.click();
  await expect.element(screen.getByRole('link', { name: 'Email Them' })).toBeVisible();
  expect(contentOutside(screen.container)).toEqual([]);
});
