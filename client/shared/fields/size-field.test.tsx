import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type DogSize, defaultSize, dogSizes, sizeTraits } from '../../../domain/dogs/size.ts';
import { SizeDogs } from './size-field.tsx';

function Form() {
  const [size, setSize] = useState<DogSize>(defaultSize);
  return <SizeDogs value={size} onValueChange={setSize} />;
}

const styleOf = (radio: Element, property: string) =>
  getComputedStyle(radio.closest('label') ?? radio).getPropertyValue(property);

test('The size is one of four, from small to giant, with medium chosen, and only the chosen dog is awake and in its hat. @2.36 @2.37 @9.14 @9.15 @10.3', async () => {
  const screen = await render(<Form />);
  const radios = screen.getByRole('group', { name: 'Size Category' }).getByRole('radio');
  const labels = ['Small (<20 lbs)', 'Medium (20-50 lbs)', 'Large (50-100 lbs)', 'Giant (100+ lbs)'];
  for (const [index, label] of labels.entries()) await expect.element(radios.nth(index)).toHaveAccessibleName(label);
  expect(radios.elements().map((radio) => (radio as HTMLInputElement).value)).toEqual([
    'small',
    'medium',
    'large',
    'giant',
  ]);
  await expect.element(radios.nth(1)).toBeChecked();
  expect(radios.elements().map((radio) => styleOf(radio, '--awake'))).toEqual(['none', 'inline', 'none', 'none']);
  expect(radios.elements().map((radio) => styleOf(radio, '--hat'))).toEqual(['none', 'inline', 'none', 'none']);
  expect(radios.elements().map((radio) => radio.closest('label')?.querySelector('use')?.getAttribute('href'))).toEqual([
    '#dog-small',
    '#dog-medium',
    '#dog-large',
    '#dog-giant',
  ]);
});

test('A tap on a dog, or an arrow key, wakes it, and shows the breeds and the weight in kilograms of its size; each is described by its own. @2.38 @10.4 @10.20', async () => {
  const screen = await render(<Form />);
  const giant = screen.getByRole('radio', { name: /^Giant/ });
  await giant.click();
  await expect.element(giant).toBeChecked();
  expect(styleOf(giant.element(), '--awake')).toBe('inline');
  expect(styleOf(screen.getByRole('radio', { name: /^Medium/ }).element(), '--awake')).toBe('none');
  await expect.element(screen.getByText('Great Dane, Saint Bernard, Mastiff (45+ kg)')).toBeVisible();
  await expect.element(screen.getByText('Beagle, Cocker Spaniel, Border Collie (9-23 kg)')).not.toBeVisible();
  for (const size of dogSizes) {
    const { label, breedExamples, kilograms } = sizeTraits[size];
    const radio = screen.getByRole('radio', { name: new RegExp(`^${label}`) });
    await expect.element(radio).toHaveAccessibleDescription(`${breedExamples.join(', ')} (${kilograms})`);
  }
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(screen.getByRole('radio', { name: /^Large/ })).toHaveFocus();
  await expect.element(screen.getByRole('radio', { name: /^Large/ })).toBeChecked();
});

const [breedsFirst, kilogramsFirst] = [
  'Beagle, Cocker Spaniel, Border Collie (9-23 kg)',
  '9-23 kg: Beagle, Cocker Spaniel, Border Collie',
];

test.for([
  ...['de-DE', 'en-GB', 'es-419', 'my-TH'].map((language) => [language, kilogramsFirst] as const),
  ...['en-US', 'en', 'es-US', 'en-LR', 'my', 'en-US@posix'].map((language) => [language, breedsFirst] as const),
])('In %s the kilograms are where they are expected, and the labels stay: %s. @10.20', async ([language, text]) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
  const screen = await render(<Form />);
  const medium = screen.getByRole('radio', { name: 'Medium (20-50 lbs)' });
  await expect.element(medium).toHaveAccessibleDescription(text);
});

test('A prerendered page becomes alive as it is, and then the kilograms come first. @10.20', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('fr-FR');
  const onRecoverableError = vi.fn();
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = renderToString(<Form />);
  expect(page.textContent).toContain('Border Collie (9-23 kg)');
  const root = hydrateRoot(page, <Form />, { onRecoverableError });
  await expect.poll(() => page.textContent).toContain('9-23 kg: Beagle');
  expect(onRecoverableError).not.toHaveBeenCalled();
  root.unmount();
  page.remove();
});

test.for([
  [400, 1],
  [290, 1],
  [250, 2],
] as const)(
  'In %i pixels the number of rows of tiles is %i, nothing of them is cut off, and the dogs differ in size. @10.3',
  async ([width, rows]) => {
    await page.viewport(width + 64, 800);
    const screen = await render(
      <div style={{ width }}>
        <Form />
      </div>,
    );
    const tiles = [...screen.getByRole('group').element().querySelectorAll('label')];
    expect(new Set(tiles.map((tile) => tile.offsetTop)).size).toBe(rows);
    for (const tile of tiles) expect(tile.scrollWidth).toBeLessThanOrEqual(tile.clientWidth);
    const boxes = tiles.map((tile) => Number(tile.querySelector('svg')?.getAttribute('viewBox')?.split(' ').at(-1)));
    expect(boxes).toEqual([323, 286, 250, 190]);
    // Each can be hit with a thumb.
    for (const radio of screen.getByRole('radio').elements()) {
      const { width, height } = radio.getBoundingClientRect();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  },
);
