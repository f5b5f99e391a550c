import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type DogSize, defaultSize, sizeTraits } from '../../../domain/dogs/size.ts';
import { SizeDogs, SizeField } from './size-field.tsx';

function Form() {
  const [size, setSize] = useState<DogSize>(defaultSize);
  return <SizeField value={size} onValueChange={setSize} />;
}

function FormOfDogs() {
  const [size, setSize] = useState<DogSize>(defaultSize);
  return <SizeDogs value={size} onValueChange={setSize} />;
}

test('The size is one of four, from small to giant, with medium chosen. @2.36 @2.37 @9.14 @9.15', async () => {
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

test('Breed examples describe the chosen size and are beside every option. @2.38 @10.20', async () => {
  const screen = await render(<Form />);
  const select = screen.getByLabelText('Size Category');
  await expect.element(select).toHaveAccessibleDescription('Such as Beagle, Cocker Spaniel, Border Collie (9-23 kg)');
  await select.selectOptions('Giant (100+ lbs)');
  await expect.element(select).toHaveDisplayValue('Giant (100+ lbs)');
  await expect
    .element(select)
    .toHaveAccessibleDescription('Such as Great Dane, Saint Bernard, Mastiff (45 kg and more)');

  for (const option of select.element().querySelectorAll('option')) {
    const examples = sizeTraits[option.value as DogSize].breedExamples.join(', ');
    expect(getComputedStyle(option, '::after').content).toBe(`"${examples}"`);
  }
});

const awake = (radio: Element) => getComputedStyle(radio.closest('label') ?? radio).getPropertyValue('--awake');

test('The four dogs carry the labels, and only the chosen one is awake. @10.3', async () => {
  const screen = await render(<FormOfDogs />);
  const radios = screen.getByRole('group', { name: 'Size Category' }).getByRole('radio');
  const labels = ['Small (<20 lbs)', 'Medium (20-50 lbs)', 'Large (50-100 lbs)', 'Giant (100+ lbs)'];
  for (const [index, label] of labels.entries()) await expect.element(radios.nth(index)).toHaveAccessibleName(label);
  expect(radios.elements().map(awake)).toEqual(['none', 'inline', 'none', 'none']);
  expect(radios.elements().map((radio) => radio.closest('label')?.querySelector('use')?.getAttribute('href'))).toEqual([
    '#dog-small',
    '#dog-medium',
    '#dog-large',
    '#dog-giant',
  ]);
});

test('A tap on a dog wakes it and says its weight in kilograms; breeds are beside every dog. @2.38 @10.4', async () => {
  const screen = await render(<FormOfDogs />);
  const giant = screen.getByRole('radio', { name: /^Giant/ });
  await giant.click();
  await expect.element(giant).toBeChecked();
  await expect.element(giant).toHaveAccessibleDescription('Great Dane, Saint Bernard, Mastiff');
  expect(awake(giant.element())).toBe('inline');
  expect(awake(screen.getByRole('radio', { name: /^Medium/ }).element())).toBe('none');
  await expect.element(screen.getByText('Giant is 45 kg and more.')).toBeVisible();
  for (const width of [320, 360, 1280]) {
    await page.viewport(width, 800);
    for (const { breedExamples } of Object.values(sizeTraits)) {
      const examples = screen.getByText(breedExamples.join(', '));
      await expect.element(examples).toBeVisible();
      const tile = examples.element().closest('label')!;
      expect(tile.scrollHeight).toBeLessThanOrEqual(tile.clientHeight);
    }
  }
});

test('An arrow key wakes the next dog. @10.4', async () => {
  const screen = await render(<FormOfDogs />);
  await screen.getByRole('radio', { name: /^Medium/ }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(screen.getByRole('radio', { name: /^Large/ })).toHaveFocus();
  await expect.element(screen.getByRole('radio', { name: /^Large/ })).toBeChecked();
});

test('Each dog can be hit with a thumb in a narrow window. @10.3', async () => {
  await page.viewport(320, 640);
  const screen = await render(<FormOfDogs />);
  for (const radio of screen.getByRole('radio').elements()) {
    const { width, height } = radio.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
});

async function openMenu(margin: number) {
  const screen = await render(
    <div style={{ marginInline: margin }}>
      <Form />
    </div>,
  );
  const select = screen.getByLabelText('Size Category');
  await select.click();
  await expect.poll(() => select.element().matches(':open')).toBe(true);
  return { field: select.element(), options: [...select.element().querySelectorAll('option')] };
}

/** The distance from the edge of the menu to its options, in pixels: its border and its padding. */
const rim = 8;

test.for([12, 24])(
  'The open menu keeps ten pixels from the edges of a narrow window, %i beside the field. @9.19',
  async (margin) => {
    await page.viewport(320, 640);
    const { options } = await openMenu(margin);
    for (const option of options) {
      const { left, right, width } = option.getBoundingClientRect();
      expect(width).toBeGreaterThan(0);
      expect(left - rim).toBeGreaterThanOrEqual(10);
      expect(right + rim).toBeLessThanOrEqual(310);
      // None of the examples is cut off.
      expect(option.scrollWidth).toBeLessThanOrEqual(option.clientWidth);
    }
  },
);

test('The open menu begins where its field begins.', async () => {
  const { field, options } = await openMenu(100);
  for (const option of options) {
    expect(option.getBoundingClientRect().left - rim).toBe(field.getBoundingClientRect().left);
  }
});
