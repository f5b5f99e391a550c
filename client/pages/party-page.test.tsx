import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { partyTimeOf } from '../../domain/parties/party-time.ts';
import { date } from '../../domain/testing/dates.ts';
import { offerShareSheet } from '../testing/browser.ts';
import { photoColor, threeColors } from '../testing/canvas.ts';
import { answerAsBackend, type Row } from '../testing/pretend-backend.ts';
import { session, storeSession } from '../testing/pretend-session.ts';
import { renderApp } from '../testing/render-app.tsx';
import { rex } from '../testing/sample-dogs.ts';
import { cakeDay, guestRow, invitationRow } from '../testing/sample-parties.ts';
import { setToday } from '../testing/today.ts';
import { showSuccess } from '../ui/toaster.tsx';
import { PartyPage } from './party-page.tsx';

const owner = { id: session.user.id, email: 'rex@example.com', name: 'Maria', newEmail: null };
const invitation = invitationRow(cakeDay, { has_link: false, link_token: null });
const mia = guestRow('Mia');

beforeEach(() => setToday(2026, 6, 15));
beforeEach(() => storeSession());

async function open({
  placeFor = 'all',
  party = cakeDay,
  dog = rex,
  photoFocus = null as { x: number; y: number } | null,
  isNew = false,
  isInvited = true,
  guests = [] as Row[],
  name = 'Maria' as string | null,
} = {}) {
  const invitations = isInvited ? [{ ...invitation, place_for: placeFor }] : [];
  answerAsBackend({ party_invitations: invitations, party_guests: guests }, ({ path }) =>
    path.includes('/rpc/') ? Response.json(path.includes('make_invitation_link') ? 'T'.repeat(43) : true) : undefined,
  );
  const does = {
    ...{ onShared: vi.fn(), onDecide: vi.fn(), onBack: vi.fn(), onEdit: vi.fn(), onCallOff: vi.fn() },
    onPlanAgain: vi.fn(),
  };
  const screen = await renderApp(
    <PartyPage owner={{ ...owner, name }} dog={dog} {...{ party, photoFocus, isNew }} {...does} />,
  );
  await expect.element(screen.getByRole('link', { name: /^WhatsApp/ })).toBeVisible();
  return { screen, ...does };
}

test('Picture and words leave out a place that only guests who say yes see, and no address is shared without a link. @10.273', async () => {
  const told = async (placeFor: string) => {
    const { screen } = await open({ placeFor });
    const whatsApp = screen.getByRole('link', { name: /^WhatsApp/ }).element() as HTMLAnchorElement;
    const card = screen.getByRole('img', { name: /^Invitation with a picture of Rex/ }).element();
    const words = [new URL(whatsApp.href).searchParams.get('text'), card.getAttribute('aria-label')];
    await screen.unmount();
    return words;
  };
  const words = "You're invited to celebrate Rex! Wed, Jul 1";
  const question = '. Are you in? Dogs count, too.\n\n— Maria';
  expect(await told('all')).toEqual([`${words} · Dog Park${question}`, expect.stringContaining('Dog Park')]);
  expect(await told('yes')).toEqual([words + question, expect.not.stringContaining('Dog Park')]);
});

test('The page counts the days to its party where that takes place, as its guests read them. @10.77', async () => {
  // There it is two in the morning of the next day.
  vi.setSystemTime('2026-06-15T12:00:00Z');
  const time = partyTimeOf('18:00', 'Pacific/Kiritimati');
  const { screen } = await open({ party: { ...cakeDay, celebrationDate: date('2026-06-17'), time } });
  await expect.element(screen.getByText('Tomorrow! · For Rex')).toBeVisible();
});

