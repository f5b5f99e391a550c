import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type RenderResult, render } from 'vitest-browser-react';
import { birthdayReport, humanYearsText } from '../../../domain/celebrations/birthday-report.ts';
import { date } from '../../../domain/testing/dates.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { offerShareSheet } from '../../testing/browser.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { onePixel, rex } from '../../testing/sample-dogs.ts';
import { cakeDay, portraitOn } from '../../testing/sample-parties.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { DogPage } from './dog-page.tsx';

const today = date('2026-06-15');

type Shown = { dog: Dog; on?: typeof today; parties?: Party[] } & Partial<
  Pick<Parameters<typeof DogPage>[0], 'portraits' | 'onBack' | 'onEdit' | 'onDelete' | 'onCelebrate'>
>;

function Page({ dog, on = today, parties = [], ...slots }: Shown) {
  return (
    <div className="foot:pb-[5.5rem]">
      <DogPage
        dog={dog}
        today={on}
        ownParties={parties}
        portraits={[]}
        question={null}
        onOpenStamp={vi.fn()}
        parties={<p className="wrap-anywhere">Parties of {dog.name}</p>}
        change={<span>Waiting to be sent</span>}
        onBack={vi.fn()}
        onEdit={vi.fn()}
        onDelete={vi.fn()}
        onCelebrate={vi.fn()}
        {...slots}
      />
      <Toaster />
    </div>
  );
}

async function openPage(dog: Dog, on = today) {
  const screen = await render(<Page dog={dog} on={on} />);
  const sheet = screen.getByRole('main');
  await expect.element(more(screen)).toBeVisible();
  return { screen, sheet };
}

function more(screen: RenderResult) {
  return screen.getByRole('button', { name: 'More for Rex' });
}

async function openNumbers(screen: RenderResult) {
  await screen.getByText('In numbers').click();
}

function figure(root: Element, label: string): string | undefined {
  const term = [...root.querySelectorAll('dt')].find((dt) => dt.textContent?.trim() === label);
  return term?.parentElement?.querySelector('dd')?.textContent ?? undefined;
}

test.for(['2026-06-15', '2026-06-20', '2020-12-24', '2021-06-20'])(
  'On %s the page tells all that the report of the dog tells. @10.24',
  async (day) => {
    const { sheet } = await openPage(rex, date(day));
    const report = birthdayReport(rex, date(day));
    expect(figure(sheet.element(), 'human years')).toBe(humanYearsText(report));
    expect(figure(sheet.element(), 'Life stage')).toBe(report.lifeStage);
    expect(figure(sheet.element(), 'dog years (actual age)')).toBe(`${report.dogYears.toFixed(1)} `);
    expect(sheet.element().textContent).toContain(report.puppyAge ?? '');
    const label = report.daysUntilBirthday === 0 ? 'Today' : 'Next celebration';
    // The name heads the page.
    expect(`Rex's ${figure(sheet.element(), label)}`).toBe(report.nextCelebration);
    await expect.element(sheet.getByText(report.milestone, { exact: true })).toBeVisible();
  },
);

test('The page shows size, breed, notes, parties and what is not sent yet, and more in numbers. @10.24 @10.26', async () => {
  const { screen, sheet } = await openPage(rex);
  for (const text of ['Giant', 'Great Dane', 'Parties of Rex', 'Waiting to be sent']) {
    await expect.element(sheet.getByText(text, { exact: true })).toBeVisible();
  }
  const notes = sheet.getByText(/^Loves cake/).element() as HTMLElement;
  expect(notes.innerText).toBe('Loves cake.\nHates the vacuum cleaner.');
  await openNumbers(screen);
  await expect.element(sheet.getByRole('list', { name: "Rex's next 12 months" })).toBeVisible();
  await expect.element(sheet.getByText('Why this number?')).toBeVisible();
  await expect.element(sheet.getByLabelText(/Your birthday/)).toBeVisible();
});

test("A puppy's graduation is shown beside the next celebration until it is over. @10.27", async () => {
  const puppy = { ...rex, birthDate: date('2026-03-01') };
  const { screen, sheet } = await openPage(puppy);
  const graduation = sheet.getByText('Puppy graduation, half a year old', { exact: true });
  await expect.element(graduation).toBeVisible();
  await screen.rerender(<Page dog={puppy} on={date('2026-09-01')} />);
  await expect.element(graduation).not.toBeInTheDocument();
});

test('A dog that is not born yet on this device shows no ages, and nothing to share. @10.34', async () => {
  const { sheet } = await openPage({ ...rex, birthDate: date('2026-06-16') });
  await expect.element(sheet.getByText('human years')).not.toBeInTheDocument();
  await expect.element(sheet.getByText('Life stage')).not.toBeInTheDocument();
  await expect.element(sheet.getByRole('button', { name: 'Share' })).not.toBeInTheDocument();
  await expect.element(sheet.getByRole('button', { name: 'Plan Party' })).toBeVisible();
});

