import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { date } from '../../../domain/testing/dates.ts';
import type { Party } from '../../backend/records/parties.ts';
import { rex } from '../../testing/dogs.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { DogParties, UpcomingParties } from './party-list.tsx';

const today = date('2026-06-15');
const bella = { ...rex, id: '00000000-0000-4000-8000-000000000002', name: 'Bella' };

const base = { createdAt: '2026-01-01T00:00:00+00:00', version: 1 };

function partyOn(day: string, title: string, dogId = rex.id): Party {
  return { id: title, dogId, title, celebrationDate: date(day), description: null, location: null, ...base };
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
  const titles = () => [...list.element().querySelectorAll('strong')].map((title) => title.textContent);
  expect(titles()).toEqual(['Today', 'Tomorrow', 'July', 'Yesterday']);
  await expect.element(list.getByText("It's today!")).toBeVisible();
  await expect.element(list.getByText('Bella, June 16, 2026')).toBeVisible();
  await expect.element(list.getByText('Yesterday')).not.toBeVisible();
  await list.getByText('Past parties (1)').click();
  await expect.element(list.getByText('Yesterday')).toBeVisible();
});

test('Nothing is shown while nothing is planned, nor for dogs that are gone.', async () => {
  const screen = await render(
    <UpcomingParties dogs={[bella]} parties={[partyOn('2026-07-01', 'July')]} today={today} actions={actions()} />,
  );
  await expect.element(screen.getByRole('region')).not.toBeInTheDocument();
});

test('More than four are folded, and none is lost.', async () => {
  const parties = ['16', '17', '18', '19', '20', '21'].map((day) => partyOn(`2026-06-${day}`, `Day ${day}`));
  const screen = await render(<UpcomingParties dogs={[rex]} parties={parties} today={today} actions={actions()} />);
  await expect.element(screen.getByText('Day 19')).toBeVisible();
  await expect.element(screen.getByText('Day 20')).not.toBeVisible();
  await screen.getByText('2 more').click();
  await expect.element(screen.getByText('Day 21')).toBeVisible();
});

test('Each party can be shared, edited and cancelled.', async () => {
  const party = partyOn('2026-07-01', 'Cake Day');
  const { onRequest, onCancel } = actions();
  const screen = await render(
    <DogParties dog={rex} parties={[party]} today={today} actions={{ onRequest, onCancel }} />,
  );
  await screen.getByRole('button', { name: 'Share Cake Day' }).click();
  expect(onRequest).toHaveBeenLastCalledWith({ kind: 'share', dog: rex, party });
  await screen.getByRole('button', { name: 'Edit Cake Day' }).click();
  expect(onRequest).toHaveBeenLastCalledWith({ kind: 'edit', dog: rex, party });
  await screen.getByRole('button', { name: 'Cancel Cake Day' }).click();
  expect(onCancel).toHaveBeenLastCalledWith(party);
});

test('A card shows the next two parties of its dog.', async () => {
  const parties = [partyOn('2026-09-01', 'Third'), partyOn('2026-07-01', 'First'), partyOn('2026-08-01', 'Second')];
  const screen = await render(<DogParties dog={rex} parties={parties} today={today} actions={actions()} />);
  const list = screen.getByRole('list', { name: 'Parties of Rex' });
  const titles = [...list.element().querySelectorAll('strong')].map((title) => title.textContent);
  expect(titles).toEqual(['First', 'Second']);
  await expect.element(screen.getByText('1 more in the list of parties')).toBeVisible();
});

test('The longest words stay within the list on the smallest phone.', async () => {
  await page.viewport(320, 640);
  const party = { ...partyOn('2026-07-01', 'W'.repeat(120)), location: 'W'.repeat(200) };
  const dog = { ...rex, name: 'W'.repeat(60) };
  const screen = await render(<UpcomingParties dogs={[dog]} parties={[party]} today={today} actions={actions()} />);
  expect(contentOutside(screen.getByRole('region').element())).toEqual([]);
});
