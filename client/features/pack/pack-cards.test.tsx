import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { date } from '../../../domain/testing/dates.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { rex } from '../../testing/sample-dogs.ts';
import { PackCards } from './pack-cards.tsx';

const today = date('2026-06-15');

function dog(number: number, part: Partial<Dog> = {}): Dog {
  return {
    ...rex,
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    name: `Dog ${number}`,
    notes: null,
    ...part,
  };
}

/** Eight dogs, which can be searched and sorted. */
const others = Array.from({ length: 5 }, (_, index) => dog(index + 10, { birthDate: date('2026-06-13') }));

const zoe = dog(1, { name: 'Zoë', birthDate: date('2025-06-14'), breed: 'Whippet' });
const bo = dog(2, { name: 'Bo', birthDate: date('2025-06-15'), breed: null });
const anna = dog(3, { name: 'Anna', birthDate: date('2025-06-16'), breed: 'Löwchen' });

async function renderCards(
  dogs: Dog[],
  slots: Pick<
    Parameters<typeof PackCards>[0],
    'Today' | 'isPartyFull' | 'celebratedId' | 'Actions' | 'NextAction'
  > = {},
) {
  const screen = await render(<PackCards dogs={dogs} today={today} onEdit={vi.fn()} onDelete={vi.fn()} {...slots} />);
  const names = () =>
    screen
      .getByRole('article')
      .elements()
      .map((card) => card.getAttribute('aria-label'));
  return {
    screen,
    names,
    search: screen.getByRole('searchbox', { name: 'Find a dog' }),
    sort: screen.getByLabelText('Sort by'),
  };
}

test('From eight dogs on the pack can be sorted by the next birthday and by name, and the choice is remembered. @2.63 @10.48', async () => {
  // An order that is kept but unknown is the usual one.
  window.localStorage.setItem('wagday-pack-order', 'by smell');
  const { screen, names, sort } = await renderCards([zoe, bo, anna, ...others]);
  const first = () => names().slice(0, 3);
  await expect.poll(first).toEqual(['Zoë', 'Bo', 'Anna']);
  await expect.element(sort).toHaveDisplayValue('Newest first');
  await sort.selectOptions('Next birthday');
  await expect.poll(first).toEqual(['Bo', 'Anna', 'Dog 10']);
  await sort.selectOptions('Name');
  await expect.poll(first).toEqual(['Anna', 'Bo', 'Dog 10']);
  await screen.unmount();

  const later = await renderCards([zoe, bo, anna, ...others]);
  await expect.element(later.sort).toHaveDisplayValue('Name');
  await expect.poll(() => later.names()[0]).toEqual('Anna');
  await later.screen.unmount();
  // What cannot be changed does not apply either.
  const few = await renderCards([zoe, bo, anna, ...others.slice(0, 4)]);
  await expect.poll(() => few.names().slice(0, 3)).toEqual(['Zoë', 'Bo', 'Anna']);
  await expect.element(few.sort).not.toBeInTheDocument();
  await expect.element(few.search).not.toBeInTheDocument();
});

function isBefore(one: Element, other: Element): boolean {
  return Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
}

test.each([2, 3])(
  'The celebration of today is above a pack of %i, and in full it takes the place of who is next. @10.49',
  async (count) => {
    const dogs = [zoe, bo, anna].slice(0, count);
    const { screen } = await renderCards(dogs, { Today: () => <p>Cake!</p> });
    const [party, first] = [screen.getByText('Cake!').element(), screen.getByRole('article').first().element()];
    const nextUp = screen.getByRole('region', { name: 'Next Up' });
    expect(isBefore(party, nextUp.element())).toBe(true);
    expect(isBefore(nextUp.element(), first)).toBe(true);
    // The dog of today is not who is next.
    expect(nextUp.element().textContent).not.toContain('Bo');
    await screen.unmount();
    const full = await renderCards(dogs, { Today: () => <p>Cake!</p>, isPartyFull: true });
    await expect.element(full.screen.getByText('Cake!')).toBeVisible();
    await expect.element(full.screen.getByRole('region', { name: 'Next Up' })).not.toBeInTheDocument();
  },
);

