import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type DogSize, defaultSize, sizeTraits } from '../../domain/size.ts';
import { SizeField } from './size-field.tsx';

function Form({ initial = defaultSize }: { initial?: DogSize }) {
  const [size, setSize] = useState<DogSize>(initial);
  return <SizeField value={size} onValueChange={setSize} />;
}

test('The size is one of four, from small to giant, with medium chosen.', async () => {
  const screen = await render(<Form />);
  const select = screen.getByRole('combobox', { name: 'Size Category', exact: true });
  const options = [...select.element().querySelectorAll('option')];
  expect(options.map((option) => [option.value, option.text])).toEqual([
    ['small', 'Small (<20 lbs)'],
    ['medium', 'Medium (20-50 lbs)'],
    ['large', 'Large (50-100 lbs)'],
    ['giant', 'Giant (100+ lbs)'],
  ]);
  await expect.element(select).toHaveDisplayValue('Medium (20-50 lbs)');
});

test('Breed examples describe the chosen size and stand beside every option.', async () => {
  const screen = await render(<Form />);
  const select = screen.getByLabelText('Size Category');
  await expect.element(select).toHaveAccessibleDescription('Such as Beagle, Cocker Spaniel, Border Collie');
  await select.selectOptions('Giant (100+ lbs)');
  await expect.element(select).toHaveDisplayValue('Giant (100+ lbs)');
  await expect.element(select).toHaveAccessibleDescription('Such as Great Dane, Saint Bernard, Mastiff');

  for (const option of select.element().querySelectorAll('option')) {
    const examples = sizeTraits[option.value as DogSize].breedExamples.join(', ');
    expect(getComputedStyle(option, '::after').content).toBe(`"${examples}"`);
  }
});

test('The open menu keeps ten pixels from the edges of the window.', async () => {
  await page.viewport(320, 640);
  const screen = await render(<Form />);
  const select = screen.getByLabelText('Size Category');
  const menu = getComputedStyle(select.element(), '::picker(select)');
  expect([menu.marginTop, menu.marginRight, menu.marginBottom, menu.marginLeft]).toEqual(Array(4).fill('10px'));
  expect(menu.maxInlineSize).toBe('300px');

  await select.click();
  await expect.poll(() => select.element().matches(':open')).toBe(true);
  for (const option of select.element().querySelectorAll('option')) {
    const { left, right, width } = option.getBoundingClientRect();
    expect(width).toBeGreaterThan(0);
    expect(left).toBeGreaterThanOrEqual(10);
    expect(right).toBeLessThanOrEqual(310);
  }
});
