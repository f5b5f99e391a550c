import { expect, test, vi } from 'vitest';
import { breeds } from '../../../domain/dogs/breeds.ts';
import { date } from '../../../domain/testing/dates.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { rex } from '../../testing/dogs.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { DogForm } from './dog-form.tsx';

async function renderForm(dog: Dog | null = null) {
  const screen = await renderApp(
    <DogForm ownerId="a" today={date('2026-06-15')} {...{ dog, onReopen: vi.fn(), onClose: vi.fn() }} />,
  );
  return {
    screen,
    breed: screen.getByLabelText(/^Breed/),
    chosen: screen.getByRole('radio', { checked: true }),
    taken: screen.getByText('Usually giant, so we set the size. Change it as you like.'),
    offer: screen.getByRole('button', { name: 'Set the size to Giant', exact: true }),
  };
}

test('The breed field suggests the known breeds and takes any other.', async () => {
  const { breed, chosen } = await renderForm();
  const list = (breed.element() as HTMLInputElement).list;
  expect([...(list?.options ?? [])].map(({ value }) => value)).toEqual(breeds);
  await breed.fill('Half wolf, half cushion');
  await expect.element(breed).toHaveValue('Half wolf, half cushion');
  await expect.element(chosen).toHaveAttribute('value', 'medium');
});

test('A known breed proposes its size, visibly, as long as none was chosen. @2.72', async () => {
  const { breed, chosen, taken } = await renderForm();
  await breed.fill('great dane');
  await expect.element(chosen).toHaveAttribute('value', 'giant');
  await expect.element(taken).toBeVisible();
  await breed.fill('Pug');
  await expect.element(chosen).toHaveAttribute('value', 'small');
  await expect.element(taken).not.toBeInTheDocument();
});

test('A size that the owner chose by hand is never overridden, only another one offered. @2.72', async () => {
  const { screen, breed, chosen, offer } = await renderForm();
  await screen.getByRole('radio', { name: 'Large (50-100 lbs)' }).click();
  await breed.fill('Great Dane');
  await expect.element(offer).toBeVisible();
  await expect.element(chosen).toHaveAttribute('value', 'large');
  await offer.click();
  await expect.element(chosen).toHaveAttribute('value', 'giant');
  await expect.element(offer).not.toBeInTheDocument();
});

test('The size of a known dog stays as it is when its breed is corrected.', async () => {
  const { breed, chosen, offer } = await renderForm({ ...rex, size: 'large', breed: null });
  await breed.fill('Great Dane');
  await expect.element(offer).toBeVisible();
  await expect.element(chosen).toHaveAttribute('value', 'large');
});

test('A breed that fits the chosen size has nothing to propose.', async () => {
  const { screen } = await renderForm(rex);
  await expect.element(screen.getByText(/^Usually/)).not.toBeInTheDocument();
});
