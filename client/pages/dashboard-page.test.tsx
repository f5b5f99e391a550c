import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { navigate } from 'wouter/use-browser-location';
import { cardHash, dogHash, partiesHash, partyHash, youHash } from '../../addresses/addresses.ts';
import { date } from '../../domain/testing/dates.ts';
import { shownQueue } from '../data/offline/this-tab.ts';
import { portraitIdOf, portraits } from '../data/records/portraits.ts';
import { columnsOf } from '../data/records/rows.ts';
import { standIn } from '../testing/browser.ts';
import { answerAsBackend, type Row } from '../testing/pretend-backend.ts';
import { goOffline, type SeenRequest } from '../testing/pretend-network.ts';
import { session, storeSession } from '../testing/pretend-session.ts';
import { renderApp } from '../testing/render-app.tsx';
import { dogRowOf, onePixel, rex } from '../testing/sample-dogs.ts';
import { cakeDay, guestRow, invitationRow, partyRowOf, portraitOn } from '../testing/sample-parties.ts';
import { setToday } from '../testing/today.ts';
import { NavigationContext } from '../ui/page-link.tsx';
import { dismissToasts, showSuccess } from '../ui/toaster.tsx';
import { DashboardPage } from './dashboard-page.tsx';

const owner = { id: session.user.id, email: 'rex@example.com', name: 'Maria', newEmail: null };
const root = document.documentElement;
const frame = window.frameElement as HTMLElement;

beforeEach(() => setToday(2026, 6, 15));
beforeEach(() => storeSession());
afterEach(async () => {
  makeLink = answerLink;
  root.style.fontSize = '';
  frame.style.width = 'var(--viewport-width)';
  await cleanup();
  await goTo('');
});

/** Goes to a page. A dialog that has closed leaves its entry of the history a moment later, which would lead back from it. */
async function goTo(hash: string) {
  await vi.waitUntil(() => !window.history.state?.wagdayDialogs, { timeout: 60_000 });
  window.location.hash = hash;
}

let backend: ReturnType<typeof answerAsBackend>;

const answerLink = () => Response.json('T'.repeat(43));
let makeLink: () => Response = answerLink;

/** Opens the pages of an owner with that name, who has one dog and one party. */
async function open(
  name: string,
  planned = cakeDay,
  ofGuests: Record<string, Row[]> = {},
  first: Parameters<typeof answerAsBackend>[1] = () => undefined,
) {
  const rows = { dogs: [dogRowOf(rex, owner.id)], birthday_celebrations: [partyRowOf(planned)], ...ofGuests };
  backend = answerAsBackend(rows, (request) => {
    if (request.path.includes('make_invitation_link')) return makeLink();
    return request.path.includes('/rpc/') ? Response.json(true) : first(request);
  });
  return renderApp(
    <NavigationContext value={navigate}>
      <DashboardPage owner={{ ...owner, name }} />
    </NavigationContext>,
  );
}

const titles = {
  '': 'Your Pack',
  [partiesHash]: 'Parties',
  [youHash()]: 'You',
  [dogHash(rex.id)]: 'Rex',
  [cardHash(rex.id)]: /card/i,
  [partyHash(cakeDay.id)]: 'Cake Day',
};

const names = [
  'Maria',
  `${'robin.featherstonehaugh.of.upper.biscuitshire'.padEnd(48, 'x')}@example.com`,
  'x'.repeat(80),
];