test('While the pack is searched, the celebration of today makes room, and its dog is found as any other. @10.48', async () => {
  const { screen, names, search } = await renderCards([zoe, bo, anna, ...others], {
    Today: ({ children }) => children,
    isPartyFull: true,
    celebratedId: bo.id,
  });
  await expect.poll(() => names().filter((name) => name === 'Bo').length).toBe(1);
  await search.fill('bo');
  await expect.poll(names).toEqual(['Bo']);
  await expect.element(screen.getByText(/in human years$/)).toBeVisible();
});

test('From eight dogs on a search finds by name and breed, accents aside, and says how many. @2.63', async () => {
  const { screen, names, search } = await renderCards([zoe, bo, anna, ...others]);
  await search.fill('zoe');
  await expect.poll(names).toEqual(['Zoë']);
  await expect.element(screen.getByRole('status')).toHaveTextContent('1 of 8 dogs');
  await search.fill('lowchen');
  await expect.poll(names).toEqual(['Anna']);
  await search.fill('cat');
  await expect.poll(names).toEqual([]);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Nobody found');
  await expect.element(screen.getByText('Nobody in your pack answers to that.')).toBeVisible();
  await screen.getByRole('button', { name: 'Show All 8' }).click();
  await expect.poll(() => names().length).toBe(8);
  await expect.element(search).toHaveValue('');
});

const puppy = dog(4, { birthDate: date('2026-02-01') });

test.for([
  ["Anna's 1st birthday, 15 in human years", /.*June 16, 2026, Tomorrow!$/, [zoe, anna, dog(4)]],
  [
    "Dog 4's puppy graduation, half a year old",
    /.*August 3, 2026, 49 days to go!$/,
    [zoe, puppy, { ...zoe, id: 'zoë' }],
  ],
] as const)('%s is on one ticket that opens the page of the dog. @10.46', async ([what, when, dogs]) => {
  const { screen } = await renderCards([...dogs]);
  const ticket = screen.getByRole('region', { name: 'Next Up' });
  await expect.element(ticket).toMatchTextContent(new RegExp(what + when.source));
  await expect.element(ticket.getByRole('link')).toHaveAttribute('href', `#dog=${dogs[1].id}`);
});

test.each([
  ['8 days before', '2025-06-23', 0],
  ['7 days before', '2025-06-22', 1],
  ['on the day before', '2025-06-16', 7],
])('The ticket counts the last week with a candle a day: %s. @10.46', async (_, birthDate, candles) => {
  const { screen } = await renderCards([
    dog(1, { birthDate: date('2026-06-14') }),
    dog(2, { birthDate: date(birthDate) }),
  ]);
  const ticket = screen.getByRole('region', { name: 'Next Up' });
  await expect.element(ticket).toMatchTextContent(/Dog 2/);
  expect(ticket.element().querySelectorAll('[viewBox="0 0 168 44"] g g')).toHaveLength(candles);
});