test('The page is edited and called off from; a party that has been is only edited, and planned again unless its dog is remembered. @10.350', async () => {
  const { screen, onEdit, onCallOff, onBack } = await open();
  expect(screen.getByRole('button', { name: 'Plan It Again' }).query()).toBeNull();
  await screen.getByRole('button', { name: 'Edit Cake Day' }).click();
  await screen.getByRole('button', { name: 'More for Cake Day' }).click();
  await screen.getByRole('button', { name: 'Call Off' }).click();
  await screen.getByRole('button', { name: 'Back' }).click();
  expect([onEdit, onCallOff, onBack].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  await screen.unmount();
  const party = { ...cakeDay, celebrationDate: date('2026-06-01') };
  const { screen: past, onPlanAgain } = await open({ party });
  await past.getByRole('button', { name: 'Plan It Again' }).click();
  expect(onPlanAgain).toHaveBeenCalledOnce();
  await past.getByRole('button', { name: 'More for Cake Day' }).click();
  await expect.element(past.getByRole('button', { name: 'Save Picture' })).toBeVisible();
  expect(past.getByRole('button', { name: 'Call Off' }).query()).toBeNull();
  await past.unmount();
  const { screen: remembered } = await open({ party, dog: { ...rex, diedOn: date('2026-06-10') } });
  expect(remembered.getByRole('button', { name: 'Plan It Again' }).query()).toBeNull();
});

test('The page of a party that has been asks for a photo, which its card then shows; of one to come it shows the dog. @10.80', async () => {
  const requested: string[] = [];
  const observer = new PerformanceObserver((list) => requested.push(...list.getEntries().map(({ name }) => name)));
  observer.observe({ type: 'resource' });
  const photo = (name: string) => `${window.location.origin}/storage/v1/object/public/dog-photos/1/${name}.webp`;
  const party = { ...cakeDay, memoryPhotoUrl: photo('day') };
  const { screen } = await open({ party });
  await expect.element(screen.getByRole('img', { name: /^Invitation with a picture of Rex/ })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Photo of the day' }).query()).toBeNull();
  await screen.unmount();
  expect(requested).not.toContain(photo('day'));
  const { screen: past } = await open({ party: { ...party, celebrationDate: date('2026-06-01') } });
  await expect.element(past.getByRole('img', { name: /^Memory with a picture of Rex/ })).toBeVisible();
  expect(past.getByLabelText('Add the Photo of the Day').query()).toBeNull();
  await past.getByRole('button', { name: 'More for Cake Day' }).click();
  await expect.element(past.getByLabelText('Change Photo')).toBeInTheDocument();
  await expect.poll(() => requested).toContain(photo('day'));
  observer.disconnect();
});

test('The card of a party that has been shows the face in the photo of the day. @10.80', async () => {
  const party = { ...cakeDay, celebrationDate: date('2026-06-01'), memoryPhotoUrl: threeColors() };
  for (const [photoFocus, color] of [
    [{ x: 4, y: 50 }, [255, 0, 0]],
    [{ x: 96, y: 50 }, [0, 0, 255]],
  ] as const) {
    const { screen } = await open({ party, photoFocus });
    await expect.poll(() => photoColor(screen.getByRole('img', { name: /^Memory with/ }).element())).toEqual(color);
    await screen.unmount();
  }
});

test('An invite that goes out leaves a stamp on its card, and the first chair waits; one that is held back or copied does not.', async () => {
  const share = vi.fn().mockRejectedValueOnce(new DOMException('Closed.', 'AbortError')).mockResolvedValue(undefined);
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { screen, onShared } = await open();
  const send = screen.getByRole('button', { name: 'Send Invite' });
  const out = screen.getByText("Invite's out. First chair's waiting.").first();
  await send.click();
  await expect.poll(() => onShared.mock.calls).toHaveLength(1);
  offerShareSheet(share);
  await send.click();
  await expect.poll(() => share.mock.calls).toHaveLength(1);
  await expect.element(send).toHaveAttribute('aria-busy', 'false');
  await expect.element(out).not.toBeInTheDocument();
  expect(document.querySelector('.card-stamp')).toBeNull();
  await send.click();
  await expect.element(out).toBeVisible();
  expect(document.querySelectorAll('.card-stamp')).toHaveLength(1);
  expect(onShared).toHaveBeenCalledTimes(2);
});

test.for([320, 390, 1280])(
  'In a window %i wide Change shows the settings across the page, also once somebody has answered.',
  async (width) => {
    await page.viewport(width, 844);
    const { screen } = await open({ guests: [mia] });
    const change = screen.getByRole('button', { name: 'Change who sees what' });
    // Not by a real press: without the frame of the pack, the line ends under the bar at the foot.
    (change.element() as HTMLElement).click();
    const field = screen.getByLabelText('Who sees the place?');
    await expect.element(field).toBeVisible();
    expect(field.element().getBoundingClientRect().width).toBeGreaterThan(280);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const table = screen.getByRole('list', { name: 'At the table' });
    await expect.element(table).toBeVisible();
    expect(table.element().getBoundingClientRect().width).toBeGreaterThan(280);
  },
);

test('At 320 px with text at twice its size, the way back begins where the title does.', async () => {
  await page.viewport(320, 844);
  const root = document.documentElement;
  onTestFinished(() => void root.style.removeProperty('font-size'));
  root.style.fontSize = '200%';
  const { screen } = await open({});
  const title = screen.getByRole('heading', { level: 1 }).element().getBoundingClientRect();
  const back = screen.getByRole('button', { name: 'Back' }).element().getBoundingClientRect();
  expect(back.left).toBeLessThanOrEqual(title.left);
  expect(root.scrollWidth).toBeLessThanOrEqual(320);
});

test('On a phone the first card begins at the edge of the page, and the last one ends there.', async () => {
  await page.viewport(390, 844);
  const { screen } = await open({});
  const styles = screen.getByRole('radiogroup', { name: 'Style of the card' });
  const style = (name: string) => styles.getByText(name, { exact: true });
  const box = () =>
    screen
      .getByRole('img', { name: /^Invitation with a picture of Rex/ })
      .element()
      .closest('.card-slide')!
      .getBoundingClientRect();
  await style('Cover').click();
  await expect.poll(() => box().left).toBeCloseTo(16, 0);
  await style('Number').click();
  await expect.poll(() => (box().left + box().right) / 2).toBeCloseTo(195, 0);
  await style('Lamplight').click();
  await expect.poll(() => box().right).toBeCloseTo(374, 0);
});

test('On a phone the styles are below the card, and once somebody has answered only there for the keyboard: a tick marks the chosen card.', async () => {
  await page.viewport(390, 844);
  const group = { name: 'Style of the card' };
  const { screen: before } = await open({});
  const card = before.getByRole('img', { name: /^Invitation with a picture of Rex/ }).element();
  const styles = before.getByRole('radiogroup', group).element().getBoundingClientRect();
  const ticked = () =>
    [...document.querySelectorAll('.card-slide')].map((slide) => slide.querySelector('svg') !== null);
  expect(ticked()).toEqual([false, false, false, false]);
  expect(styles.top - card.getBoundingClientRect().bottom).toBeLessThan(20);
  await before.unmount();

  const { screen: after } = await open({ guests: [mia] });
  await expect.element(after.getByText(/1 person/).first()).toBeVisible();
  const radios = after.getByRole('radiogroup', group);
  const height = () => radios.element().parentElement!.getBoundingClientRect().height;
  expect(height()).toBeLessThan(2);
  expect(ticked()).toEqual([false, false, true, false]);
  (radios.getByRole('radio', { name: 'Cover' }).element() as HTMLElement).focus();
  expect(height()).toBeGreaterThan(40);
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(radios.getByRole('radio', { name: 'Number' })).toBeChecked();
  expect(ticked()).toEqual([false, true, false, false]);
});

test('On a phone the table is right below date and place, above what the kitchen needs and the places to share.', async () => {
  await page.viewport(390, 844);
  const { screen } = await open({ guests: [{ ...mia, allergies: 'Peanuts' }] });
  const allergies = screen.getByRole('heading', { name: 'Allergies' });
  await expect.element(allergies).toBeVisible();
  const tops = [
    screen.getByText(/For Rex/),
    screen.getByRole('list', { name: 'At the table' }),
    allergies,
    screen.getByRole('list', { name: 'Places to share' }),
    screen.getByRole('heading', { name: 'Guests', exact: true }),
  ].map((each) => each.element().getBoundingClientRect().top);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
});

test('After a party to which nobody was invited its dog sits at the table, with the way to add a photo.', async () => {
  const { screen } = await open({ party: { ...cakeDay, celebrationDate: date('2026-06-01') }, isInvited: false });
  await expect.element(screen.getByText('What a day, Rex!')).toBeVisible();
  await expect.element(screen.getByRole('list', { name: 'At the table' })).toMatchTextContent(/^\s*Rex\s*$/);
  await expect.element(screen.getByLabelText('Add the Photo of the Day')).toBeInTheDocument();
});

test('On a phone a new host types a name in a whole row, and the toast is above it.', async () => {
  await page.viewport(390, 844);
  const { screen } = await open({ name: null });
  showSuccess({ title: 'Celebration planned!', text: 'Time to send the invites.' });
  const field = screen.getByLabelText('Your name').element();
  await expect.element(screen.getByText('Celebration planned!')).toBeVisible();
  const label = screen.getByText('Your name').element();
  const toasts = document.querySelector('.toasts-of-page') as Element;
  expect(field.getBoundingClientRect().width).toBeGreaterThan(340);
  expect(toasts.getBoundingClientRect().bottom).toBeLessThanOrEqual(label.getBoundingClientRect().top);
});

test.for([320, 390, 1280])('The longest words stay within the page in a window %i wide.', async (width) => {
  await page.viewport(width, 800);
  const { screen } = await open({
    dog: { ...rex, name: 'W'.repeat(60) },
    party: { ...cakeDay, title: 'W'.repeat(120), location: 'W'.repeat(200), description: 'W'.repeat(500) },
  });
  // The name card at the table cuts a long name.
  await expect.element(screen.getByRole('list', { name: 'At the table' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('After a party on a desktop its card and what guests brought end about where the table beside them does.', async () => {
  await page.viewport(1280, 900);
  const party = { ...cakeDay, celebrationDate: date('2026-06-01'), memoryPhotoUrl: threeColors() };
  const bottomOf = (element: Element | null) => element?.getBoundingClientRect().bottom ?? Number.NaN;
  for (const [guest, most] of [
    [mia, 150],
    [{ ...mia, allergies: 'Peanuts' }, 4],
  ] as const) {
    const { screen } = await open({ party, guests: [guest] });
    await expect.element(screen.getByRole('heading', { name: 'Guests', exact: true })).toBeVisible();
    const styles = screen.getByRole('radiogroup', { name: 'Style of the card' }).element();
    const left = Math.max(bottomOf(styles), bottomOf(document.querySelector('.glance')) || 0);
    expect(Math.abs(bottomOf(screen.getByRole('list', { name: 'At the table' }).element()) - left)).toBeLessThan(most);
    await screen.unmount();
  }
});

test('Before a party on a desktop what its host has to know takes only the room of its words.', async () => {
  await page.viewport(1280, 900);
  const { screen } = await open({ guests: [{ ...mia, allergies: 'Peanuts' }] });
  await expect.element(screen.getByRole('heading', { name: 'Allergies' })).toBeVisible();
  expect(document.querySelector('.glance')?.clientHeight).toBeLessThan(200);
});

test('On a phone each allergy and each thing to bring has one line.', async () => {
  await page.viewport(390, 844);
  const grace = guestRow('Grace', { allergies: 'Bo, no chicken', brings: ['Lemonade'] });
  const { screen } = await open({ guests: [grace] });
  await expect.element(screen.getByRole('heading', { name: 'To Bring' })).toBeVisible();
  const lines = [...document.querySelectorAll('.glance li')].map(({ clientHeight }) => clientHeight);
  expect(lines).toEqual([28, 28]);
});
