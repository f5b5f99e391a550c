import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { date } from '../../../domain/testing/dates.ts';
import { filmLength } from '../../cards/film.ts';
import type { Party } from '../../data/records/parties.ts';
import type { Portrait } from '../../data/records/portraits.ts';
import { offerShareSheet } from '../../testing/browser.ts';
import { photoColor, threeColors } from '../../testing/canvas.ts';
import { emulateForcedColors, emulatePaper, emulateReducedMotion, emulateSteadyFrames } from '../../testing/media.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { rex } from '../../testing/sample-dogs.ts';
import { cakeDay, portraitOn } from '../../testing/sample-parties.ts';
import { showError, Toaster } from '../../ui/toaster.tsx';
import { DogYear } from './dog-year.tsx';

vi.mock('../../cards/film.ts', { spy: true });

function party(title: string, day: string): Party {
  return { ...cakeDay, id: title, title, celebrationDate: date(day) };
}

/** A picture of one color, told apart by its name. */
function onePixel(name: string): string {
  return `data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7#${name}`;
}

const parties = [
  party('Snow Day', '2026-02-01'),
  party('Beach Day', '2025-08-02'),
  party('Last Year', '2025-06-19'),
  party('Tomorrow', '2026-06-16'),
];

async function renderYear(
  day: string,
  held: readonly Party[] = parties,
  dog = rex,
  portraits: readonly Portrait[] = [],
  onOpenStamp = vi.fn(),
) {
  const screen = await render(
    <DogYear dog={dog} parties={held} portraits={portraits} today={date(day)} onOpenStamp={onOpenStamp} />,
  );
  const texts = () =>
    screen
      .getByRole('listitem')
      .elements()
      .map((stop) => stop.textContent ?? '');
  return { screen, texts };
}

/** Opens the story, of so many pictures. Returns its dialog, and how to see which picture is shown. */
async function openStory(
  dog = rex,
  held: readonly Party[] = parties,
  portraits: readonly Portrait[] = [],
  { count = 5, day = '2026-06-20' } = {},
) {
  const { screen } = await renderYear(day, held, dog, portraits);
  await screen.getByRole('button', { name: `See ${dog.name}'s Story` }).click();
  const story = screen.getByRole('dialog', { name: `${dog.name}'s Story` });
  const picture = (number: number) => story.getByRole('img', { name: new RegExp(`^Picture ${number} of ${count}: `) });
  await expect.element(picture(1)).toBeVisible();
  return { screen, story, picture };
}

/** Opens the story as it plays. Each picture stays for an hour, because a slow machine may need more than its four seconds to draw it. */
async function openPlayingStory() {
  await emulateReducedMotion('no-preference');
  const lasting = document.createElement('style');
  lasting.textContent = '.story * { animation-duration: 3600s !important }';
  document.head.append(lasting);
  onTestFinished(() => lasting.remove());
  return openStory();
}

test('Each celebration of the year is a stamp with its number and date, and a paw where a party was held for it. @10.40', async () => {
  const { screen, texts } = await renderYear('2026-06-15');
  const stamps = texts();
  expect(stamps).toHaveLength(8);
  expect(stamps[0]).toBe('June 20, 2025: 5th birthday45Jun 20birthday');
  expect(stamps[1]).toBe('August 12, 2025: 46th human-year birthday, with Beach Day46Aug 12');
  expect(stamps[7]).toBe('June 20, 2026: 6th birthday52Jun 202026');
  await expect.element(screen.getByText('7 of 8 stamps')).toBeVisible();
  const next = screen.container.querySelectorAll('[aria-current="step"]');
  expect([...next].map(({ textContent }) => textContent)).toEqual([stamps[7]]);
  // None is for a party to come.
  expect(stamps.filter((text) => text.includes('with'))).toHaveLength(2);
  expect(screen.container.querySelectorAll('[class*="--art-print"]')).toHaveLength(2);
  const many = Array.from({ length: 40 }, (_, index) => party(`Party ${index}`, '2025-08-10'));
  const full = await renderYear('2026-06-15', many);
  expect(full.texts().filter((text) => text.includes(', with 40 parties'))).toHaveLength(1);
});

test('In forced colors the ring of the next stamp is drawn in the color of its number, which has nothing else behind it. @10.128', async () => {
  await emulateForcedColors();
  const { screen } = await renderYear('2026-06-15');
  const next = screen.container.querySelector('[aria-current="step"]')!;
  const { fill, stroke } = getComputedStyle(next.querySelector('path')!);
  expect([fill, stroke]).toEqual(['none', getComputedStyle(next.querySelector('svg + span')!).color]);
});