test.each(names)('No page of the owner %s is wider than its window, also with larger text @10.132', async (name) => {
  const screen = await open(name);
  const out = screen.getByRole('button', { name: 'Sign Out' }).element();
  const wider: string[] = [];
  // The name is in the header, which is the same on each page, in You and in an invitation.
  const named: string[] = [youHash(), partyHash(cakeDay.id)];
  const pages = Object.entries(titles).filter(([hash]) => name === 'Maria' || named.includes(hash));
  for (const [hash, title] of pages) {
    window.location.hash = hash;
    await expect.element(screen.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    for (let width = 320; width <= 1024; width += 32) {
      // Takes a frame. `page.viewport` would ask the browser, which takes four times as long.
      frame.style.width = `${width}px`;
      await new Promise(requestAnimationFrame);
      for (const text of [100, 150, 200]) {
        root.style.fontSize = `${text}%`;
        const over = Math.max(root.scrollWidth, out.getBoundingClientRect().right) - root.clientWidth;
        if (over > 0) wider.push(`${hash} at ${width} px with text of ${text} %: ${over} px`);
      }
    }
  }
  expect(wider).toEqual([]);
});

test('The welcome is whole on a phone, in one row with title and way out unless the name is long. @10.133', async () => {
  await page.viewport(360, 800);
  const heightWith = async (name: string) => {
    const screen = await open(name);
    const welcome = screen.getByText(`Welcome, ${name}!`, { exact: true }).element();
    expect(welcome.scrollWidth).toBe(welcome.clientWidth);
    expect(getComputedStyle(welcome).textOverflow).toBe('clip');
    const { height } = screen.getByRole('banner').element().getBoundingClientRect();
    await screen.unmount();
    return height;
  };
  const inOneRow = await heightWith('Maria');
  expect(inOneRow).toBeLessThanOrEqual(64);
  expect(await heightWith(names[1] ?? '')).toBeGreaterThan(inOneRow);
});

/** Plans a party for Rex. Returns its open page, with a share sheet that takes everything. */
async function plan() {
  standIn({ share: async () => undefined });
  const screen = await open('Maria');
  await screen.getByRole('button', { name: 'Plan Party for Rex' }).click();
  await screen.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect.element(screen.getByText('Celebration planned!')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /^WhatsApp/ })).toBeVisible();
  return screen;
}

test('A party is planned once its invitation is shared, and that is said once. @8.27', async () => {
  const screen = await plan();
  await screen.getByRole('button', { name: 'Send Invite' }).click();
  await expect.element(screen.getByText('Party planned!')).toBeVisible();
  dismissToasts();
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Send Invite' })).not.toBeInTheDocument();
  await expect.element(screen.getByText('Rex', { exact: true }).first()).toBeVisible();
  expect(screen.getByText('Party planned!').query()).toBeNull();
});

test('Leaving the page of a new party says that it is planned, but not when it is called off. @8.27', async () => {
  const screen = await plan();
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(screen.getByText('Party planned!')).toBeVisible();
  await screen.unmount();
  window.location.hash = '';
  const again = await plan();
  await again.getByRole('button', { name: /^More for/ }).click();
  await again.getByRole('button', { name: 'Call Off' }).click();
  await expect.element(again.getByText('Party called off')).toBeVisible();
  expect(again.getByText('Party planned!').query()).toBeNull();
});

