import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { birthdayReport } from '../../../domain/celebrations/birthday-report.ts';
import { date } from '../../../domain/testing/dates.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { Ticket } from './figures.tsx';
import { ReportDetails } from './report-details.tsx';

const today = date('2026-06-15');
const biscuit = { name: 'Biscuit', size: 'large', birthDate: date('2019-06-15') } as const;

function rowsOf(table: Element): (string | null)[][] {
  return [...(table as HTMLTableElement).rows].map((row) => [...row.cells].map((cell) => cell.textContent));
}

test("The chart says in words what it shows, and lists the year's celebrations.", async () => {
  const screen = await render(<ReportDetails dog={biscuit} today={today} />);
  await expect.element(screen.getByRole('figure')).toBeVisible();
  await expect
    .element(
      screen.getByRole('img', {
        name: /15 at the first birthday, 24 at the second, then 6 more.*Biscuit stands at 54/,
      }),
    )
    .toBeVisible();
  const list = screen.getByRole('list', { name: "Biscuit's year of celebrations" });
  const texts = list
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);
  expect(texts).toHaveLength(6);
  expect(texts[0]).toContain('June 15, 2026: 7th birthday');
  expect(texts[1]).toContain('August 15, 2026: 55th human-year birthday');
});

test('The chart is a table, too, with the dog in it.', async () => {
  const screen = await render(<ReportDetails dog={biscuit} today={today} />);
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument();
  await screen.getByText('The Chart as a Table').click();
  const ages = rowsOf(screen.getByRole('table', { name: 'Human years of large dogs' }).element());
  expect(ages.slice(0, 3)).toEqual([
    ['Age', 'Human years', 'Life stage'],
    ['Today', '54', 'Senior Dog'],
    ['6 months', '8', 'Growing Puppy'],
  ]);
  expect(ages.at(-1)).toEqual(['16 years', '108', 'Senior Dog']);
  const parties = rowsOf(screen.getByRole('table', { name: "Biscuit's celebrations within a year" }).element());
  expect(parties[1]).toEqual(['June 15, 2026', '7th birthday', '54']);
});

test('The number is explained with the figures of the dog, beside what others say.', async () => {
  const screen = await render(<ReportDetails dog={biscuit} today={today} />);
  await screen.getByText('Why this number?').click();
  expect(rowsOf(screen.getByRole('table', { name: 'The calculation, step by step' }).element())).toEqual([
    ['The first year', '+ 15'],
    ['The second year', '+ 9'],
    ['5 grown-up years × 6', '+ 30'],
    ['Human years', '54'],
  ]);
  const others = rowsOf(screen.getByRole('table', { name: 'Human years of large dogs, three ways' }).element());
  expect(others[1]).toEqual(['Today', '54', '50', '62']);
  expect(others.at(-1)).toEqual(['16', '108', '99', '75']);
  await expect.element(screen.getByText(/at most 9 human years above it/)).toBeVisible();
  await expect.element(screen.getByText(/The vet knows the dog\./)).toBeVisible();
});

test('Of a puppy the others have no word, and its parts of a year are counted as they are.', async () => {
  const screen = await render(
    <ReportDetails dog={{ ...biscuit, size: 'small', birthDate: date('2026-03-15') }} today={today} />,
  );
  await screen.getByText('Why this number?').click();
  const others = rowsOf(screen.getByRole('table', { name: 'Human years of small dogs, three ways' }).element());
  expect(others[1]).toEqual(['Today', '4', '–', '–']);
  await expect.element(screen.getByText(/our rule and the chart agree at every age/)).toBeVisible();
});

test('All of it, opened, stays within the smallest phone.', async () => {
  await page.viewport(320, 800);
  const screen = await render(
    <ReportDetails dog={{ ...biscuit, name: 'W'.repeat(60), birthDate: date('1987-01-01') }} today={today} />,
  );
  await screen.getByText('The Chart as a Table').click();
  await screen.getByText('Why this number?').click();
  await expect.element(screen.getByRole('table', { name: /three ways/ })).toBeVisible();
  expect(contentOutside(screen.container)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('The dots of the coming year stand apart on the smallest phone.', async () => {
  await page.viewport(320, 800);
  const screen = await render(<ReportDetails dog={{ ...biscuit, size: 'giant' }} today={today} />);
  await expect.element(screen.getByText(/Each dot is a party this coming year/)).toBeVisible();
  const dots = [...screen.container.querySelectorAll('.year-line-day')].map((dot) => dot.getBoundingClientRect());
  expect(dots).toHaveLength(7);
  for (const [index, dot] of dots.entries()) {
    const before = dots[index - 1];
    if (before) expect(dot.left - before.right).toBeGreaterThan(4);
  }
});

test('The gotcha day is a dot of its own on the line, with the years at home where there is room for them.', async () => {
  const withGotcha = (gotcha: string) => (
    <ReportDetails dog={{ ...biscuit, gotchaDate: date(gotcha) }} today={date('2026-06-15')} />
  );
  const screen = await render(withGotcha('2022-07-15'));
  await expect.element(screen.getByText(/The blue one is the gotcha day/)).toBeVisible();
  const wordsBeside = () => screen.container.querySelector('.year-line-gotcha')?.parentElement?.textContent;
  expect(wordsBeside()).toBe('4Jul');
  await screen.rerender(withGotcha('2022-08-10'));
  expect(wordsBeside()).toBe('');
});

test('On the chart the dog wears its hat on the day of a celebration alone.', async () => {
  const hats = (root: Element) => root.querySelectorAll('.chart-hat').length;
  const pictured = {
    ...biscuit,
    photoUrl: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  };
  const on = (day: string) => <ReportDetails dog={pictured} today={date(day)} />;
  const screen = await render(on('2026-06-15'));
  await expect.poll(() => hats(screen.container)).toBe(1);
  await screen.rerender(on('2026-06-16'));
  await expect.poll(() => hats(screen.container)).toBe(0);
});

test("A puppy's graduation stands beside its next celebration until it has passed.", async () => {
  const ticketOn = (day: string) => (
    <Ticket report={birthdayReport({ ...biscuit, birthDate: date('2026-03-15') }, date(day))} />
  );
  const screen = await render(ticketOn('2026-06-15'));
  await expect.element(screen.getByText("Biscuit's 1st birthday, 15 in human years")).toBeVisible();
  await expect.element(screen.getByText('Before that')).toBeVisible();
  await expect.element(screen.getByText('September 14, 2026')).toBeVisible();
  await expect.element(screen.getByText('91 days to go!')).toBeVisible();
  await screen.rerender(ticketOn('2026-09-15'));
  await expect.element(screen.getByText('Before that')).not.toBeInTheDocument();
});