test('A puppy has its graduation on the way, a gotcha day is a paw, and a guess says so. @10.40', async () => {
  const puppy = await renderYear('2026-06-15', [], { ...rex, birthDate: date('2026-05-20') });
  expect(puppy.texts()).toEqual([
    'May 20, 2026: Very first day0May 20born',
    'November 19, 2026: Puppy graduation7½Nov 19graduation',
    'May 20, 2027: 1st birthday15May 202027',
  ]);
  await puppy.screen.unmount();
  const found = await renderYear('2026-06-15', [], {
    ...rex,
    birthPrecision: 'guess',
    gotchaDate: date('2022-09-01'),
  });
  expect(found.texts()[1]).toBe('August 12, 2025: Human-year birthday, about 46about46Aug 12');
  expect(found.texts()[2]).toBe('September 1, 2025: 3rd gotcha daySep 1gotcha');
});

test('A stamp whose day has passed opens, and a photo of the day or of the party for it fills it. @10.326 @10.327', async () => {
  const onOpenStamp = vi.fn();
  const held = [{ ...party('Beach Day', '2025-08-02'), memoryPhotoUrl: onePixel('beach') }];
  const kept = [portraitOn('2025-06-20', onePixel('cake'))];
  const { screen, texts } = await renderYear('2026-06-15', held, rex, kept, onOpenStamp);
  const pictures = [...screen.container.querySelectorAll('img')].map(({ src }) => src);
  expect(pictures).toEqual([onePixel('cake'), onePixel('beach')]);
  // The words stay as they are.
  expect(texts()[0]).toBe('June 20, 2025: 5th birthday45Jun 20birthday');
  expect(screen.getByRole('button', { name: /^(Photo|Add a photo) of / }).elements()).toHaveLength(7);
  await screen.getByRole('button', { name: 'Photo of June 20, 2025' }).click();
  await screen.getByRole('button', { name: 'Photo of August 2, 2025' }).click();
  await screen.getByRole('button', { name: /^Add a photo of October/ }).click();
  const opened = onOpenStamp.mock.calls.map(([{ kind }, day]) => [kind, day]);
  expect(opened.slice(0, 2)).toEqual([
    ['birthday', '2025-06-20'],
    ['human-year birthday', '2025-08-02'],
  ]);
  expect(opened).toHaveLength(3);
  expect(screen.getByText('Kept!').elements()).toHaveLength(0);
  const year = { dog: rex, parties: held, portraits: kept, today: date('2026-06-15'), onOpenStamp };
  await screen.rerender(<DogYear {...year} stampedDay={date('2025-08-02')} />);
  expect(texts().filter((text) => text.includes('Kept!'))).toEqual([expect.stringMatching(/^August/)]);
});

test('The stamps of the years before are turned back to, to the first one and not beyond. @10.327', async () => {
  const { screen, texts } = await renderYear('2026-06-15');
  const back = screen.getByRole('button', { name: 'The year before' });
  const on = screen.getByRole('button', { name: 'The year after' });
  await expect.element(on).toHaveAttribute('aria-disabled', 'true');
  for (let year = 5; year > 0; year -= 1) await back.click();
  await expect.element(screen.getByRole('heading')).toHaveTextContent('1st Year');
  expect(texts()[0]).toMatch(/^June 20, 2020: Very first day/);
  await expect.element(back).toHaveAttribute('aria-disabled', 'true');
  await expect.element(screen.getByText('3 of 3 stamps')).toBeVisible();
  (back.element() as HTMLElement).click();
  await on.click();
  await expect.element(screen.getByRole('heading')).toHaveTextContent('2nd Year');
});

test('A day in the address has its year open and its stamp in view, and a day without a stamp changes nothing. @10.327', async () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView');
  const titleOn = async (soughtDay: string) => {
    const year = { dog: rex, parties, portraits: [], today: date('2026-06-15'), onOpenStamp: vi.fn() };
    const screen = await render(<DogYear {...year} soughtDay={date(soughtDay)} />);
    const title = screen.getByRole('heading').element().textContent;
    await screen.unmount();
    return title;
  };
  expect(await titleOn('2024-06-20')).toBe('5th Year');
  expect(seen.mock.contexts.map((stamp) => (stamp as Element).textContent)).toEqual(['38']);
  for (const none of ['2026-06-14', '2027-01-01', '2019-01-01']) expect(await titleOn(none)).toBe("Rex's Year");
  expect(seen).toHaveBeenCalledTimes(1);
});