test('A party planned again takes the settings of the former also when its link is made later. @10.350', async () => {
  const past = { ...cakeDay, celebrationDate: date('2026-06-14') };
  makeLink = () => Response.json({ message: 'no' }, { status: 500 });
  const former = invitationRow(past, { id: 'i0', place_for: 'yes' });
  const screen = await open('Maria', past, { party_invitations: [former] });
  window.location.hash = partyHash(past.id);
  await screen.getByRole('button', { name: 'Plan It Again' }).click();
  await screen.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect.element(screen.getByText(/^We can't get the link just now/)).toBeVisible();
  const hash = window.location.hash;
  const whatsApp = screen.getByRole('link', { name: /^WhatsApp/ });
  expect(decodeURIComponent(whatsApp.element().getAttribute('href') ?? '')).not.toContain('Dog Park');

  window.location.hash = partiesHash;
  await expect.element(screen.getByRole('heading', { name: 'Parties', level: 1 })).toBeVisible();
  makeLink = () => {
    const [added] = backend.rows('birthday_celebrations').filter(({ id }) => id !== past.id);
    backend.add('party_invitations', { ...invitationRow(added!), version: 2 });
    return answerLink();
  };
  window.location.hash = hash;
  await expect.element(screen.getByText('Only those who say yes see the place.')).toBeVisible();
  const audiences = () => backend.rows('party_invitations').map(({ place_for }) => place_for);
  await expect.poll(audiences).toEqual(['yes', 'yes']);
});

test('A party that was made on another device opens by its link, one that was called off from the parties, to which an unknown one leads, and an unknown dog leads to the pack. @10.170 @10.32 @10.291', async () => {
  const off = { id: 'i2', cancelled_party: { title: 'Swim', date: '2026-07-01' } };
  const ofGuests = {
    party_invitations: [invitationRow({ id: 'swim' }, off)],
    party_guests: [guestRow('Tom', { invitation_id: 'i2' })],
  };
  const screen = await open('Maria', cakeDay, ofGuests);
  await expect.element(screen.getByText('Cake Day').first()).toBeVisible();
  backend.add('birthday_celebrations', { ...partyRowOf({ ...cakeDay, id: 'splash', title: 'Splash' }), version: 2 });
  window.location.hash = partyHash('splash');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Splash' })).toBeVisible();
  window.location.hash = partyHash('nobody');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Parties' })).toBeVisible();
  expect(window.location.hash).toBe(partiesHash);
  await screen.getByRole('region', { name: 'Called Off' }).getByRole('link', { name: /^Swim/ }).click();
  await expect.element(screen.getByRole('region', { name: 'Let Them Know' })).toMatchTextContent(/Tom/);
  window.location.hash = dogHash('nobody');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Your Pack' })).toBeVisible();
  expect(window.location.hash).toBe('');
});

test("The wish on a dog's card is there again when the page is loaded again. @10.112", async () => {
  window.location.hash = cardHash(rex.id);
  const before = await open('Maria');
  await before.getByLabelText('Your wish').fill('Sticks for ever!');
  await before.unmount();
  const screen = await open('Maria');
  await expect.element(screen.getByLabelText('Your wish')).toHaveValue('Sticks for ever!');
});

const swimInvitation = invitationRow(cakeDay, { has_link: false, link_token: null });
const swimGuest = guestRow('Mia', { answered_at: '2026-06-01T10:00:00+00:00' });
const firstSwim = { ...cakeDay, title: 'First Swim', celebrationDate: date('2026-06-01') };

/** Removes the party from the memories on its page. */
async function removeMemory(screen: Awaited<ReturnType<typeof open>>) {
  await screen.getByRole('button', { name: 'Edit First Swim' }).click();
  await screen.getByRole('button', { name: 'Remove From Memories' }).click();
  await expect.element(screen.getByText('Memory removed')).toBeVisible();
}

test.for([
  ['the dog', dogHash(rex.id), 'Rex'],
  ['the parties', partiesHash, 'Parties'],
] as const)(
  'A memory that is removed leads back to the page of $0 if one came from there, and comes back by Undo.',
  async ([, from, heading]) => {
    window.location.hash = from;
    const screen = await open('Maria', firstSwim);
    await screen
      .getByRole('main')
      .getByRole('link', { name: /First Swim/ })
      .click();
    await removeMemory(screen);
    await expect.element(screen.getByRole('heading', { level: 1, name: heading })).toHaveFocus();
    await expect.poll(() => window.location.hash).toBe(from);
    expect(screen.getByRole('link', { name: /First Swim/ }).query()).toBeNull();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(screen.getByText('Back among the memories!')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: /First Swim/ })).toBeVisible();
  },
);

test('A memory with guests whose page was entered by its address leads to all parties once it is removed.', async () => {
  window.history.replaceState(null, '', partyHash(firstSwim.id));
  const screen = await open('Maria', firstSwim, { party_invitations: [swimInvitation], party_guests: [swimGuest] });
  await expect.element(screen.getByRole('button', { name: 'Change the answer of Mia' })).toBeVisible();
  await removeMemory(screen);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Parties' })).toBeVisible();
  await expect.poll(() => window.location.hash).toBe(partiesHash);
});

test('A new answer is counted in the bar and announced in the pack, and the page of its party shows more within seconds.', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(2026, 5, 15, 12) });
  const old = { ...swimGuest, id: 'ben', name: 'Ben' };
  const mia = { ...swimGuest, answered_at: '2026-06-11T10:00:00+00:00' };
  const screen = await open('Maria', cakeDay, { party_invitations: [swimInvitation], party_guests: [old, mia] });
  const bar = screen.getByRole('navigation', { name: 'Places' });
  await expect.element(bar).toMatchTextContent(/1 new answer/);
  await expect.element(screen.getByRole('complementary')).toMatchTextContent(/1 new answer for Cake Day/);
  window.location.hash = partyHash(cakeDay.id);
  await expect.element(screen.getByRole('button', { name: 'Change the answer of Mia' })).toBeVisible();
  await expect.element(bar).not.toMatchTextContent(/new answer/);
  backend.add('party_guests', { ...swimGuest, id: 'ada', name: 'Ada', version: 2 });
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(screen.getByRole('button', { name: 'Change the answer of Ada' })).toBeVisible();
});

