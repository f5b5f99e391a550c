import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { date } from '../../../domain/testing/dates.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { rex } from '../../testing/sample-dogs.ts';
import { BirthdayToday, useBirthdayToday } from './birthday-today.tsx';

const ownerId = '00000000-0000-4000-8000-00000000000a';
const today = date('2026-06-15');
const luna: typeof rex = { ...rex, name: 'Luna', size: 'medium', birthDate: date('2023-06-15') };
const moose = { ...rex, id: '00000000-0000-4000-8000-000000000002', name: 'Moose', birthDate: date('2024-06-15') };

type Shown = { dogs: (typeof rex)[]; day: typeof today; owner?: string };

function Today({ dogs, day, owner = ownerId }: Shown) {
  const party = useBirthdayToday(owner, dogs, day);
  const { isFull, shownDogId, light } = party;
  const shown = dogs.find(({ id }) => id === shownDogId);
  return (
    <>
      <BirthdayToday party={party}>{shown && <p>The card of {shown.name}</p>}</BirthdayToday>
      {dogs.some(({ id }) => id !== shownDogId) && <p>The other cards</p>}
      {!isFull && <p>What is next</p>}
      <button type="button" onClick={light}>
        From elsewhere
      </button>
    </>
  );
}

const onlyLuna = [luna];

function show(dogs = onlyLuna, day = today) {
  return <Today dogs={dogs} day={day} />;
}

const light = page.getByRole('button', { name: 'Light the Candles' });
const lit = page.getByRole('button', { name: /^Candle . of ., lit$/ });
const next = page.getByText('What is next');
const hero = (name: string) => page.getByRole('region', { name });

test('The candles are lit from elsewhere, too, and again once they are out. @10.67', async () => {
  await render(show());
  for (const _round of [1, 2]) {
    await page.getByRole('button', { name: 'From elsewhere' }).click();
    await page.getByRole('button', { name: 'Blow!' }).click();
    await expect.element(page.getByText(/^All candles are out/)).toBeVisible();
  }
});

test('A birthday takes the place of what is next, and goes when the day is over. @10.66', async () => {
  const screen = await render(show());
  await expect.element(hero('Luna turns 29 today!')).toBeVisible();
  await expect.element(page.getByText('3 years old. Still begging.')).toBeVisible();
  await expect.element(next).not.toBeInTheDocument();
  await screen.rerender(show([luna], date('2026-06-16')));
  await expect.element(next).toBeVisible();
  await expect.element(light).not.toBeInTheDocument();
  await expect.element(hero('Luna turns 29 today!')).not.toBeInTheDocument();
});

test.each([
  ['of eight begins small', null, false],
  ['of seven and one in memory begins in full', date('2026-06-01'), true],
])('The birthday of a pack %s.', async (_, diedOn, isFull) => {
  const others = Array.from({ length: 7 }, (__, index) => ({
    ...moose,
    id: `moose ${index}`,
    birthDate: date('2024-01-15'),
  }));
  await render(show([luna, ...others.map((dog, index) => (index === 0 ? { ...dog, diedOn } : dog))]));
  await expect.element(hero('Luna turns 29 today!')).toBeVisible();
  if (isFull) await expect.element(next).not.toBeInTheDocument();
  else await expect.element(next).toBeVisible();
});

test('Each candle is blown out by a tap. Then the pack howls, and the card waits for a press. @10.67', async () => {
  await render(show());
  await light.click();
  const news = page.getByRole('status').filter({ hasText: /candle/ });
  await expect.element(news).toHaveTextContent('Three candles are lit. Make a wish and tap each.');
  await page.getByRole('button', { name: 'Candle 2 of 3, lit' }).click();
  await expect.element(news).toHaveTextContent('Two candles left.');
  await expect.element(page.getByRole('button', { name: 'Candle 2 of 3, out' })).toBeDisabled();
  await page.getByRole('button', { name: 'Candle 1 of 3, lit' }).click();
  await expect.element(news).toHaveTextContent('One candle left.');
  await page.getByRole('button', { name: 'Candle 3 of 3, lit' }).click();
  await expect.element(news).toHaveTextContent('All candles are out. Luna howls: Awoooo!');
  expect(document.querySelectorAll('[data-confetti]')).toHaveLength(1);
  // The confetti is gone after a while, and nothing else has opened.
  await expect.poll(() => document.querySelectorAll('[data-confetti]').length).toBe(0);
  expect(page.getByRole('dialog').elements()).toEqual([]);
  await expect
    .element(page.getByRole('link', { name: "Make Luna's Card" }))
    .toHaveAttribute('href', `#card=${luna.id}`);
});

