import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { date } from '../../domain/testing/dates.ts';
import { invitations } from '../data/records/invitations.ts';
import { describeGuests } from '../features/invitations/read-guest-book.ts';
import { renderApp } from '../testing/render-app.tsx';
import { rex } from '../testing/sample-dogs.ts';
import { cakeDay, invitationRow } from '../testing/sample-parties.ts';
import { setToday } from '../testing/today.ts';
import { DogTickets, PartiesPage } from './parties-page.tsx';

const photoUrl = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const dogs = [
  { ...rex, photoUrl },
  { ...rex, photoUrl, id: 'luna', name: 'Luna' },
];

const rest = {
  ...{ ownerId: 'robin', portraits: [], book: new Map(), today: date('2026-06-15') },
  ...{ onDecide: () => {}, onPlan: () => {} },
};

test('Each ticket shows the photo of its dog and what to press, raspberry only on that of the next party.', async () => {
  setToday(2026, 6, 15);
  const parties = ['2026-06-20', '2026-07-20'].map((day) => ({ ...cakeDay, id: day, celebrationDate: date(day) }));
  const screen = await render(<PartiesPage {...rest} dogs={dogs} parties={parties} />);
  const tickets = screen.getByRole('list', { name: 'Parties to come' }).getByRole('link');
  expect(tickets.elements().map((ticket) => ticket.querySelector('img') !== null)).toEqual([true, true]);
  const buttons = screen.getByText('Send Invite').elements();
  expect(buttons.map((button) => button.checkVisibility())).toEqual([true, true]);
  expect(buttons.map((button) => button.classList.contains('bg-raspberry'))).toEqual([true, false]);
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
  const screen = await renderApp(<PartiesPage {...rest} dogs={many} parties={parties} />);
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

test('Where the page has room, the memories end with their last print.', async () => {
  setToday(2026, 6, 15);
  await page.viewport(1600, 900);
  const heldOn = (day: string) => ({ ...cakeDay, id: day, celebrationDate: date(day), memoryPhotoUrl: photoUrl });
  const screen = await renderApp(
    <PartiesPage {...rest} dogs={[rex]} parties={[heldOn('2026-05-20'), heldOn('2026-05-21')]} />,
  );
  const prints = screen.getByRole('region', { name: 'Memories' }).getByRole('listitem').elements() as HTMLElement[];
  const last = prints.at(-1)!;
  const list = last.parentElement!;
  expect(last.offsetLeft + last.offsetWidth).toBe(list.offsetLeft + list.offsetWidth);
});

test("On a dog's page an only ticket lies beside an only memory, as high as that, on a tablet and in a wide window.", async () => {
  setToday(2026, 6, 15);
  const held = { ...cakeDay, id: 'held', celebrationDate: date('2026-05-20'), memoryPhotoUrl: photoUrl };
  const screen = await renderApp(<DogTickets {...rest} dog={{ ...rex, photoUrl }} parties={[cakeDay, held]} />);
  const at = (part: Locator) => part.element().getBoundingClientRect();
  for (const width of [768, 1280]) {
    await page.viewport(width, 900);
    const ticket = at(screen.getByRole('list', { name: 'Parties to come' }).getByRole('link'));
    const memories = at(screen.getByRole('region', { name: 'Memories' }));
    const photo = screen.getByRole('list', { name: 'Parties to come' }).element().querySelector('img');
    expect(Math.min(photo?.width ?? 0, photo?.height ?? 0), `at ${width} px`).toBeGreaterThan(160);
    expect(ticket.height, `at ${width} px`).toBe(memories.height);
    expect(ticket.height).toBeLessThan(ticket.width);
  }
});

test('A party of a dog in memory is found while guests know of it, counts nothing down, and is no memory unless it was held.', async () => {
  setToday(2026, 6, 15);
  const dog = { ...rex, diedOn: date('2026-06-10') };
  const partyOn = (title: string, day: string) => ({ ...cakeDay, id: title, title, celebrationDate: date(day) });
  const parties = [
    ...[partyOn('Sent', '2026-07-01'), partyOn('Kept to Us', '2026-07-02')],
    ...[partyOn('Held', '2026-06-01'), partyOn('Never Held', '2026-06-12')],
  ];
  const seen = { invitation: invitations.read(invitationRow(cakeDay)), guests: [] };
  const book = new Map(['Sent', 'Never Held'].map((id) => [id, describeGuests(seen, null)]));
  const shown = { ...rest, parties, book };
  for (const part of [
    <PartiesPage key="all" {...shown} dogs={[dog]} />,
    <DogTickets key="of dog" {...shown} dog={dog} />,
  ]) {
    const screen = await renderApp(part);
    const links = screen.getByRole('link').elements();
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['#party=Sent', '#party=Held']);
    expect(links[0]?.textContent).toContain('Still on');
    expect(screen.container.textContent).not.toMatch(/to go|No party planned/);
    await screen.unmount();
  }
  const screen = await renderApp(<DogTickets {...rest} dog={dog} parties={parties.slice(1, 2)} />);
  expect(screen.getByRole('heading').query()).toBeNull();
});