test('On a phone the labels of the dashboard are whole. @2.74', async () => {
  await page.viewport(360, 800);
  const screen = await open('Maria');
  for (const name of ['Add New Dog', 'Sign Out', 'Plan Party for Rex']) {
    const found = screen.getByRole('button', { name, exact: true });
    await expect.element(found).toBeVisible();
    const button = found.element() as HTMLElement;
    expect(button.innerText.replace(/\s+for Rex$/, '')).toBe(name.replace(' for Rex', ''));
    expect(button.scrollWidth).toBeLessThanOrEqual(button.clientWidth);
  }
});

test('Nothing covers a burning candle while the photo of the day is asked for, on a phone and in a wide window.', async () => {
  setToday(2026, 6, 20);
  const screen = await open('Maria');
  await expect.element(screen.getByText("Today's the day.", { exact: false })).toBeVisible();
  await screen.getByRole('button', { name: 'Light the Candles' }).click();
  const candles = screen.getByRole('button', { name: /^Candle . of 6, lit$/ });
  await expect.poll(() => candles.elements()).toHaveLength(6);
  // What lets presses through hides a candle all the same.
  const seen = document.body.appendChild(document.createElement('style'));
  seen.textContent = '* { pointer-events: auto !important; }';
  for (const width of [390, 768, 1280]) {
    await page.viewport(width, 900);
    for (const candle of candles.elements()) {
      const { left, top, width: wide, height } = candle.getBoundingClientRect();
      const onTop = document.elementFromPoint(left + wide / 2, top + height / 2);
      expect(onTop?.closest('button'), `${candle.ariaLabel} at ${width} px`).toBe(candle);
    }
  }
  seen.remove();
});

