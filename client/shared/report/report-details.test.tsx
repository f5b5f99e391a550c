import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { birthdayReport } from '../../../domain/celebrations/birthday-report.ts';
import { addDays } from '../../../domain/dates/calendar-date.ts';
import { dogSizes } from '../../../domain/dogs/size.ts';
import { date } from '../../../domain/testing/dates.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { Ticket } from './figures.tsx';
import { ReportDetails } from './report-details.tsx';

const today = date('2026-06-15');
const biscuit = { name: 'Biscuit', size: 'large', birthDate: date('2019-06-15') } as const;

function rowsOf(table: Element): (string | null)[][] {
  return [...(table as HTMLTableElement).rows].map((row) => [...row.cells].map((cell) => cell.textContent));
}

const biologyIn = (root: Element) =>
  [...root.querySelectorAll('p')].map(({ textContent }) => textContent).find((text) => text?.startsWith('Blood'));

test("The chart says in words what it shows, and lists the year's celebrations. @10.38", async () => {
  const screen = await render(<ReportDetails dog={{ ...biscuit, gotchaDate: date('2022-07-15') }} today={today} />);
  await expect.element(screen.getByRole('figure')).toBeVisible();
  await expect
    .element(
      screen.getByRole('img', {
        name: /15 at the first birthday, 24 at the second, then 6 more.*Biscuit is at 54/,
      }),
    )
    .toBeVisible();
  const list = screen.getByRole('list', { name: "Biscuit's next 12 months" });
  const texts = list
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);
  expect(texts).toHaveLength(7);
  // Today is in the report already.
  expect(texts[0]).toMatch(/^July 15, 2026: .*4th gotcha day$/);
  expect(texts[1]).toMatch(/^August 15, 2026: .*55th human-year birthday$/);
  expect(texts[6]).toMatch(/^June 15, 2027: .*8th birthday$/);
});

test('The numbers of the chart are a table, too, with the dog in it.', async () => {
  const screen = await render(<ReportDetails dog={biscuit} today={today} />);
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument();
  await screen.getByText('Year by year', { exact: true }).click();
  const ages = rowsOf(screen.getByRole('table', { name: 'Human years of large dogs' }).element());
  expect(ages.slice(0, 3)).toEqual([
    ['Age', 'Human years', 'Life stage'],
    ['6 months', '7.5', 'Growing Puppy'],
    ['1 year', '15', 'Adolescent Dog'],
  ]);
  expect(ages.at(-1)).toEqual(['16 years', '108', 'Senior Dog']);
  const [own, ...others] = document.querySelectorAll('[aria-current="true"]');
  expect([own?.textContent, others]).toEqual(['7 years54Senior Dog', []]);
});

test('The number is explained by sums that add up, beside what others say. @10.330', async () => {
  const screen = await render(<ReportDetails dog={biscuit} today={today} />);
  await screen.getByText('Why this number?').click();
  await expect.element(screen.getByText(/After that, large dogs gain 6 a year\./)).toBeVisible();
  expect(rowsOf(screen.getByRole('table', { name: 'How Biscuit got to 54' }).element())).toEqual([
    ['Part of life', 'Human years'],
    ['First year', '15'],
    ['Second year', '9'],
    ['Then 6 a year', '30'],
    ['Today', '54'],
  ]);
  expect(rowsOf(screen.getByRole('table', { name: 'What others say' }).element()).slice(1)).toEqual([
    ['American Kennel Club', '50'],
    ['DNA study of Labradors', '62'],
    ['Survival of UK dogs', 'early sixties'],
  ]);
  expect(biologyIn(screen.container)).toMatch(
    /^Blood \(104 Labradors\) and survival \(30,563 UK dogs\) both put Biscuit near 62\. The chart is for birthdays; these are for biology\. Survival is our own arithmetic/,
  );
  await expect.element(screen.getByText('Made for fun. Your vet knows best.')).toBeVisible();
});

test('A puppy has lived a part of its first year, and the others say nothing of it.', async () => {
  const screen = await render(
    <ReportDetails dog={{ ...biscuit, size: 'small', birthDate: date('2026-03-15') }} today={today} />,
  );
  await screen.getByText('Why this number?').click();
  expect(rowsOf(screen.getByRole('table', { name: 'How Biscuit got to almost 4' }).element()).slice(1)).toEqual([
    ['First year so far', '4'],
    ['Today', 'almost 4'],
  ]);
  expect(rowsOf(screen.getByRole('table', { name: 'What others say' }).element()).slice(1)).toEqual([
    ['American Kennel Club', 'no word'],
    ['DNA study of Labradors', 'no word'],
    ['Survival of UK dogs', 'no word'],
  ]);
  await expect.element(screen.getByText('Vets prefer life stages to numbers.', { exact: true })).toBeVisible();
});