test('The one thing to press is the party, and on the day of a celebration the candles. @10.29', async () => {
  const raspberry = (sheet: Element) =>
    [...sheet.querySelectorAll('.bg-raspberry')].map((button) => button.textContent);
  const { screen, sheet } = await openPage(rex);
  expect(raspberry(sheet.element())).toEqual(['Plan Party']);
  await screen.rerender(<Page dog={rex} on={date('2026-06-20')} />);
  expect(raspberry(sheet.element())).toEqual(['Light the Candles']);
});

test('Planning, editing and deleting are asked for with the dog. @10.29', async () => {
  const onEdit = vi.fn();
  const onDelete = vi.fn();
  const onCelebrate = vi.fn();
  const { screen, sheet } = await openPage(rex);
  await screen.rerender(<Page dog={rex} onEdit={onEdit} onDelete={onDelete} onCelebrate={onCelebrate} />);
  await sheet.getByRole('button', { name: 'Plan Party' }).click();
  expect(onCelebrate).toHaveBeenCalledExactlyOnceWith(rex);
  await more(screen).click();
  await sheet.getByRole('button', { name: 'Edit Rex' }).click();
  expect(onEdit).toHaveBeenCalledExactlyOnceWith(rex);
  await expect.element(sheet.getByRole('button', { name: 'Edit Rex' })).not.toBeInTheDocument();
  await more(screen).click();
  await sheet.getByRole('button', { name: 'Delete Rex' }).click();
  expect(onDelete).toHaveBeenCalledExactlyOnceWith(rex);
});

test('The photo is shown large and on the chart, and the drawing where it is broken. @10.24 @10.25', async () => {
  const { screen, sheet } = await openPage({ ...rex, photoUrl: onePixel });
  const large = sheet.getByRole('img', { name: 'Rex', exact: true });
  await expect.element(large).toHaveAttribute('src', onePixel);
  await openNumbers(screen);
  const faces = () => [...sheet.element().querySelectorAll('.chart img')].map((face) => face.getAttribute('src'));
  await expect.poll(faces).toEqual([onePixel]);
  await screen.rerender(<Page dog={{ ...rex, photoUrl: onePixel, photoFocus: { x: 80, y: 30 } }} />);
  const position = () =>
    sheet.element().querySelector<HTMLElement>('.chart img')?.style.objectPosition.replaceAll(' ', '');
  await expect.poll(position).toContain('80%');
  await screen.rerender(<Page dog={{ ...rex, photoUrl: 'data:image/gif;base64,broken' }} />);
  await expect.poll(faces).toEqual([]);
  await expect.element(large).not.toBeInTheDocument();
  expect(sheet.element().querySelector('svg text')?.textContent).toBe('R');
});

test('Share gives the card with the photo to the share sheet. @10.25', async () => {
  const share = offerShareSheet();
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'drawImage');
  const { screen, sheet } = await openPage({ ...rex, photoUrl: onePixel });
  await userEvent.keyboard('{Shift}');
  await expect
    .poll(async () => {
      await more(screen).click();
      await sheet.getByRole('button', { name: 'Share' }).click();
      return share.mock.lastCall?.[0].files?.[0]?.name;
    })
    .toBe('rex-birthday-card.png');
  expect(share.mock.lastCall?.[0].title).toBe("Rex's Birthday Report");
  expect(drawn.mock.calls.map(([source]) => source instanceof HTMLImageElement && source.src)).toContain(onePixel);
});

test.for([
  ['the longest', 'W'.repeat(60)],
  ['a right-to-left', 'שלום לונה '.repeat(6).trim()],
  ['an emoji', '🐕'.repeat(60)],
] as const)('With %s name everything stays within the smallest phone. @10.39', async ([, name]) => {
  await page.viewport(320, 640);
  const screen = await render(<Page dog={{ ...rex, name, breed: 'B'.repeat(60), notes: 'n'.repeat(300) }} />);
  const sheet = screen.getByRole('main');
  await sheet.getByText('In numbers').click();
  await expect.element(sheet.getByRole('figure').first()).toBeVisible();
  expect(contentOutside(sheet.element())).toEqual([]);
});

test('A phone shows the whole of a long name, on the photo beside the rosette.', async () => {
  await page.viewport(390, 844);
  const name = 'Sir Barksalot of Upper Biscuitshire the III';
  const screen = await render(<Page dog={{ ...rex, name, photoUrl: onePixel }} />);
  const heading = screen.getByRole('heading', { level: 1 }).element();
  const { clientHeight, scrollHeight } = heading.firstElementChild!;
  expect(scrollHeight).toBe(clientHeight);
  const rosette = screen.getByText('human years', { exact: true }).first().element().closest('dl')!;
  expect(heading.getBoundingClientRect().right).toBeLessThan(rosette.getBoundingClientRect().left);
});