test('The story tells the days of which a portrait is kept, with their lines, beside the parties. @10.326', async () => {
  const kept = [
    // The birthday that began the year was told a year ago.
    { ...portraitOn('2025-06-20', onePixel('old')), createdAt: '2025-06-20T12:00:00+00:00' },
    portraitOn('2025-08-12', onePixel('ball'), 'Ball, ball, ball', 'human-year birthday'),
    portraitOn('2025-09-30', null),
  ];
  const { story } = await openStory(rex, [], kept, { count: 6 });
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect
    .element(story.getByRole('status'))
    .toHaveTextContent("Rex's human-year birthday, Tuesday, August 12, 2025. Ball, ball, ball");
});

test('In the story the photo of a party does not take the face of a portrait of that day. @10.326', async () => {
  const held = [{ ...party('Beach Day', '2025-08-12'), memoryPhotoUrl: threeColors() }];
  const kept = { ...portraitOn('2025-08-12', onePixel('ball')), photoFocus: { x: 4, y: 50 } };
  const { picture } = await openStory(rex, held, [kept], { count: 7 });
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.poll(() => photoColor(picture(3).element())).toEqual([0, 255, 0]);
});

test('A photo of the last birthday that was kept after that day is told in the next story. @10.326', async () => {
  const late = { ...portraitOn('2025-06-20', onePixel('late')), createdAt: '2025-06-22T12:00:00+00:00' };
  await openStory(rex, [], [late], { count: 6 });
});

test('The first story tells the photo of the day of birth. @10.326', async () => {
  const born = { ...portraitOn('2020-06-20', onePixel('born')), createdAt: '2020-06-20T12:00:00+00:00' };
  const { story } = await openStory(rex, [], [born], { count: 6, day: '2021-06-20' });
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(story.getByRole('status')).toHaveTextContent("Rex's birthday, Saturday, June 20, 2020.");
});