test("A year after a kept day the pack shows it in one line, behind the day's question, until it is put away for good. @10.361", async () => {
  setToday(2026, 6, 20);
  const kept = portraitOn('2025-06-20', onePixel, 'Cake on the nose');
  const rows = { portraits: [{ ...columnsOf(portraits, kept), id: kept.id, user_id: owner.id }] };
  const first = await open('Maria', cakeDay, rows);
  const question = first.getByText("Today's the day.", { exact: false });
  await expect.element(question).toBeVisible();
  const light = first.getByRole('button', { name: 'Light the Candles' }).element();
  expect(light.compareDocumentPosition(question.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  // Both are in the first screen, which ends at the bar on a phone.
  for (const [width, height, bar] of [
    [390, 844, 66],
    [768, 1024, 66],
    [1280, 900, 0],
  ] as const) {
    await page.viewport(width, height);
    const add = first.getByText('Add Photo').element().getBoundingClientRect();
    expect(add.bottom).toBeLessThanOrEqual(height - bar);
  }
  const line = (screen: typeof first) => screen.getByRole('complementary', { name: 'A year ago' });
  await expect.element(line(first)).not.toBeInTheDocument();
  await first.getByRole('button', { name: 'Not Today' }).click();
  await expect.element(line(first)).toHaveTextContent('A year ago today, Rex was 45 in human years.Cake on the nose');
  await expect.element(line(first).getByRole('link')).toHaveAttribute('href', dogHash(rex.id));
  // Only on the pack.
  window.location.hash = dogHash(rex.id);
  await expect.element(first.getByRole('heading', { name: 'Rex', level: 1 })).toBeVisible();
  await expect.element(line(first)).not.toBeInTheDocument();
  window.location.hash = '';
  await line(first).getByRole('button', { name: 'Put away' }).click();
  await expect.element(line(first)).not.toBeInTheDocument();
  await first.unmount();
  const bo = { ...rex, id: '00000000-0000-4000-8000-000000000002', name: 'Bo' };
  const ofBo = { ...rows.portraits[0], id: portraitIdOf(bo.id, kept.day), dog_id: bo.id };
  const both = [rex, bo].map((dog) => dogRowOf(dog, owner.id));
  const again = await open('Maria', cakeDay, { dogs: both, portraits: [...rows.portraits, ofBo] });
  await expect
    .element(line(again).getByRole('link', { name: /A year ago today, Bo was 45 in human years\./ }))
    .toBeVisible();
});

test('Moving a party, calling it off, removing its dog and deleting the account tell how its guests hear of it. @10.290 @10.292', async () => {
  const guests = [guestRow('Mia', { email: 'mia@example.com' }), guestRow('Tom', { answer: 'maybe' })];
  const screen = await open('Maria', cakeDay, { party_invitations: [invitationRow(cakeDay)], party_guests: guests });
  const telling = /We'll email 1 guest\..*1 guest left no email/;
  const remove = screen.getByRole('button', { name: 'Delete Rex' });
  const farewell = screen.getByRole('alertdialog', { name: 'Remove Rex?' });
  await remove.click();
  await expect.element(farewell).toMatchTextContent(telling);
  await farewell.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect.element(remove).toHaveFocus();
  await remove.click();
  await farewell.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(screen.getByText('Dog removed')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(remove).toBeVisible();

  await goTo(youHash());
  await screen.getByRole('heading', { name: 'Delete Your Account' }).click();
  await expect.element(screen.getByText(/^2 guests may come to your planned parties/)).toBeVisible();

  await goTo(partyHash(cakeDay.id));
  await screen.getByRole('button', { name: 'Edit Cake Day' }).click();
  await screen.getByLabelText('Celebration Date').fill('2026-07-02');
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  const toast = (title: string) => screen.getByRole('listitem').filter({ hasText: title });
  await expect.element(toast('Party updated!')).toMatchTextContent(telling);

  const more = screen.getByRole('button', { name: 'More for Cake Day' });
  const cancel = screen.getByRole('button', { name: 'Call Off' });
  const question = screen.getByRole('alertdialog', { name: 'Call off Cake Day?' });
  await more.click();
  await cancel.click();
  await expect.element(question).toMatchTextContent(telling);
  await question.getByRole('button', { name: 'Keep It' }).click();
  await expect.element(more).toHaveFocus();
  await more.click();
  await cancel.click();
  await question.getByRole('button', { name: 'Call It Off' }).click();
  await expect.element(toast('Party called off')).toMatchTextContent(telling);
  // Who must be told can still be reached, by the same address.
  await expect.element(screen.getByRole('region', { name: 'Let Them Know' })).toMatchTextContent(/Tom/);
  showSuccess({ title: 'The party is on again!', about: cakeDay.id });
  await expect.element(toast('Party called off')).not.toBeInTheDocument();
});

test('A page that was left without network is not said to be out of date once there is one again.', async () => {
  const screen = await open('Maria');
  await goTo(youHash());
  await expect.element(screen.getByText('Off', { exact: true })).toBeVisible();
  const comeBack = goOffline();
  window.dispatchEvent(new Event('offline'));
  await goTo('');
  await expect.element(screen.getByText('Offline: showing what we last saw.')).toBeVisible();
  await expect.poll(() => shownQueue.read().isStale).toBe(true);
  comeBack();
  window.dispatchEvent(new Event('online'));
  await expect.element(screen.getByText(/showing what we last saw/)).not.toBeInTheDocument();
});

test('Undo of a party that was called off leads back to its page, with the focus on its heading.', async () => {
  const held = Promise.withResolvers<void>();
  const guests = [guestRow('Mia', { email: 'mia@example.com' })];
  const ofGuests = { party_invitations: [invitationRow(cakeDay)], party_guests: guests };
  const screen = await open('Maria', cakeDay, ofGuests, (request) =>
    request.path.startsWith('/rest/v1/party_guests') ? held.promise.then(() => backend.apply(request)) : undefined,
  );
  await goTo(partyHash(cakeDay.id));
  await screen.getByRole('button', { name: 'More for Cake Day' }).click();
  await screen.getByRole('button', { name: 'Call Off' }).click();
  // The guests are known only after the press.
  held.resolve();
  await screen.getByRole('button', { name: 'Call It Off' }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('The party is on again!')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Cake Day', level: 1 })).toHaveFocus();
});

test.for([
  ['on their way', false, /We'll email 1 guest\./],
  ['beyond reading', true, /We couldn't check who's coming\./],
] as const)('A dog whose parties are %s is asked about before it is removed. @10.290', async ([, isLost, told]) => {
  const held = Promise.withResolvers<void>();
  const guests = {
    party_invitations: [invitationRow(cakeDay)],
    party_guests: [guestRow('Mia', { email: 'm@a.example' })],
  };
  const screen = await open('Maria', cakeDay, guests, (request) =>
    request.path.startsWith('/rest/v1/birthday_celebrations')
      ? held.promise.then(() => (isLost ? Response.json({ message: 'boom' }, { status: 400 }) : backend.apply(request)))
      : undefined,
  );
  await screen.getByRole('button', { name: 'Delete Rex' }).click();
  held.resolve();
  await expect.element(screen.getByRole('alertdialog', { name: 'Remove Rex?' })).toMatchTextContent(told);
});

const at = (found: Locator) => found.element().getBoundingClientRect();

test('No press and no scroll tells the next celebration on a phone, on the pack and on the page of a dog. @10.28', async () => {
  await page.viewport(390, 844);
  const screen = await open('Maria');
  const next = screen.getByRole('article').getByText('5 days to go!').first();
  await expect.element(next).toBeVisible();
  expect(at(next).bottom).toBeLessThanOrEqual(at(screen.getByRole('navigation', { name: 'Places' })).top);
  window.location.hash = dogHash(rex.id);
  const ticket = screen.getByText('Next celebration');
  await expect.element(ticket).toBeVisible();
  expect(at(screen.getByText('5 days to go!').last()).bottom).toBeLessThanOrEqual(
    at(screen.getByRole('button', { name: 'Plan Party' })).top,
  );
  expect(window.scrollY).toBe(0);
});

test('The dogs of a small pack are near the top of a phone, on an ordinary day and on a birthday. @10.47 @10.50', async () => {
  await page.viewport(390, 844);
  const dogsFrom = (birth: string) =>
    ['Rex', 'Luna', 'Moose'].map((name, index) =>
      dogRowOf(
        { ...rex, id: `${rex.id.slice(0, -1)}${index + 1}`, name, notes: null, birthDate: date(birth) },
        owner.id,
      ),
    );
  const card = (screen: Awaited<ReturnType<typeof open>>, name: string) => screen.getByRole('article', { name });
  const ordinary = await open('Maria', cakeDay, { dogs: dogsFrom('2020-03-14') });
  await expect.element(card(ordinary, 'Moose')).toBeVisible();
  await expect.poll(() => at(card(ordinary, 'Rex')).top).toBeLessThan(560);
  await expect.poll(() => at(card(ordinary, 'Moose')).bottom).toBeLessThan(1200);
  await ordinary.unmount();
  const [celebrated, ...others] = dogsFrom('2020-03-14');
  const dogs = [{ ...celebrated!, birth_date: '2019-06-15' }, ...others];
  const festive = await open('Maria', cakeDay, { dogs });
  const hero = festive.getByRole('region', { name: /^Rex turns .* today!$/ });
  await expect.element(hero.getByRole('article', { name: 'Rex' })).toBeVisible();
  // The question of the day comes with the portraits, and takes one row until it is answered.
  await expect.poll(() => at(hero.getByRole('complementary')).height).toBeLessThan(72);
  await hero.getByRole('button', { name: 'Not Today' }).click();
  await expect.element(hero.getByText("Today's the day")).not.toBeInTheDocument();
  await expect.poll(() => at(hero).top).toBeLessThan(560);
  await expect.poll(() => at(card(festive, 'Moose')).top).toBeLessThan(1200);
});

/** The main parts that are seen. The pack stays in the document behind another page. */
const mainParts = () => [...document.querySelectorAll('main')].filter((part) => part.checkVisibility());

test('Each page has one main part, also while it is loading, and the first button leads past the header to its heading.', async () => {
  window.location.hash = dogHash(rex.id);
  const dogs = Promise.withResolvers<void>();
  const hold = ({ path }: SeenRequest) => (path.startsWith('/rest/v1/dogs') ? dogs.promise : undefined);
  const screen = await open('Maria', cakeDay, {}, (request) => hold(request)?.then(() => backend.apply(request)));
  await expect.element(screen.getByText('Counting the party hats...')).toBeVisible();
  expect(mainParts()).toHaveLength(1);
  dogs.resolve();
  for (const [hash, title] of [
    [dogHash(rex.id), 'Rex'],
    [cardHash(rex.id), /card/i],
    [partiesHash, 'Parties'],
    [youHash(), 'You'],
    ['', 'Your Pack'],
  ] as const) {
    window.location.hash = hash;
    const heading = screen.getByRole('heading', { name: title, level: 1 });
    await expect.element(heading).toBeVisible();
    expect(mainParts()).toHaveLength(1);
    const skip = screen.getByRole('button', { name: 'Skip to Content' });
    (skip.element() as HTMLElement).focus();
    await expect.element(skip).toBeInViewport();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading).toHaveFocus();
    expect(window.location.hash).toBe(hash);
  }
});
