import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { partyTimeOf } from '../../../domain/parties/party-time.ts';
import { date } from '../../../domain/testing/dates.ts';
import type { Party } from '../../data/records/parties.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { rex } from '../../testing/dogs.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { cakeDay } from '../../testing/parties.ts';
import { DogParties, lineOf, UpcomingParties } from './party-list.tsx';

const today = date('2026-06-15');
const bella = { ...rex, id: '00000000-0000-4000-8000-000000000002', name: 'Bella' };

function partyOn(day: string, title: string, dogId = rex.id): Party {
  return { ...cakeDay, id: title, dogId, title, celebrationDate: date(day), location: null };
}

function actions() {
  return { onRequest: vi.fn(), onCancel: vi.fn() };
}

test('Upcoming parties come by date, with those of today, and past ones are folded away.', async () => {
  const parties = [
    partyOn('2026-07-01', 'July'),
    partyOn('2026-06-14', 'Yesterday'),
    partyOn('2026-06-16', 'Tomorrow', bella.id),
    partyOn('2026-06-15', 'Today'),
  ];
  const screen = await render(
    <UpcomingParties dogs={[rex, bella]} parties={parties} today={today} actions={actions()} />,
  );
  const list = screen.getByRole('region', { name: 'Upcoming Parties' });
  const titles = () => [...list.element().querySelectorAll('button strong')].map((title) => title.textContent);
  expect(titles()).toEqual(['Today', 'Tomorrow', 'July', 'Yesterday']);
  await expect.element(list.getByText("It's today!")).toBeVisible();
  await expect.element(list.getByText('Bella, June 16, 2026')).toBeVisible();
  await expect.element(list.getByText('Yesterday')).not.toBeVisible();
  await list.getByText('Memories (1)').click();
  await expect.element(list.getByText('Yesterday')).toBeVisible();
  await expect.element(list.getByText('Celebrated: ')).toBeInTheDocument();
});

test('Nothing is shown while nothing is planned, nor for dogs that are gone.', async () => {
  const screen = await render(
    <UpcomingParties dogs={[bella]} parties={[partyOn('2026-07-01', 'July')]} today={today} actions={actions()} />,
  );
  await expect.element(screen.getByRole('region')).not.toBeInTheDocument();
});

test('Twenty invitations stand on one shelf, which the keyboard scrolls.', async () => {
  const parties = Array.from({ length: 20 }, (_, day) => partyOn(`2026-07-${day + 10}`, `Party ${day}`));
  const screen = await render(<UpcomingParties dogs={[rex]} parties={parties} today={today} actions={actions()} />);
  const shelf = screen.getByRole('region', { name: 'Invitations' });
  expect(shelf.getByRole('listitem').elements()).toHaveLength(20);
  const element = shelf.element() as HTMLElement;
  element.focus();
  await expect.element(shelf).toHaveFocus();
  expect(element.scrollWidth).toBeGreaterThan(element.clientWidth);
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
});

test('Each party can be shared, edited and cancelled, and its invitation opened.', async () => {
  const party = partyOn('2026-07-01', 'Cake Day');
  const { onRequest, onCancel } = actions();
  const screen = await render(
    <UpcomingParties dogs={[rex]} parties={[party]} today={today} actions={{ onRequest, onCancel }} />,
  );
  await screen.getByRole('button', { name: 'Share Cake Day' }).click();
  expect(onRequest).toHaveBeenLastCalledWith({ kind: 'share', dog: rex, party });
  await screen.getByRole('button', { name: 'Edit Cake Day' }).click();
  expect(onRequest).toHaveBeenLastCalledWith({ kind: 'edit', dog: rex, party });
  await screen.getByRole('button', { name: "You're invited to Cake Day" }).click();
  expect(onRequest).toHaveBeenLastCalledWith({ kind: 'share', dog: rex, party });
  await screen.getByRole('button', { name: 'Cancel Cake Day' }).click();
  expect(onCancel).toHaveBeenLastCalledWith(party);
});

test('A memory can be shared and edited, and is not offered for deletion.', async () => {
  const screen = await render(
    <UpcomingParties dogs={[rex]} parties={[partyOn('2026-06-01', 'First Swim')]} today={today} actions={actions()} />,
  );
  await screen.getByText('Memories (1)').click();
  await expect.element(screen.getByRole('button', { name: 'Share First Swim' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Edit First Swim' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Cancel First Swim' })).not.toBeInTheDocument();
});

test("A dog's card has one line about its next party, which leads to the invitation.", async () => {
  const parties = [partyOn('2026-09-01', 'Third'), partyOn('2026-06-27', 'First'), partyOn('2026-08-01', 'Second')];
  const screen = await render(
    <>
      <DogParties dog={rex} parties={parties} today={today} actions={actions()} />
      <UpcomingParties dogs={[rex]} parties={parties} today={today} actions={actions()} />
    </>,
  );
  await screen.getByRole('button', { name: 'Next party: First, in 12 days, and 2 more' }).click();
  expect(lineOf('First')).toBe(document.activeElement);
});

test('Where no shelf can be reached, that line opens the invitation itself.', async () => {
  const party = partyOn('2026-06-16', 'Cake Day');
  const { onRequest, onCancel } = actions();
  const screen = await render(
    <DogParties dog={rex} parties={[party]} today={today} actions={{ onRequest, onCancel }} />,
  );
  await screen.getByRole('button', { name: 'Next party: Cake Day, tomorrow' }).click();
  expect(onRequest).toHaveBeenLastCalledWith({ kind: 'share', dog: rex, party });
});

test('The longest words stay within the list on the smallest phone.', async () => {
  await page.viewport(320, 640);
  const party = { ...partyOn('2026-07-01', 'W'.repeat(120)), location: 'W'.repeat(200) };
  const dog = { ...rex, name: 'W'.repeat(60) };
  const screen = await render(<UpcomingParties dogs={[dog]} parties={[party]} today={today} actions={actions()} />);
  expect(contentOutside(screen.getByRole('region', { name: 'Upcoming Parties' }).element())).toEqual([]);
});

test('Shelf and card say when a party begins, and where its clock is if that is elsewhere.', async () => {
  const here = { ...partyOn('2026-06-16', 'Here'), time: partyTimeOf('18:30', deviceZone()) };
  const there = { ...partyOn('2026-06-17', 'There'), time: partyTimeOf('09:00', 'Mars/Olympus_Mons') };
  const rest = { today, actions: actions() };
  const screen = await render(
    <>
      <UpcomingParties dogs={[rex]} parties={[there, here]} {...rest} />
      <DogParties dog={rex} parties={[here]} {...rest} />
    </>,
  );
  await expect.element(screen.getByText('Rex, June 16, 2026, 6:30 PM')).toBeVisible();
  await expect.element(screen.getByText('Rex, June 17, 2026, 9:00 AM, Olympus Mons time')).toBeVisible();
  await expect.element(screen.getByText('Next party: Here, tomorrow at 6:30 PM')).toBeVisible();
});