test.for([
  ['2025-01-15', 'near 37. The chart is for birthdays; this is for biology. Vets'],
  ['2016-06-15', 'near 68. Survival (30,563 UK dogs) says the mid-seventies. The chart is for birthdays; these'],
  ['2006-06-15', 'near 79. The chart is for birthdays; this is for biology. Vets'],
] as const)(
  'Where DNA and survival do not agree, each is told by itself: born on %s. @10.330',
  async ([born, words]) => {
    const screen = await render(<ReportDetails dog={{ ...biscuit, birthDate: date(born) }} today={today} />);
    await screen.getByText('Why this number?').click();
    await expect.element(screen.getByRole('table', { name: 'What others say' })).toBeVisible();
    expect(biologyIn(screen.container)).toContain(`Blood (104 Labradors) puts Biscuit ${words}`);
  },
);

test('How long dogs live is told on a press, with the country and the face, and nothing ever of the time that is left. @10.331', async () => {
  const screen = await render(<ReportDetails dog={biscuit} today={today} />);
  await screen.getByText('Why this number?').click();
  const panel = screen.getByRole('group').filter({ hasText: /^Why this number\?/ });
  await expect.element(panel.getByText('Survival of UK dogs')).toBeVisible();
  expect(panel.element().textContent).not.toMatch(/11\.5|dogs live \d|on average|flat-faced/i);
  await panel.getByText('How long do dogs live?').click();
  const lifespans = /^In the US, large dogs live 11\.5 years on average.*Flat-faced dogs live less: in the UK/;
  await expect.element(panel.getByText(lifespans)).toBeVisible();
  await screen.getByText('Year by year', { exact: true }).click();
  for (const size of dogSizes) {
    const ofAllAges = new Set();
    for (const days of [90, 500, 1_500, 2_600, 3_700, 5_000, 6_200, 9_000]) {
      await screen.rerender(
        <ReportDetails dog={{ ...biscuit, size, birthDate: addDays(today, -days) }} today={today} />,
      );
      ofAllAges.add(panel.getByRole('group').element().textContent);
      expect(screen.container.textContent).not.toMatch(
        /\b(left|remain\w*|expect(s|ed|ancy)?|more years|yet|still|farewell|goodbye|rest of|last years?|end of)\b|years to (go|come|live)/i,
      );
    }
    // What depends on no age cannot say how much of a life is left.
    expect(ofAllAges.size).toBe(1);
  }
});

test('All of it, opened, stays within the smallest phone.', async () => {
  await page.viewport(320, 800);
  const screen = await render(
    <ReportDetails dog={{ ...biscuit, name: 'W'.repeat(60), birthDate: date('1987-01-01') }} today={today} />,
  );
  await screen.getByText('Year by year', { exact: true }).click();
  await screen.getByText('Why this number?').click();
  await screen.getByText('How long do dogs live?').click();
  await expect.element(screen.getByRole('table', { name: 'What others say' })).toBeVisible();
  for (const animation of document.getAnimations()) animation.finish();
  expect(contentOutside(screen.container)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('Without a photo the dog on the chart has the coat that it has elsewhere. @10.38', async () => {
  const coatOn = (root: Element) => root.querySelector('.chart')?.parentElement?.className;
  const screen = await render(<ReportDetails dog={{ ...biscuit, breed: 'Golden Retriever' }} today={today} />);
  expect(coatOn(screen.container)).toContain('--art-saddle:var(--art-cream)');
  await screen.rerender(<ReportDetails dog={biscuit} today={today} />);
  expect(coatOn(screen.container)).toBe('');
});

test('On the chart the dog wears its hat only on the day of a celebration. @10.38', async () => {
  const hats = (root: Element) => root.querySelectorAll('.chart foreignObject ~ g').length;
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

test("A puppy's graduation comes first, before the birthday that follows, until it has passed. @10.19", async () => {
  const ticketOn = (day: string) => (
    <Ticket report={birthdayReport({ ...biscuit, birthDate: date('2026-03-15') }, date(day))} />
  );
  const screen = await render(ticketOn('2026-06-15'));
  const tickets = () => [...screen.container.querySelectorAll('dl')].map(({ textContent }) => textContent);
  expect(tickets()).toEqual([
    'First upPuppy graduation, half a year oldDateSeptember 14, 2026Countdown91 days to go!',
    "Next celebrationBiscuit's 1st birthday, 15 in human yearsNext birthdayMarch 15, 2027Countdown273 days to go!",
  ]);
  await screen.rerender(ticketOn('2026-09-15'));
  await expect.poll(tickets).toHaveLength(1);
});
