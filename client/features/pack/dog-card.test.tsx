import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { date } from '../../../domain/testing/dates.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { onePixel, rex } from '../../testing/sample-dogs.ts';
import { DogCard } from './dog-card.tsx';

const cardOf = (dog: Dog, part: Partial<Parameters<typeof DogCard>[0]> = {}) => (
  <DogCard dog={dog} today={date('2026-06-15')} onEdit={vi.fn()} onDelete={vi.fn()} {...part} />
);

async function renderCard(dog: Dog, today = '2026-06-15') {
  const onEdit = vi.fn();
  const onDelete = vi.fn();
  const screen = await render(cardOf(dog, { today: date(today), onEdit, onDelete }));
  return { screen, card: screen.getByRole('article', { name: dog.name, exact: true }), onEdit, onDelete };
}

test('A card shows everything about the dog at a glance, with buttons that say which dog they mean. @2.65 @2.66 @2.68 @2.69 @2.71', async () => {
  const { card, onEdit, onDelete } = await renderCard(rex);
  await expect.element(card.getByRole('heading', { name: 'Rex', exact: true })).toBeVisible();
  await expect.element(card.getByText('Giant', { exact: true })).toBeVisible();
  await expect.element(card.getByText('Great Dane', { exact: true })).toBeVisible();
  // 5 years and 360 days: 24 + 7 × (5.986 − 2) human years.
  await expect.element(card.getByText('almost 52 in human years', { exact: true })).toBeVisible();
  await expect.element(card.getByText('6.0 dog years (actual age)', { exact: true })).toBeVisible();
  await expect.element(card.getByText('June 20, 2026,')).toBeVisible();
  await expect.element(card.getByText('5 days to go!', { exact: true })).toBeVisible();
  const notes = card.getByText(/^Loves cake/).element() as HTMLElement;
  expect(notes.innerText).toBe('Loves cake.\nHates the vacuum cleaner.');
  await card.getByRole('button', { name: 'Edit Rex', exact: true }).click();
  expect([onEdit.mock.calls.length, onDelete.mock.calls.length]).toEqual([1, 0]);
  await card.getByRole('button', { name: 'Delete Rex', exact: true }).click();
  expect([onEdit.mock.calls.length, onDelete.mock.calls.length]).toEqual([1, 1]);
});

test('Ages that rest on a guess say "about". @10.139', async () => {
  const { card } = await renderCard({ ...rex, birthPrecision: 'year' });
  await expect.element(card.getByText('about 52 in human years')).toBeVisible();
  await expect.element(card.getByText('about 6.0 dog years (actual age)')).toBeVisible();
});

test.for([
  ['the graduation of a puppy', { birthDate: date('2025-12-15') }, /^Puppy graduation: .*June 16, 2026,/, 'Tomorrow!'],
  ['the gotcha day', { gotchaDate: date('2020-09-01') }, /^6th gotcha day: .*September 1, 2026,/, '78 days to go!'],
] as const)('A card counts the days to %s. @10.45', async ([, part, day, left]) => {
  const { card } = await renderCard({ ...rex, ...part });
  await expect.element(card.getByText(day)).toBeVisible();
  await expect.element(card.getByText(left)).toBeVisible();
});

test('A day of another year has its year, also in short. @2.74', async () => {
  await page.viewport(390, 844);
  const { card } = await renderCard({ ...rex, birthDate: date('2025-03-15') });
  await expect.element(card.getByText('Mar 15, 2027,', { exact: true })).toBeVisible();
});

/** Whether all of an element's text is drawn. */
const isWhole = (element: Element) =>
  element.scrollWidth <= element.clientWidth + 1 && element.scrollHeight <= element.clientHeight + 1;

test.for([360, 1280])('In a window of %i px every label of a card is whole, compact or full. @2.74', async (width) => {
  await page.viewport(width, 800);
  const dog = { ...rex, name: 'Sir Barksalot of Upper Biscuitshire', breed: 'Nova Scotia Duck Tolling Retriever Mix' };
  const notes =
    'Barks at the vacuum cleaner, loves the sea, and must not eat grapes, however kindly she asks for them at the table.';
  for (const isFull of [false, true]) {
    const card = cardOf({ ...dog, notes }, { isFull });
    const screen = await render(<div className="max-w-200 sm:max-w-90">{card}</div>);
    for (const text of [dog.name, 'Giant', dog.breed, notes, /dog years \(actual age\)/])
      expect(isWhole(screen.getByText(text).element()), String(text)).toBe(true);
    await expect.element(screen.getByRole('button', { name: /notes/ })).not.toBeInTheDocument();
    await screen.unmount();
  }
});

test('On a phone the human years are read in one line, clear of their rosette, and two badges take one row. @10.47', async () => {
  await page.viewport(358, 800);
  const { card } = await renderCard({ ...rex, size: 'large', breed: 'German Shepherd' });
  const boxOf = (text: string) => card.getByText(text, { exact: true }).element().getBoundingClientRect();
  const years = card.getByText(/in human years$/).element();
  expect(years.querySelector('strong')?.getBoundingClientRect().width).toBeGreaterThan(40);
  expect(years.getBoundingClientRect().height).toBe(boxOf('6.0 dog years (actual age)').height);
  const rosette = card.element().querySelector('.pack-rosette > dl')?.getBoundingClientRect();
  expect(boxOf('6.0 dog years (actual age)').left - (rosette?.right ?? Infinity)).toBeGreaterThanOrEqual(8);
  expect(boxOf('German Shepherd').top).toBe(boxOf('Large').top);
});

