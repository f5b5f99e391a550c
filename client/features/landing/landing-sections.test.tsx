import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { emulateReducedMotion } from '../../testing/media.ts';
import { AccountActions, StartButton } from './landing-buttons.tsx';
import { Header, HeroSection, SignUpBanner, WhySection } from './landing-sections.tsx';

test('The header says what the product is for; a visitor can sign in, and is told that sign-up is disabled, by a button dimmed by colour, never by opacity. @2.10 @2.11 @2.12 @2.13 @2.14 @2.15', async () => {
  const screen = await render(<Header account={<AccountActions />} />);
  await expect.element(screen.getByRole('link', { name: 'Wagday' })).toHaveAttribute('href', '/');
  const purpose = "Calculate your dog's birthday and celebrate all year long!";
  await expect.element(screen.getByText(purpose, { exact: true })).toBeVisible();
  const signIn = screen.getByRole('link', { name: 'Sign In', exact: true });
  await expect.element(signIn).toHaveAttribute('href', '/auth');
  await expect.element(screen.getByRole('button', { name: 'Sign Out' })).not.toBeInTheDocument();

  const createAccount = screen.getByRole('button', { name: 'Create Account', exact: true });
  const look = getComputedStyle(createAccount.element());
  // The pointer of an earlier test may rest on the button, whose words are then as dark.
  await signIn.hover();
  expect(look.opacity).toBe('1');
  await expect.poll(() => look.color).not.toBe(getComputedStyle(signIn.element()).color);
  await createAccount.click();
  const dialog = screen.getByRole('alertdialog', { name: 'Sign-up Disabled', exact: true });
  await expect.element(dialog).toBeVisible();
  const text = 'On Aug. 1, sign-up was disabled for this demo, but the rest of the app stays up.';
  await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  await expect.element(dialog).toHaveAccessibleDescription(text);
  expect(dialog.getByRole('button').elements()).toHaveLength(1);

  const gotIt = dialog.getByRole('button', { name: 'Got it', exact: true });
  await expect.element(gotIt).toHaveFocus();
  await gotIt.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(createAccount).toHaveFocus();
});

test.for([320, 390, 1280, 2560])(
  'The picture is at most 400 pixels high in a window %i wide. @2.19 @9.18',
  async (width) => {
    await page.viewport(width, 900);
    const screen = await render(<HeroSection start={null} />);
    const picture = screen.getByRole('img', { name: /^Four dogs/ });
    await expect.element(picture).toBeVisible();
    expect(getComputedStyle(picture.element()).maxHeight).toBe('400px');
    expect(picture.element().getBoundingClientRect().height).toBeLessThanOrEqual(400);
    expect(document.documentElement.scrollWidth).toBe(width);
  },
);

/** The ends of all blinks of each dog in the picture, in milliseconds. */
function blinkEnds(): number[][] {
  const dogs = [...document.querySelectorAll('[role="img"] use')];
  return dogs.map((dog) => dog.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime)));
}

test('The dogs of the picture blink twice in the first ten seconds, two and two, and never without motion. @10.2', async () => {
  const screen = await render(<HeroSection start={null} />);
  await expect.element(screen.getByRole('img', { name: /^Four dogs/ })).toBeVisible();
  expect(blinkEnds()).toEqual([[], [], [], []]);
  await emulateReducedMotion('no-preference');
  const [one = [], ...others] = blinkEnds();
  expect(one).toHaveLength(2);
  expect(Math.max(...[one, ...others].flat())).toBeLessThan(10_000);
  expect(others.map((ends) => ends.join() === one.join())).toEqual([false, true, false]);

  const dog = document.querySelector('[role="img"] use') as Element;
  const [blink] = dog.getAnimations();
  const isAwake = (at: number) => {
    Object.assign(blink as Animation, { currentTime: at });
    return getComputedStyle(dog).getPropertyValue('--awake') !== 'none';
  };
  const begin = Number(blink?.effect?.getComputedTiming().delay);
  expect([begin - 100, begin + 250, begin + 400].map(isAwake)).toEqual([true, false, true]);
});