test('The card of an only dog says what is next, and so do the first cards of a pack sorted by birthday. @10.46', async () => {
  const one = await renderCards([zoe]);
  await expect.element(one.screen.getByText(/^Zoë's 2nd birthday/)).toBeVisible();
  await expect.element(one.screen.getByRole('region', { name: 'Next Up' })).not.toBeInTheDocument();
  await one.screen.unmount();
  const two = await renderCards([zoe, anna]);
  await expect.element(two.screen.getByRole('region', { name: 'Next Up' })).toBeVisible();
  await two.screen.unmount();
  // On the day of a celebration the ticket says what comes after it.
  const onTheDay = await renderCards([dog(5, { birthDate: date('2020-06-15') })], { Today: () => <p>Cake!</p> });
  await expect.element(onTheDay.screen.getByRole('region', { name: 'Next Up' })).toBeVisible();
  await onTheDay.screen.unmount();
  const { screen, sort } = await renderCards([zoe, bo, anna, ...others]);
  const ticket = screen.getByRole('region', { name: 'Next Up' });
  await expect.element(ticket).toBeVisible();
  await sort.selectOptions('Next birthday');
  await expect.element(ticket).not.toBeInTheDocument();
  await sort.selectOptions('Name');
  await expect.element(ticket).toBeVisible();
});

test.for([768, 1280, 1920])('In a window of %i px no row of cards ends early. @10.52 @10.85', async (width) => {
  await page.viewport(width, 800);
  for (const count of [3, 4, 5, 7, 8, 10]) {
    const { screen, names } = await renderCards(Array.from({ length: count }, (_, index) => dog(index)));
    await expect.poll(() => names().length).toBe(count);
    const boxes = screen
      .getByRole('article')
      .elements()
      .map((card) => card.getBoundingClientRect());
    const rows = Map.groupBy(boxes, ({ top }) => Math.round(top));
    const edges = new Set([...rows.values()].map((row) => Math.round(Math.max(...row.map(({ right }) => right)))));
    expect(edges.size, `of ${count}`).toBe(1);
    await screen.unmount();
  }
});

test('Rows of cards are of one height, also where a date takes two lines, and a rosette leaves a drawn face free. @10.47 @10.52', async () => {
  await page.viewport(1088, 900);
  const september = { birthDate: date('2019-09-14'), notes: 'Will sing for cheese.' };
  const { screen } = await renderCards([dog(1), dog(2), dog(3), dog(4, september)]);
  const cards = screen.getByRole('article').elements();
  expect(new Set(cards.map((card) => card.getBoundingClientRect().height)).size).toBe(1);
  const drawn = cards[0]?.querySelector('.pack-face > svg:last-child')?.getBoundingClientRect();
  const rosette = cards[0]?.querySelector('.pack-rosette > dl')?.getBoundingClientRect();
  expect((drawn?.left ?? 0) + (drawn?.width ?? 0) / 2).toBeLessThan(rosette?.left ?? 0);
});

test('Only the ticket has the primary action, or the card of the dog that is next where there is none; on the day neither. @10.51', async () => {
  const primary = async (dogs: Dog[], slots: Parameters<typeof renderCards>[1] = {}) => {
    const { screen } = await renderCards(dogs, {
      ...slots,
      Actions: ({ dog: of, isNext }) => isNext && <p>Primary of {of.name}</p>,
      NextAction: ({ dog: of, date: on }) => `Primary for ${of.name} on ${on}`,
    });
    const found = screen
      .getByText(/^Primary/)
      .elements()
      .map((element) => element.textContent);
    await screen.unmount();
    return found;
  };
  const pack = [zoe, bo, anna];
  expect(await primary(pack)).toEqual(['Primary for Bo on 2026-06-15']);
  expect(await primary([bo])).toEqual(['Primary of Bo']);
  expect(await primary(pack, { Today: () => <p>Cake!</p> })).toEqual([]);
  expect(await primary(pack, { Today: () => <p>Cake!</p>, isPartyFull: true })).toEqual([]);
});

test('The cards stay full or compact while dogs come and go, until the pack has tools. @10.52', async () => {
  await page.viewport(1280, 800);
  const few = await renderCards([zoe, bo]);
  const width = () => few.screen.getByRole('article', { name: 'Zoë' }).element().getBoundingClientRect().width;
  const before = width();
  const cards = (dogs: Dog[]) => <PackCards dogs={dogs} today={today} onEdit={vi.fn()} onDelete={vi.fn()} />;
  await few.screen.rerender(cards([zoe, bo, anna]));
  await expect.poll(() => few.names().length).toBe(3);
  expect(width()).toBe(before);
  await few.screen.rerender(cards([zoe, bo, anna, ...others]));
  await expect.poll(() => few.names().length).toBe(8);
  expect(width()).toBeLessThan(before);
  await few.screen.unmount();

  const { screen, names } = await renderCards([zoe, bo, anna]);
  const box = () => screen.getByRole('article', { name: 'Zoë' }).element().getBoundingClientRect();
  const compact = box().width;
  await screen.rerender(cards([zoe]));
  await expect.poll(names).toEqual(['Zoë']);
  expect(box().width).toBe(compact);
});

/** Renders many dogs on a phone. `inFull` returns the names of those that are drawn in full. */
async function renderMany(count = 60) {
  await page.viewport(390, 844);
  const cards = await renderCards(Array.from({ length: count }, (_, index) => dog(index)));
  const inFull = () =>
    [...cards.screen.container.querySelectorAll('[aria-label^="Edit Dog "]')].map((button) =>
      button.getAttribute('aria-label')?.slice('Edit '.length),
    );
  await expect.poll(() => cards.names().length).toBe(count);
  return { ...cards, inFull, link: (name: string) => cards.screen.getByRole('link', { name, exact: true }) };
}

test('Of 300 dogs only the cards near the window are drawn in full, and the others have their name and their height.', async () => {
  const { screen, inFull, link } = await renderMany(300);
  await expect.poll(() => inFull().length).toBeGreaterThan(8);
  expect(inFull().length).toBeLessThan(30);
  expect(screen.container.querySelectorAll('*').length).toBeLessThan(3_000);
  expect(screen.getByRole('link', { name: /^Dog \d+$/ }).elements()).toHaveLength(300);
  const height = document.documentElement.scrollHeight;
  link('Dog 299').element().scrollIntoView();
  await expect.poll(inFull).toContain('Dog 299');
  expect(inFull()).not.toContain('Dog 150');
  expect(inFull()).toContain('Dog 0');
  // The height of cards far off is estimated.
  expect(document.documentElement.scrollHeight / height).toBeCloseTo(1, 1);
  link('Dog 150').element().scrollIntoView();
  await expect.poll(inFull).toContain('Dog 150');
  await expect.poll(inFull).not.toContain('Dog 299');
});

test('A card that is drawn in full keeps the focus, and one with the focus stays in full.', async () => {
  const { inFull, link } = await renderMany();
  const last = link('Dog 59').element() as HTMLElement;
  last.focus();
  await expect.poll(inFull).toContain('Dog 59');
  expect(document.activeElement).toBe(last);
  window.scrollTo(0, 0);
  await expect.poll(inFull).not.toContain('Dog 56');
  expect(document.activeElement).toBe(last);
  expect(inFull()).toContain('Dog 59');
});

test('A search draws what it finds in full, and a print all cards.', async () => {
  const { names, inFull, search } = await renderMany();
  await search.fill('dog 5');
  await expect.poll(names).toHaveLength(15);
  await expect.poll(inFull).toEqual(names());
  await search.clear();
  await expect.poll(names).toHaveLength(60);
  window.dispatchEvent(new Event('beforeprint'));
  expect(inFull()).toHaveLength(60);
  window.dispatchEvent(new Event('afterprint'));
  await expect.poll(() => inFull().length).toBeLessThan(30);
});

test('Cards that are hidden with their page stay as they are.', async () => {
  const { screen, inFull, link } = await renderMany();
  link('Dog 50').element().scrollIntoView();
  await expect.poll(inFull).toContain('Dog 50');
  screen.container.style.display = 'none';
  // The observer tells of it in the first frame, and what that changes is there before the next but one.
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(inFull()).toContain('Dog 50');
  window.dispatchEvent(new Event('beforeprint'));
  expect(inFull().length).toBeLessThan(30);
});