test('Only on the birthday there is a story of the year behind, in five pictures, which arrow keys and taps turn. @10.41', async () => {
  for (const day of ['2026-06-19', '2026-06-21', '2020-06-20']) {
    const { screen } = await renderYear(day);
    expect(screen.getByRole('button', { name: /Story/ }).elements()).toEqual([]);
    await screen.unmount();
  }
  const { story, picture } = await openStory();
  const words = story.getByRole('status');
  await expect.element(words).toHaveTextContent('Rex gained 7 human years in one: from 45 to 52.');
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
  await expect.element(words).toHaveTextContent('Rex had 3 parties: Beach Day, Snow Day, and 1 more.');
  await picture(2).click();
  await expect.element(words).toHaveTextContent('Rex on the 6th birthday, Saturday, June 20, 2026.');
  await picture(3).click({ position: { x: 10, y: 50 } });
  await expect.element(picture(2)).toBeVisible();
  await story.getByRole('button', { name: 'Next' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(words).toHaveTextContent('Rex is going strong. Still: Adult Dog.');
  await userEvent.keyboard('{ArrowRight}');
  await expect
    .element(words)
    .toHaveTextContent("Rex's next year has 7 days to celebrate. The first is Wednesday, August 12, 2026.");
  await story.getByRole('button', { name: 'Once More' }).click();
  await expect.element(picture(1)).toBeVisible();
});

test('Each party with a photo of the day has a picture of its own with that photo, the last five of a long year. @10.41', async () => {
  const held = Array.from({ length: 6 }, (_, month) => ({
    ...party(`Party ${month}`, `2026-0${month + 1}-01`),
    location: 'Home',
    memoryPhotoUrl: `/storage/v1/object/public/dog-photos/1/${month}.webp`,
  }));
  const requested: string[] = [];
  const observer = new PerformanceObserver((list) => requested.push(...list.getEntries().map(({ name }) => name)));
  observer.observe({ type: 'resource' });
  const { story, picture } = await openStory(rex, [...held, party('Without', '2026-06-02')], [], { count: 10 });
  const words = story.getByRole('status');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(words).toHaveTextContent('Party 1, celebrated on Sunday, February 1, 2026.');
  await expect.element(picture(3)).toBeVisible();
  await expect.poll(() => requested.some((url) => url.endsWith('dog-photos/1/1.webp'))).toBe(true);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
  await expect.element(words).toHaveTextContent('Party 5, celebrated on Monday, June 1, 2026.');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(words).toMatchTextContent(/^Rex on the 6th birthday/);
  observer.disconnect();
});

test('The story plays by itself, can be paused, and stays on its last picture. @10.43', async () => {
  const { story, picture } = await openPlayingStory();
  const running = () => [...story.element().querySelectorAll<HTMLElement>('span > span[style]')].at(-1)!;
  const fill = () => running().dispatchEvent(new Event('animationend', { bubbles: true }));
  await expect.poll(() => running().style.animationPlayState).toBe('running');
  await story.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => running().style.animationPlayState).toBe('paused');
  for (const number of [2, 3, 4, 5]) {
    fill();
    await expect.element(picture(number)).toBeVisible();
  }
  await expect.element(story.getByRole('button', { name: 'Once More' })).toBeVisible();
});

test('The numbers of the story count up, are read at their end only, and are there at once without motion. @10.43', async () => {
  const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const numbers = () => [...new Set(written.mock.calls.map(([text]) => text).filter((text) => /^\d+$/.test(text)))];
  const still = await openStory();
  await expect.element(still.picture(1)).toHaveAttribute('aria-busy', 'false');
  expect(numbers()).toEqual(['7']);
  await still.screen.unmount();
  emulateSteadyFrames();
  written.mockClear();
  const { story, picture } = await openPlayingStory();
  await expect.element(story.getByRole('status')).toHaveTextContent('Rex gained 7 human years in one: from 45 to 52.');
  await expect.element(picture(1)).toHaveAttribute('aria-busy', 'false');
  expect(numbers()).toEqual(expect.arrayContaining(['0', '6', '7']));
  expect(numbers().at(-1)).toBe('7');
});

test('Each picture is a card to share. @10.42', async () => {
  const share = offerShareSheet();
  const { story, picture } = await openStory();
  for (const number of [1, 2, 3, 4, 5]) {
    // A press waits for the picture, but only for a limited time.
    await expect.element(picture(number)).toHaveAttribute('aria-busy', 'false');
    await story.getByRole('button', { name: /^(Share|Send Rex's Year)$/ }).click();
    await expect.poll(() => share.mock.lastCall?.[0].files?.[0]?.name).toBe(`rex-story-${number}.png`);
    expect(share.mock.lastCall?.[0].text).toBe(story.getByRole('status').element().textContent);
    await userEvent.keyboard('{ArrowRight}');
  }
});

test('A year without parties is told kindly, and Escape closes the story. @10.41', async () => {
  const { screen, story } = await openStory(rex, []);
  await userEvent.keyboard('{ArrowRight}');
  await expect
    .element(story.getByRole('status'))
    .toHaveTextContent('A year of quiet walks for Rex. In the new one every party is still to come.');
  await userEvent.keyboard('{Escape}');
  await expect.element(story).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: "See Rex's Story" })).toHaveFocus();
});

test('The longest name stays within the smallest phone, and so do the stamps of a guess.', async () => {
  await page.viewport(320, 640);
  const { screen } = await renderYear('2026-06-15', parties, { ...rex, birthPrecision: 'guess' });
  expect(contentOutside(screen.container)).toEqual([]);
  await screen.unmount();
  const { story } = await openStory({ ...rex, name: 'W'.repeat(60) });
  expect(contentOutside(story.element())).toEqual([]);
});

const remembered = { ...rex, diedOn: date('2026-03-01') };

const threeDays = [
  portraitOn('2022-06-20', onePixel('2')),
  portraitOn('2024-06-20', onePixel('4')),
  portraitOn('2026-02-01', onePixel('6'), null, 'human-year birthday'),
];

/** Opens what is made of a dog's photos. */
async function openKeepsake(
  button: string | RegExp,
  dog = rex,
  kept: readonly Portrait[] = threeDays,
  held: readonly Party[] = [],
) {
  const { screen } = await renderYear('2026-06-15', held, dog, kept);
  await screen.getByRole('button', { name: button }).click();
  const poster = screen.getByRole('region', { name: /^The year of / });
  return { screen, dialog: screen.getByRole('dialog'), poster };
}

test('Two days with photos are a card, the first and the last until others are chosen. @10.360', async () => {
  const { dialog } = await openKeepsake('Then and Now');
  await expect.element(dialog).toHaveAccessibleName('Rex, Then and Now');
  await expect.element(dialog.getByRole('radio', { name: 'Story' })).toBeInTheDocument();
  await expect.element(dialog.getByRole('radio', { name: 'Wallpaper' })).not.toBeInTheDocument();
  const told = (then: string) => {
    const name = `Card with two pictures of Rex: ${then}, and 49 in human years on February 1, 2026. Same nose, more stories.`;
    return expect.element(dialog.getByRole('img', { name })).toBeVisible();
  };
  await told('24 in human years on June 20, 2022');
  expect(dialog.getByRole('radio', { name: /^(Cover|Number|Table|Lamplight)$/ }).elements()).toHaveLength(2);
  await expect.element(dialog.getByText('Choose a Photo')).not.toBeInTheDocument();
  await dialog.getByLabelText('Then', { exact: true }).selectOptions('Jun 20, 2024');
  await told('38 in human years on June 20, 2024');
  expect(dialog.getByLabelText('Now', { exact: true }).getByRole('option').elements()).toHaveLength(1);
  await expect.element(dialog.getByRole('button', { name: 'Save Picture' })).toBeEnabled();
});

test('One day with a photo is no card, and two need no choice. @10.360', async () => {
  const one = await renderYear('2026-06-15', [], rex, [...threeDays.slice(0, 1), portraitOn('2023-06-20', null)]);
  await expect.element(one.screen.getByRole('button', { name: 'Then and Now' })).not.toBeInTheDocument();
  await one.screen.unmount();
  const held = [{ ...party('Beach Day', '2025-08-02'), memoryPhotoUrl: onePixel('beach') }];
  const { screen } = await openKeepsake('Then and Now', rex, threeDays.slice(0, 1), held);
  await expect.element(screen.getByRole('img', { name: /June 20, 2022, and .* August 2, 2025/ })).toBeVisible();
  await expect.element(screen.getByLabelText('Then', { exact: true })).not.toBeInTheDocument();
});

test('The card of a dog in memory speaks of two days, and of no now. @10.360', async () => {
  await page.viewport(320, 700);
  const { dialog } = await openKeepsake('Two Days Side by Side', { ...remembered, name: 'W'.repeat(60) });
  await expect.element(dialog.getByRole('img', { name: /Good days, all of them\.$/ })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Save Picture' })).toBeEnabled();
  expect(dialog.element().textContent).not.toMatch(/\bnow\b|How old/i);
  expect(contentOutside(dialog.element())).toEqual([]);
});

test('The poster has each day of the coming year and the last four photos, or two beside more than six days. @10.362', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const days = [
    portraitOn('2021-06-20', onePixel('1')),
    ...threeDays,
    portraitOn('2025-06-20', onePixel('5'), 'Cake!'),
  ];
  const found = { ...rex, gotchaDate: date('2022-09-01') };
  const { screen, poster } = await openKeepsake('Poster of the Year', found, days);
  await expect.element(poster.getByRole('img', { name: 'Code that opens the link for Rex' })).toBeVisible();
  const [coming, last] = poster
    .getByRole('list')
    .elements()
    .map((list) => [...list.children]);
  // Seven human years of a giant dog, and the day it came home.
  expect(coming?.map(({ textContent }) => textContent)).toEqual([
    '52Jun 20 Sat6th birthday',
    ...Array.from({ length: 7 }, () => expect.any(String)),
  ]);
  expect(coming?.map(({ textContent }) => textContent)).toContain('4Sep 1 Tue4th gotcha day');
  expect(last?.map(({ textContent }) => textContent)).toEqual([
    'Jun 20, 202545 human yearsCake!',
    'Feb 1, 202649 human years',
  ]);
  await screen.getByRole('button', { name: 'Print the Poster' }).click();
  expect(print).toHaveBeenCalledOnce();
  await screen.getByRole('button', { name: 'Close' }).click();

  await screen.unmount();
  const small = await openKeepsake('Poster of the Year', { ...rex, size: 'small' }, days);
  await expect.element(small.screen.getByRole('heading', { name: '4 celebrations' })).toBeVisible();
  const photos = small.poster.getByRole('img', { name: /^Rex on / });
  expect(photos.elements().map((photo) => photo.getAttribute('alt'))).toEqual([
    'Rex on June 20, 2022',
    'Rex on June 20, 2024',
    'Rex on June 20, 2025',
    'Rex on February 1, 2026',
  ]);
});

test.for([320, 1280])(
  'The longest name stays on the poster in a window %i wide, and without photos nothing is said of them. @10.362',
  async (width) => {
    await page.viewport(width, 700);
    const { dialog } = await openKeepsake('Poster of the Year', { ...rex, name: 'W'.repeat(60) }, []);
    await expect.element(dialog.getByRole('heading', { name: '7 celebrations' })).toBeVisible();
    await expect.element(dialog.getByRole('heading', { name: /so far$/ })).not.toBeInTheDocument();
    expect(contentOutside(dialog.element())).toEqual([]);
  },
);

test.for(['Princess', 'Snowball', 'Maximus', 'Bartholomew', 'Bartholomew Maximus'])(
  'On the poster the word %s is not broken. @10.362',
  async (name) => {
    await page.viewport(1280, 900);
    const { poster } = await openKeepsake('Poster of the Year', { ...rex, name });
    const shown = poster.getByText(name, { exact: true });
    await expect.element(shown).toBeVisible();
    await document.fonts.ready;
    const text = document.createRange();
    text.selectNodeContents(shown.element());
    expect(text.getClientRects()).toHaveLength(name.split(' ').length);
  },
);

test('The only keepsake of a year is in the middle, no wider than its words.', async () => {
  await page.viewport(390, 844);
  const { screen } = await renderYear('2026-06-15');
  const button = screen.getByRole('button', { name: 'Poster of the Year' }).element();
  const { left, right, width } = button.getBoundingClientRect();
  const row = button.parentElement?.getBoundingClientRect();
  expect(left - (row?.left ?? 0)).toBeCloseTo((row?.right ?? 0) - right);
  expect(width).toBeLessThan((row?.width ?? 0) * 0.8);
});

test('On a small phone with text at twice its size, no word on the button of a keepsake is broken.', async () => {
  // Within the padding of its page.
  await page.viewport(288, 700);
  const root = document.documentElement;
  onTestFinished(() => void root.style.removeProperty('font-size'));
  root.style.fontSize = '200%';
  const { screen } = await renderYear('2026-06-15', [], rex, threeDays);
  for (const name of ['Poster of the Year', 'Then and Now']) {
    const text = document.createRange();
    text.selectNodeContents(screen.getByText(name, { exact: true }).element());
    expect(text.getClientRects().length, name).toBeLessThanOrEqual(name.split(' ').length);
  }
});

test('On a small phone the line below a short name is not broken. @10.362', async () => {
  await page.viewport(320, 700);
  const { poster } = await openKeepsake('Poster of the Year', rex);
  const line = poster.getByRole('heading', { name: '7 celebrations' });
  await expect.element(line).toBeVisible();
  await document.fonts.ready;
  const text = document.createRange();
  text.selectNodeContents(line.element());
  expect(text.getClientRects()).toHaveLength(1);
});

test('On a phone the poster is the whole page that is printed, its photos in one row. @10.362', async () => {
  await page.viewport(390, 844);
  const days = [...threeDays, portraitOn('2025-06-20', onePixel('5'))];
  const { screen, poster } = await openKeepsake('Poster of the Year', { ...rex, size: 'small' }, days);
  const photos = poster.getByRole('img', { name: /^Rex on / });
  await expect.element(photos.last()).toBeVisible();
  expect(new Set(photos.elements().map((photo) => photo.getBoundingClientRect().top)).size).toBe(1);
  const print = screen.getByRole('button', { name: 'Print the Poster' }).element().getBoundingClientRect();
  expect(poster.element().getBoundingClientRect().bottom).toBeLessThan(print.top);
});

test('The only photo of a poster is no strip that cuts a face. @10.362', async () => {
  await page.viewport(1280, 900);
  const { poster } = await openKeepsake('Poster of the Year', { ...rex, size: 'small' }, threeDays.slice(0, 1));
  const photo = poster.getByRole('img', { name: /^Rex on / });
  await expect.element(photo).toBeVisible();
  const { width, height } = photo.element().getBoundingClientRect();
  expect(width / height).toBeLessThan(2);
});

const papers = { A4: [794, 1123], Letter: [816, 1056] } as const;

const posters = [0, 1, 4].flatMap((count) => (['giant', 'small'] as const).map((size) => [count, size] as const));

test.for(posters.flatMap((poster) => (['A4', 'Letter'] as const).map((paper) => [...poster, paper] as const)))(
  'With %i photos of a %s dog the poster fills a sheet of %s without a gap, and nothing is cut. @10.362',
  async ([count, size, paper]) => {
    const [width, height] = papers[paper];
    await page.viewport(width, height);
    const days = Array.from({ length: count }, (_, index) =>
      portraitOn(`2025-0${index + 1}-10`, onePixel(String(index)), 'W W W W '.repeat(10).trim()),
    );
    const found = { ...rex, size, name: 'Bartholomew '.repeat(5).trim(), gotchaDate: date('2022-09-01') };
    const opened = await openKeepsake('Poster of the Year', found, days);
    await expect.element(opened.poster).toBeVisible();
    await emulatePaper();
    const poster = opened.poster.element();
    const whole = poster.getBoundingClientRect();
    expect(whole.height).toBeGreaterThan(height * 0.9);
    expect(contentOutside(poster)).toEqual([]);
    const parts = [...poster.children]
      .filter((part) => getComputedStyle(part).position !== 'absolute')
      .map((part) => part.getBoundingClientRect());
    const gaps = parts.slice(1).map(({ top }, index) => top - parts[index]!.bottom);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...gaps)).toBeLessThan(whole.height * 0.03);
    // The cake is at its foot.
    const { top: cake } = [...poster.children].at(-1)!.getBoundingClientRect();
    for (const item of poster.querySelectorAll('li'))
      expect(item.getBoundingClientRect().bottom).toBeLessThanOrEqual(cake);
  },
);

