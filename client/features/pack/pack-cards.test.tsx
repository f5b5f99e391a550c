import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { date } from '../../../domain/testing/dates.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { rex } from '../../testing/dogs.ts';
import { PackCards } from './pack-cards.tsx';

const today = date('2026-06-15');

afterEach(() => window.localStorage.clear());

function dog(number: number, part: Partial<Dog> = {}): Dog {
  return {
    ...rex,
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    name: `Dog ${number}`,
    notes: null,
    ...part,
  };
}

const zoe = dog(1, { name: 'Zoë', birthDate: date('2025-06-14'), breed: 'Whippet' });
const bo = dog(2, { name: 'Bo', birthDate: date('2025-06-15'), breed: null });
const anna = dog(3, { name: 'Anna', birthDate: date('2025-06-16'), breed: 'Löwchen' });

async function renderCards(
  dogs: Dog[],
  slots: Pick<Parameters<typeof PackCards>[0], 'renderToday' | 'isPartyFull' | 'celebratedId'> = {},
) {
  const screen = await render(
    <PackCards dogs={dogs} today={today} onEdit={vi.fn()} onDelete={vi.fn()} {...slots}>
      {null}
    </PackCards>,
  );
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

test('The pack can be sorted by the next birthday and by name, and the choice is remembered.', async () => {
  const { screen, names, sort } = await renderCards([zoe, bo, anna]);
  await expect.poll(names).toEqual(['Zoë', 'Bo', 'Anna']);
  await expect.element(sort).toHaveDisplayValue('Newest first');
  await sort.selectOptions('Next birthday');
  await expect.poll(names).toEqual(['Bo', 'Anna', 'Zoë']);
  await sort.selectOptions('Name');
  await expect.poll(names).toEqual(['Anna', 'Bo', 'Zoë']);
  await screen.unmount();

  const later = await renderCards([zoe, bo, anna]);
  await expect.element(later.sort).toHaveDisplayValue('Name');
  await expect.poll(later.names).toEqual(['Anna', 'Bo', 'Zoë']);
});

test('An order that is kept but unknown is the usual one.', async () => {
  window.localStorage.setItem('wagday-pack-order', 'by smell');
  const { sort } = await renderCards([zoe, bo, anna]);
  await expect.element(sort).toHaveDisplayValue('Newest first');
});

test('One or two dogs need no sorting, and eleven no searching.', async () => {
  const { screen, sort, search } = await renderCards([zoe, bo]);
  await expect.element(screen.getByRole('article', { name: 'Bo' })).toBeVisible();
  await expect.element(sort).not.toBeInTheDocument();
  await screen.unmount();
  const eleven = await renderCards(Array.from({ length: 11 }, (_, index) => dog(index)));
  await expect.element(eleven.sort).toBeVisible();
  await expect.element(search).not.toBeInTheDocument();
});

function isBefore(one: Element, other: Element): boolean {
  return Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
}

test('Two dogs stand above what is next, and three below it.', async () => {
  const isAbove = async (dogs: Dog[]) => {
    const { screen } = await renderCards(dogs);
    const answer = isBefore(
      screen.getByRole('article').first().element(),
      screen.getByRole('heading', { name: 'Next Up' }).element(),
    );
    await screen.unmount();
    return answer;
  };
  expect(await isAbove([zoe, anna])).toBe(true);
  expect(await isAbove([zoe, bo])).toBe(true);
  expect(await isAbove([zoe, anna, dog(4)])).toBe(false);
});

test.each([2, 3])(
  'The party of today stands above a pack of %i, and in full it takes the place of what is next.',
  async (count) => {
    const dogs = [zoe, bo, anna].slice(0, count);
    const { screen } = await renderCards(dogs, { renderToday: () => <p>Cake!</p> });
    const [party, first] = [screen.getByText('Cake!').element(), screen.getByRole('article').first().element()];
    const nextUp = screen.getByRole('heading', { name: 'Next Up' });
    expect(isBefore(party, first)).toBe(true);
    expect(isBefore(party, nextUp.element())).toBe(true);
    expect(isBefore(first, nextUp.element())).toBe(count === 2);
    await screen.unmount();
    const full = await renderCards(dogs, { renderToday: () => <p>Cake!</p>, isPartyFull: true });
    await expect.element(full.screen.getByText('Cake!')).toBeVisible();
    await expect.element(full.screen.getByRole('heading', { name: 'Next Up' })).not.toBeInTheDocument();
  },
);

test('In a row of cards no card has an empty stretch: the photo takes what the others need.', async () => {
  await page.viewport(1280, 800);
  const { screen } = await renderCards([zoe, { ...bo, notes: 'Sings. '.repeat(40) }, anna]);
  const article = screen.getByRole('article', { name: 'Zoë' });
  const [photo, facts] = [...article.element().children].map((part) => part.getBoundingClientRect());
  const cards = screen
    .getByRole('article')
    .elements()
    .map((card) => card.getBoundingClientRect().height);
  expect(new Set(cards).size).toBe(1);
  const last = article
    .getByText(/days to go/)
    .element()
    .getBoundingClientRect();
  // Only the padding of the card is below its last line.
  expect(facts!.bottom - last.bottom).toBeLessThan(32);
  expect(photo!.height).toBeGreaterThan(photo!.width);
});

test('From twelve dogs on a search finds by name and breed, accents aside, and says how many.', async () => {
  const others = Array.from({ length: 9 }, (_, index) => dog(index + 10));
  const { screen, names, search } = await renderCards([zoe, bo, anna, ...others]);
  await search.fill('zoe');
  await expect.poll(names).toEqual(['Zoë']);
  await expect.element(screen.getByRole('status')).toHaveTextContent('1 of 12 dogs');
  await search.fill('lowchen');
  await expect.poll(names).toEqual(['Anna']);
  await search.fill('cat');
  await expect.poll(names).toEqual([]);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Nobody found');
  await search.fill('');
  await expect.poll(() => names().length).toBe(12);
});

test("The pack's year stands on a list in order, which the keyboard can scroll.", async () => {
  await page.viewport(390, 844);
  const { screen } = await renderCards([zoe, bo, anna]);
  await screen.getByText("What's next:").click();
  const year = screen.getByRole('region', { name: "The year's celebrations" });
  const items = year.getByRole('listitem').elements();
  expect(items.map((item) => item.querySelector('strong')?.textContent)).toEqual(['Bo', 'Anna', 'Zoë']);
  expect(items[0]?.textContent).toContain('1st birthday, June 15, 2026, today');
  expect(items[2]?.textContent).toContain('2nd birthday, June 14, 2027, in 364 days');
  const scroller = year.element();
  (scroller as HTMLElement).focus();
  await expect.element(year).toHaveFocus();
  expect(scroller.scrollWidth).toBeGreaterThan(scroller.clientWidth);
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => scroller.scrollLeft).toBeGreaterThan(0);
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('The only dog of a pack shows its face once, and then the years that are celebrated.', async () => {
  const { screen } = await renderCards([dog(1, { size: 'giant', birthDate: date('2020-06-20') })]);
  const items = screen.getByRole('region', { name: "The year's celebrations" }).getByRole('listitem').elements();
  const faces = items.map((item) => item.querySelectorAll('.rounded-full').length);
  expect(faces).toEqual([1, 0, 0, 0, 0, 0, 0]);
  expect(items[1]?.textContent).toContain('53');
});

test("A puppy's graduation stands in the year.", async () => {
  const { screen } = await renderCards([dog(1, { birthDate: date('2026-02-01') })]);
  const [first] = screen.getByRole('region', { name: "The year's celebrations" }).getByRole('listitem').elements();
  expect(first?.textContent).toContain('Puppy graduation, August 3, 2026, in 49 days');
});

test('A large pack shows its next celebrations and counts the others, and has every dog on a card.', async () => {
  const { screen, names } = await renderCards(Array.from({ length: 40 }, (_, index) => dog(index)));
  // Seven a year each, for giants between their second birthday and old age.
  await expect.element(screen.getByText('and 256 more within a year')).toBeInTheDocument();
  await expect.poll(() => names().length).toBe(40);
});