test.for([320, 353, 375, 390])(
  'On the day of a celebration all that is pressed is within a phone of %i pixels. @10.39',
  async (width) => {
    await page.viewport(width, 844);
    const { sheet } = await openPage(rex, date('2026-06-20'));
    expect(contentOutside(sheet.element())).toEqual([]);
  },
);

test('On the day the flags hang from edge to edge of the photo, above the way back.', async () => {
  await page.viewport(390, 844);
  const { sheet } = await openPage(rex, date('2026-06-20'));
  const back = sheet.getByRole('button', { name: 'Back' }).element();
  const photo = back.parentElement?.getBoundingClientRect();
  const flags = back.parentElement?.querySelector('svg[viewBox="0 0 1800 66"]')?.getBoundingClientRect();
  expect([flags?.left, flags?.right]).toEqual([photo?.left, photo?.right]);
  expect(back.getBoundingClientRect().top).toBeGreaterThanOrEqual(flags?.bottom ?? Number.POSITIVE_INFINITY);
});

test('A guess is told as one wherever the page shows a number. @10.139', async () => {
  const { screen, sheet } = await openPage({ ...rex, birthPrecision: 'guess' });
  await openNumbers(screen);
  expect(figure(sheet.element(), 'human years')).toBe('about 52');
  expect(figure(sheet.element(), 'dog years (actual age)')).toBe('about 6.0 ');
  expect(figure(sheet.element(), 'Next celebration')).toBe('birthday, about 52 in human years');
  expect(figure(sheet.element(), 'Born about')).toBe('June 20, 2020');
  const chart = sheet.getByRole('img', { name: /Rex is at about 52/ });
  await expect.element(chart).toBeInTheDocument();
  await sheet.getByText('Why this number?').click();
  await expect.element(sheet.getByRole('row', { name: 'Today about 52' })).toBeVisible();
});

test('Of a birth of which only the month is sure the page says the month, also in memory. @10.140', async () => {
  const { screen, sheet } = await openPage({ ...rex, birthPrecision: 'month' });
  expect(figure(sheet.element(), 'Born in')).toBe('June 2020');
  await screen.rerender(<Page dog={{ ...rex, birthPrecision: 'month', diedOn: date('2026-06-15') }} />);
  await expect.poll(() => figure(sheet.element(), 'Born in')).toBe('June 2020');
});

test('The gotcha day is beside the next celebration, and a party that is planned for it is linked. @10.36', async () => {
  const screen = await render(
    <Page
      dog={{ ...rex, gotchaDate: date('2020-09-01') }}
      parties={[cakeDay, { ...cakeDay, id: 'home', title: 'Homecoming', celebrationDate: date('2026-09-01') }]}
    />,
  );
  await expect.element(screen.getByText('6th gotcha day', { exact: true }).first()).toBeVisible();
  await expect.element(screen.getByText('78 days to go!')).toBeVisible();
  const planned = screen.getByRole('link', { name: /is planned$/ });
  await expect.element(planned).toHaveTextContent('Homecoming is planned');
  await expect.element(planned).toHaveAttribute('href', '#party=home');
});

test('A party for a birthday that is a gotcha day, too, is linked once.', async () => {
  const parties = [{ ...cakeDay, celebrationDate: date('2026-06-20') }];
  const screen = await render(<Page dog={{ ...rex, gotchaDate: date('2021-06-20') }} parties={parties} />);
  await expect.element(screen.getByText('5th gotcha day', { exact: true }).first()).toBeVisible();
  expect(screen.getByRole('link', { name: /is planned$/ }).elements()).toHaveLength(1);
});

test('The page of a dog in memory tells of its life, and offers and counts nothing. @10.146', async () => {
  const dog = { ...rex, gotchaDate: date('2020-09-01'), diedOn: date('2026-06-15') };
  const { screen, sheet } = await openPage(dog);
  await screen.rerender(<Page dog={dog} portraits={[portraitOn('2024-06-20', onePixel, 'Cheese.')]} />);
  await expect.element(sheet.getByRole('list', { name: 'Photos of Rex' })).toHaveTextContent('Cheese.June 20, 2024');
  await expect.element(sheet.getByText('2020–2026').last()).toBeVisible();
  await expect.element(sheet.getByText('Rex lived 5 years, 52 in human years.')).toBeVisible();
  await expect.element(sheet.getByText('Parties of Rex')).toBeVisible();
  const buttons = sheet.getByRole('button').elements();
  expect(buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
    'Back',
    'More for Rex',
  ]);
  expect(sheet.element().textContent).not.toMatch(/to go|next|life stage|why this number/i);
});