test('A dog in memory has no poster, and neither has a year that has passed. @10.362', async () => {
  const quiet = await renderYear('2026-06-15', [], remembered);
  await expect.element(quiet.screen.getByText(/^(This Year|Rex's Year)$/)).toBeVisible();
  await expect.element(quiet.screen.getByText('Poster of the Year')).not.toBeInTheDocument();
  await quiet.screen.unmount();
  const { screen } = await renderYear('2026-06-15');
  await expect.element(screen.getByRole('button', { name: 'Poster of the Year' })).toBeVisible();
  await screen.getByRole('button', { name: 'The year before' }).click();
  await expect.element(screen.getByText('Poster of the Year')).not.toBeInTheDocument();
});

const twoDays = threeDays.slice(1);

/** Opens the film of Rex, or of another dog. */
async function openFilm(kept: readonly Portrait[] = threeDays, dog = rex) {
  const { screen } = await openKeepsake(/^Film of the Years?$/, dog, kept);
  const film = screen.getByRole('dialog', { name: `${dog.name}'s Film` });
  const make = film.getByRole('button', { name: 'Make the Film' });
  await expect.element(make).toBeEnabled();
  return { screen, film, make };
}

test('From two days with photos on there is a film, of the last twelve months or of all years. @10.363', async () => {
  const one = await renderYear('2026-06-15', [], rex, threeDays.slice(0, 1));
  await expect.element(one.screen.getByRole('button', { name: 'Poster of the Year' })).toBeVisible();
  expect(one.screen.getByRole('button', { name: /^Film/ }).elements()).toEqual([]);
  await one.screen.unmount();
  const years = await openFilm();
  await expect
    .element(years.film.getByRole('img'))
    .toHaveAccessibleName(
      'Film of Rex: 24 in human years on June 20, 2022, 38 in human years on June 20, 2024, and 49 in human years on February 1, 2026',
    );
  await years.screen.unmount();
  const { film } = await openFilm([...threeDays, portraitOn('2025-12-01', onePixel('5'))]);
  await expect.element(film.getByRole('img')).toHaveAccessibleName(/^Film of Rex: 48 .* 2025 and 49 .* 2026$/);
});

test('The film plays by itself, can be held and turned, and under reduced motion waits. @10.367', async () => {
  const still = await openFilm(twoDays);
  const time = still.film.getByRole('slider', { name: 'Time in the film' });
  await expect.element(still.film.getByRole('button', { name: 'Play' })).toBeVisible();
  expect((time.element() as HTMLInputElement).valueAsNumber).toBe(0);
  // It is on the picture until the film has been touched.
  const topOf = (name: string) => still.film.getByRole('button', { name }).element().getBoundingClientRect().top;
  const foot = () => still.film.getByRole('img').element().getBoundingClientRect().bottom;
  expect(topOf('Play')).toBeLessThan(foot());
  const picture = () => (still.film.getByRole('img').element() as HTMLCanvasElement).toDataURL();
  const first = picture();
  await time.fill('4');
  await expect.element(time).toHaveAttribute('aria-valuetext', '4 of 10 seconds');
  expect(picture()).not.toBe(first);
  await still.film.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => (time.element() as HTMLInputElement).valueAsNumber).toBeGreaterThan(4);
  expect(topOf('Pause')).toBeGreaterThan(foot());
  await still.film.getByRole('button', { name: 'Pause' }).click();
  await time.fill('10');
  await still.film.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => (time.element() as HTMLInputElement).valueAsNumber).toBeLessThan(5);
  await still.screen.unmount();
  await emulateReducedMotion('no-preference');
  const { film } = await openFilm(twoDays);
  await expect.element(film.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => (film.getByRole('slider').element() as HTMLInputElement).valueAsNumber).toBeGreaterThan(0);
  await film.getByRole('img').click();
  await expect.element(film.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('The film is made with a press, told as it goes, and shared as a file. @10.366', async () => {
  const share = offerShareSheet();
  // One second of it, because the 30 frames of each are drawn and encoded at full size.
  vi.mocked(filmLength).mockReturnValue(1);
  onTestFinished(() => void vi.mocked(filmLength).mockReset());
  const { film, make } = await openFilm(twoDays);
  await make.click();
  await expect.element(film.getByRole('progressbar')).toHaveAccessibleName('Making the film');
  await expect.element(film.getByText(/^Making the film… \d+%$/)).toBeVisible();
  await expect.poll(() => (film.getByRole('slider').element() as HTMLInputElement).valueAsNumber).toBeGreaterThan(0);
  await expect.element(film.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expect.element(film.getByRole('status').getByText('Your film is ready.')).toBeInTheDocument();
  await expect.element(film.getByRole('button', { name: 'Share' })).toHaveFocus();
  expect(document.querySelector('[data-confetti]')).not.toBeNull();
  await film.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => share.mock.lastCall?.[0].files?.[0]?.name).toBe('rex-film.mp4');
  const [file] = share.mock.lastCall?.[0].files ?? [];
  expect(file.type).toBe('video/mp4');
  const video = document.createElement('video');
  video.src = URL.createObjectURL(file);
  await new Promise((resolve) => video.addEventListener('loadeddata', resolve, { once: true }));
  expect([video.videoWidth, video.videoHeight, Math.round(video.duration)]).toEqual([1080, 1920, 1]);
  expect(filmLength).toHaveBeenCalledWith(2);
  URL.revokeObjectURL(video.src);
});

test('Making the film can be given up, also when it hangs, and making another begins anew; a long name fits. @10.366', async () => {
  await page.viewport(320, 700);
  await emulateReducedMotion('no-preference');
  const { film, make } = await openFilm(twoDays, { ...rex, name: 'W'.repeat(60) });
  const question = vi.spyOn(VideoEncoder, 'isConfigSupported').mockReturnValue(new Promise(() => undefined));
  await make.click();
  await expect.element(film.getByRole('button', { name: 'Play' })).toBeDisabled();
  await film.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(make).toHaveFocus();
  expect(contentOutside(film.element())).toEqual([]);
  await expect.element(film.getByRole('status')).toHaveTextContent('Canceled. No film was made.');
  await expect.element(film.getByRole('progressbar')).not.toBeInTheDocument();
  question.mockRestore();
  await make.click();
  await expect.element(film.getByRole('progressbar')).toBeVisible();
});

test('A film that fails to load when its dialog has gone says nothing. @10.366', async () => {
  const { promise, resolve } = Promise.withResolvers<FontFace[]>();
  const fonts = vi.spyOn(document.fonts, 'load').mockReturnValue(promise);
  const { screen } = await renderYear('2026-06-15', [], rex, twoDays);
  const toaster = await render(<Toaster />);
  await screen.getByRole('button', { name: 'Film of the Years' }).click();
  await expect.poll(() => fonts.mock.calls.length).toBeGreaterThan(0);
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  const canvases = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  resolve([]);
  await expect.poll(() => canvases.mock.calls.length).toBeGreaterThan(0);
  showError({ title: 'Later' });
  await expect.element(toaster.getByText('Later')).toBeVisible();
  expect(toaster.getByText(/draw it/).elements()).toEqual([]);
});

test('A browser that makes no films says so, and offers the last story; both are quiet of a dog in memory. @10.365 @10.366', async () => {
  for (const name of ['VideoEncoder', 'MediaRecorder']) vi.stubGlobal(name, undefined);
  const { screen, film, make } = await openFilm(threeDays, remembered);
  expect(film.element().textContent).not.toMatch(/\bnow\b|How old/i);
  await make.click();
  await expect.element(film.getByText('The story shows the pictures, one by one.')).toBeVisible();
  await film.getByRole('button', { name: 'See the Story' }).click();
  const story = screen.getByRole('dialog', { name: "Rex's Story" });
  await expect.element(story.getByRole('img', { name: /^Picture 1 of 4: Rex's birthday/ })).toBeVisible();
  await expect.element(film).not.toBeInTheDocument();
  for (let turn = 0; turn < 3; turn += 1) await userEvent.keyboard('{ArrowRight}');
  await expect.element(story.getByRole('status')).toHaveTextContent('Rex: good days, all of them.');
  expect(story.element().textContent).not.toMatch(/\bnow\b|How old|to come/i);
});

test('The one photo of a puppy is its story, too. @10.41', async () => {
  const kept = [portraitOn('2026-05-01', onePixel('1'), 'Graduated!', 'puppy graduation')];
  const puppy = { ...rex, birthDate: date('2025-10-30') };
  const { story, picture } = await openStory(puppy, [], kept, { count: 2, day: '2026-06-15' });
  await expect.element(picture(1)).toHaveAccessibleName(/ Graduated!$/);
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(story.getByRole('button', { name: "Send Rex's Story" })).toBeVisible();
});
