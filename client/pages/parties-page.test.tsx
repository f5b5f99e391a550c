import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { date } from '../../domain/testing/dates.ts';
import { rex } from '../testing/dogs.ts';
import { cakeDay } from '../testing/parties.ts';
import { renderApp } from '../testing/render-app.tsx';
import { setToday } from '../testing/today.ts';
import { PartiesPage } from './parties-page.tsx';

const photoUrl = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const dogs = [
  { ...rex, photoUrl },
  { ...rex, photoUrl, id: 'luna', name: 'Luna' },
];

test('Each dog is pictured on the first of its parties to come, and on the others the day is large.', async () => {
  setToday(2026, 6, 15);
  const partyOn = (day: string, dogId: string) => ({
    ...cakeDay,
    id: day,
    dogId,
    title: day,
    celebrationDate: date(day),
  });
  const screen = await render(
    <PartiesPage
      ownerId="robin"
      dogs={dogs}
      parties={[
        partyOn('2026-06-20', rex.id),
        partyOn('2026-07-20', rex.id),
        partyOn('2026-08-20', 'luna'),
        partyOn('2026-09-20', rex.id),
      ]}
      portraits={[]}
      book={new Map()}
      today={date('2026-06-15')}
      onDecide={() => {}}
      onPlan={() => {}}
    />,
  );
  const tickets = screen.getByRole('list', { name: 'Parties to come' }).getByRole('link').elements();
  expect(tickets.map((ticket) => ticket.querySelector('img') !== null)).toEqual([true, false, true, false]);
});

test('Of 300 parties, and in the question whose party it is, only what is near the window is drawn in full.', async () => {
  setToday(2026, 6, 15);
  await page.viewport(390, 844);
  const many = Array.from({ length: 300 }, (_, index) => ({ ...rex, id: `dog-${index}`, name: `Dog ${index}` }));
  const parties = many.flatMap(({ id, name }) =>
    ['2026-05-20', '2026-07-20'].map((day) => ({
      ...cakeDay,
      id: `${id} ${day}`,
      dogId: id,
      title: `${name} on ${day}`,
      celebrationDate: date(day),
    })),
  );
  const screen = await renderApp(
    <PartiesPage
      ownerId="robin"
      dogs={many}
      parties={parties}
      portraits={[]}
      book={new Map()}
      today={date('2026-06-15')}
      onDecide={() => {}}
      onPlan={() => {}}
    />,
  );
  const pictured = (list: Locator) =>
    list
      .getByRole('listitem')
      .elements()
      .filter((item) => item.querySelector('svg, img'));
  const memories = screen.getByRole('region', { name: 'Memories' });
  await expect.poll(() => memories.getByRole('link').elements().length).toBe(300);
  // All of them are far below the window.
  expect(pictured(memories)).toEqual([]);
  for (const list of [screen.getByRole('list', { name: 'Parties to come' }), memories]) {
    await expect.poll(() => list.getByRole('link').elements().length).toBe(300);
    const items = list.getByRole('link').elements();
    expect(pictured(list).length).toBeLessThan(30);
    items.at(-1)?.scrollIntoView();
    await expect.poll(() => pictured(list).at(-1)).toBe(items.at(-1)?.closest('li'));
    expect(pictured(list).length).toBeLessThan(60);
  }
  await screen.getByRole('button', { name: 'Plan a Party' }).click();
  const dialog = screen.getByRole('dialog');
  const choices = dialog.getByRole('button', { name: /^Dog/ });
  await expect.poll(() => choices.elements().length).toBe(300);
  expect(pictured(dialog).length).toBeLessThan(30);
  choices.elements().at(-1)?.scrollIntoView();
  await expect.poll(() => pictured(dialog).at(-1)).toBe(choices.elements().at(-1)?.closest('li'));
});