test('The hero makes its promise with three features, and "Start Celebrating!" leads to the first field of the calculator. @2.20 @2.21 @2.22', async () => {
  const screen = await render(
    <>
      <HeroSection start={<StartButton calculatorId="calculator" />} />
      <div className="h-[200vh]" />
      <section id="calculator">
        <input aria-label="Dog's Name" />
      </section>
    </>,
  );
  const promise = { level: 1, name: 'Every Dog Deserves Multiple Birthdays!', exact: true };
  await expect.element(screen.getByRole('heading', promise)).toBeVisible();
  const tiles = screen.getByRole('listitem').elements();
  expect(tiles.map((tile) => tile.querySelector('h2')?.textContent)).toEqual([
    'Size-Specific Aging',
    'More Celebrations',
    'Shareable Moments',
  ]);
  const name = screen.getByLabelText("Dog's Name");
  await expect.element(name).not.toBeInViewport();
  await screen.getByRole('button', { name: 'Start Celebrating!', exact: true }).click();
  await expect.element(name).toBeInViewport();
  await expect.element(name).toHaveFocus();
});

test('On a tablet the title of each feature is one line. @2.22', async () => {
  await page.viewport(768, 1024);
  const hero = await render(<HeroSection start={null} />);
  const titles = hero.getByRole('heading', { level: 2 }).elements();
  await expect.poll(() => new Set(titles.map(({ clientHeight }) => clientHeight)).size).toBe(1);
});

test.for([640, 768])('In a window %i wide no title of a reason breaks at its hyphen. @2.25', async (width) => {
  await page.viewport(width, 1024);
  const screen = await render(<WhySection />);
  const title = screen.getByRole('heading', { name: 'Science-Based Aging', exact: true });
  await expect.element(title).toBeVisible();
  const words = document.createRange();
  const text = document.createTreeWalker(title.element(), NodeFilter.SHOW_TEXT).nextNode()!;
  words.setStart(text, 0);
  words.setEnd(text, 'Science-Based'.length);
  expect(new Set([...words.getClientRects()].map(({ top }) => top)).size).toBe(1);
});

test.for([768, 1024, 1280, 1920])(
  'In a window %i wide the button on the cloth lies below its dots. @2.22',
  async (width) => {
    await page.viewport(width, 900);
    const screen = await render(
      <HeroSection start={<StartButton calculatorId="calculator" />} calculator={<div className="h-150" />} />,
    );
    const button = screen.getByRole('button', { name: 'Start Celebrating!' });
    await expect.element(button).toBeVisible();
    const dots = document.querySelector('[role="img"] path[stroke-width="8"]')!.getBoundingClientRect();
    expect(button.element().getBoundingClientRect().top).toBeGreaterThan(dots.bottom);
  },
);

test('Three reasons say why every birthday matters, a table its milestones, and the banner leads to joining. @2.25 @2.26 @2.27 @2.28 @2.29 @2.30 @2.31', async () => {
  const screen = await render(<WhySection />);
  const section = screen.getByRole('region', { name: 'Why Every Dog Birthday Matters', exact: true });
  await expect.element(section).toBeVisible();
  const reasons = section.getByRole('listitem').elements();
  expect(reasons.map((reason) => reason.querySelector('h3')?.textContent)).toEqual([
    'Science-Based Aging',
    'Size Matters',
    'More Birthdays',
  ]);
  const rows = screen.getByRole('table').getByRole('row').elements() as HTMLTableRowElement[];
  expect(rows.map((row) => [...row.cells].map((cell) => cell.textContent))).toEqual([
    ["Dog's age", 'Human years', 'Milestone'],
    ['6 months', 'about 7.5', 'Puppy graduation'],
    ['1 year', '15', 'First birthday'],
    ['2 years', '24', 'Second birthday'],
    ['5-8 years', '40-60', 'Senior milestone, varying by size'],
  ]);
  await expect.element(screen.getByRole('rowheader', { name: '6 months' })).toBeVisible();
  await expect.element(screen.getByRole('columnheader', { name: 'Human years' })).toBeVisible();
  await screen.rerender(<SignUpBanner />);
  const question = { name: 'Ready for More Paw-ty Planning?', exact: true };
  await expect.element(screen.getByRole('heading', question)).toBeVisible();
  const start = screen.getByRole('link', { name: "Get Started - It's Free!", exact: true });
  await expect.element(start).toHaveAttribute('href', '/auth?join');
});