test.for([390, 768, 1100, 1280])(
  'At %i px nothing moves when candles take the place of the explanation.',
  async (width) => {
    await page.viewport(width, 844);
    await render(show());
    const below = () => page.getByText('The card of Luna').element().getBoundingClientRect().top;
    const before = below();
    await light.click();
    await expect.element(lit.first()).toBeVisible();
    await expect.element(page.getByText('3 years old. Still begging.')).not.toBeInTheDocument();
    expect(below()).toBe(before);
    const button = page.getByRole('button', { name: 'Blow!' });
    const { top } = button.element().getBoundingClientRect();
    await lit.first().click();
    await expect.element(page.getByText('Two candles left.')).toBeVisible();
    expect(button.element().getBoundingClientRect().top).toBe(top);
    await button.click();
    await expect.element(page.getByText(/^All candles are out/)).toBeVisible();
    expect(below()).toBe(before);
  },
);

test('The keyboard blows the candles out, and the focus goes on to what burns and then to the card. @10.67', async () => {
  await render(show());
  (await light.findElement()).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Candle 1 of 3, lit' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Candle 2 of 3, lit' })).toHaveFocus();
  await userEvent.keyboard(' ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('link', { name: "Make Luna's Card" })).toHaveFocus();
});

test('Once celebrated, the party is small above what is next, until its candles are lit again. @10.76', async () => {
  const first = await render(show());
  await light.click();
  await page.getByRole('button', { name: 'Blow!' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(next).toBeVisible();
  await expect.element(light).toHaveFocus();
  await first.unmount();

  const second = await render(show());
  await expect.element(next).toBeVisible();
  await expect.element(hero('Luna turns 29 today!')).toBeVisible();
  await light.click();
  await expect.element(lit.first()).toBeVisible();
  await expect.element(next).not.toBeInTheDocument();
  await second.unmount();

  const third = await render(<Today dogs={onlyLuna} day={today} owner="another" />);
  await expect.element(next).not.toBeInTheDocument();
  await third.unmount();

  await render(show([luna], date('2027-06-15')));
  await expect.element(hero('Luna turns 34 today!')).toBeVisible();
  await expect.element(next).not.toBeInTheDocument();
});

test('The party of one dog carries its card, and the pack shows no second one; several dogs keep their cards. @10.73', async () => {
  const one = await render(show());
  await expect.element(hero('Luna turns 29 today!').getByText('The card of Luna')).toBeVisible();
  await expect.element(page.getByText('The other cards')).not.toBeInTheDocument();
  await one.unmount();
  await render(show([luna, moose]));
  await expect.element(page.getByText('The other cards')).toBeVisible();
  await expect.element(page.getByText(/^The card of/)).not.toBeInTheDocument();
});

test('Two dogs share the cake, and each has a card. @10.69', async () => {
  await render(show([luna, moose]));
  await expect.element(hero('Luna and Moose celebrate today!')).toBeVisible();
  await expect.element(page.getByText('Luna turns 29, 3rd birthday')).toBeVisible();
  await expect.element(page.getByText('Moose turns 24, 2nd birthday')).toBeVisible();
  await light.click();
  await expect.poll(() => lit.elements().length).toBe(5);
  await page.getByRole('button', { name: 'Blow!' }).click();
  const card = (name: string) => page.getByRole('link', { name: `Make ${name}'s Card` });
  await expect.element(card('Luna')).toHaveFocus();
  await expect.element(card('Moose')).toHaveAttribute('href', `#card=${moose.id}`);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(next).toBeVisible();
});

test('Breath blows the candles out only where the owner asks for it, and a refused microphone is no matter. @10.68', async () => {
  const ask = vi
    .spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockRejectedValue(new DOMException('Permission denied', 'NotAllowedError'));
  await render(show());
  await light.click();
  await expect.element(lit.first()).toBeVisible();
  expect(ask).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Use My Mic' }).click();
  await expect.element(page.getByText('No microphone, no matter: a tap blows just as well.')).toBeVisible();
  await page.getByRole('button', { name: 'Blow!' }).click();
  await expect.element(page.getByText(/Awoooo!/).first()).toBeVisible();
});

test('Nine candles and the longest names stay within the smallest phone, and each candle is wide enough to tap.', async () => {
  await page.viewport(320, 640);
  const long = (id: string, letter: string) => ({
    ...luna,
    id,
    name: letter.repeat(60),
    birthDate: date('2018-06-15'),
  });
  await render(show([long('1', 'W'), long('2', 'M'), long('3', 'Q'), long('4', 'O'), long('5', 'X')]));
  await light.click();
  await expect.poll(() => lit.elements().length).toBe(9);
  await Promise.all(
    document
      .getAnimations()
      .map((animation) => animation.effect?.getTiming().iterations === Infinity || animation.finished),
  );
  for (const candle of lit.elements()) {
    const { width, height } = candle.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  expect(contentOutside(page.getByRole('region').element())).toEqual([]);
});