test('A dog without breed and notes shows neither. @2.67 @2.73', async () => {
  const { card } = await renderCard({ ...rex, breed: null, notes: null });
  const paragraphs = card.getByRole('paragraph').elements() as HTMLElement[];
  expect(paragraphs.map((paragraph) => paragraph.textContent)).toEqual([
    'Giant',
    'almost 52 in human years',
    '6.0 dog years (actual age)',
    expect.stringMatching(/^Next birthday: /),
  ]);
});

test("Without a photo, or with a broken one, the size's dog is drawn with the initial, hidden from screen readers. @2.64", async () => {
  const { screen, card } = await renderCard({ ...rex, name: 'élan' });
  const show = (photoUrl: string) => screen.rerender(cardOf({ ...rex, name: 'élan', photoUrl }));
  const initial = () => card.element().querySelector('svg text');
  expect(initial()?.textContent).toBe('É');
  expect(initial()?.closest('svg')?.getAttribute('aria-hidden')).toBe('true');
  await expect.element(card.getByRole('img')).not.toBeInTheDocument();
  const photo = card.getByRole('img', { name: 'élan', exact: true });
  await show(onePixel);
  await expect.element(photo).toHaveAttribute('src', onePixel);
  expect(initial()).toBeNull();
  await show('data:image/png;base64,broken');
  await expect.poll(() => initial()?.textContent).toBe('É');
  await expect.element(photo).not.toBeInTheDocument();
  await show(onePixel);
  await expect.element(photo).toHaveAttribute('src', onePixel);
});

test('A dog that is not born yet on this device shows no ages.', async () => {
  const { card } = await renderCard({ ...rex, birthDate: date('2026-06-16') });
  await expect.element(card.getByRole('heading', { name: 'Rex' })).toBeVisible();
  await expect.element(card.getByText('in human years')).not.toBeInTheDocument();
  await expect.element(card.getByText('Next birthday')).not.toBeInTheDocument();
});

test('The longest words stay within the card on the smallest phone.', async () => {
  await page.viewport(320, 640);
  const { card } = await renderCard({
    ...rex,
    name: 'W'.repeat(60),
    breed: 'W'.repeat(80),
    notes: 'W'.repeat(300),
  });
  await expect.element(card).toBeVisible();
  expect(contentOutside(card.element())).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('Long notes are folded, and opened and folded again by a button that says whose they are. @2.73', async () => {
  const { card } = await renderCard({ ...rex, notes: 'Loves every stick. '.repeat(100) });
  const notes = card.getByText(/^Loves every stick/);
  const foldedHeight = notes.element().getBoundingClientRect().height;
  const more = card.getByRole('button', { name: 'More notes about Rex', exact: true });
  await expect.element(more).toHaveAttribute('aria-expanded', 'false');
  await more.click();
  const less = card.getByRole('button', { name: 'Less notes about Rex', exact: true });
  await expect.element(less).toHaveAttribute('aria-expanded', 'true');
  expect(notes.element().getBoundingClientRect().height).toBeGreaterThan(2 * foldedHeight);
  await less.click();
  await expect.poll(() => notes.element().getBoundingClientRect().height).toBe(foldedHeight);
});

test('A dog that celebrates today wears it on its card.', async () => {
  const { card } = await renderCard(rex, '2026-06-20');
  const line = card.getByText("It's today!").element().closest('p');
  const other = await renderCard({ ...rex, name: 'Max' }, '2026-06-19');
  const otherLine = other.card.getByText('Tomorrow!').element().closest('p');
  expect(getComputedStyle(line!).backgroundColor).not.toBe(getComputedStyle(otherLine!).backgroundColor);
});

test('The name and the photo open the page of the dog, and the name is heard as one link. @10.53', async () => {
  const { card } = await renderCard({ ...rex, photoUrl: onePixel });
  const link = card.getByRole('link');
  await expect.element(link).toHaveAccessibleName('Rex');
  await expect.element(link).toHaveAttribute('href', `#dog=${rex.id}`);
  const photo = card.getByRole('img', { name: 'Rex' }).element().getBoundingClientRect();
  const pressed = document.elementFromPoint(photo.left + photo.width / 2, photo.top + photo.height / 2);
  expect(pressed?.closest('a')?.getAttribute('href')).toBe(`#dog=${rex.id}`);
});

test("A full card says a puppy's age in months, too.", async () => {
  const screen = await render(cardOf({ ...rex, birthDate: date('2025-12-15') }, { isFull: true }));
  await expect.element(screen.getByText('0.5 dog years (actual age) · 6 months old')).toBeVisible();
});

test('A full card has the human years on a rosette, and its photo takes 45 % beside the facts; on a phone it is above them. @10.47', async () => {
  await page.viewport(1000, 700);
  const screen = await render(cardOf(rex, { isFull: true }));
  await expect.element(screen.getByRole('definition')).toHaveTextContent('almost 52');
  await expect.element(screen.getByText('6.0 dog years (actual age)')).toBeVisible();
  await expect.element(screen.getByText('Next birthday: ')).toBeVisible();
  const card = screen.getByRole('article').element();
  const share = () => {
    const photo = card.firstElementChild!.getBoundingClientRect();
    const whole = card.getBoundingClientRect();
    return { width: Math.round((100 * photo.width) / whole.width), isWhole: photo.height === whole.height };
  };
  expect(share()).toEqual({ width: 45, isWhole: true });
  await page.viewport(390, 844);
  await expect.poll(share).toEqual({ width: 100, isWhole: false });
});
