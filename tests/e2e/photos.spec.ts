import type { Page } from '@playwright/test';
import { phonePhoto, photoPlace } from '../support/pictures.ts';
import { expect, shows, sidewaysOverflow, signUp, test } from './fixtures.ts';

async function photoOf(page: Page, name: string): Promise<string> {
  const photo = page.getByRole('article', { name }).getByRole('img', { name });
  await expect(photo).toBeVisible();
  return (await photo.getAttribute('src')) ?? '';
}

test('a photo from a phone is made small, turned upright, freed of its notes, and shown on the card @3.12 @3.13 @5.12 @7.13 @9.24', {
  tag: '@among-others',
}, async ({ page }) => {
  await signUp(page);
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await form.getByLabel('Name').fill('Biscuit');
  await form.getByLabel('Birthday').fill('2020-05-05');
  const upload = page.waitForRequest('**/storage/v1/object/dog-photos/**');
  const taken = await phonePhoto(4000, 3000);
  await shows(page, ['Photo uploaded!'], () => form.getByLabel('Choose a Photo').setInputFiles(taken));
  expect((await upload).url()).toMatch(/\/dog-photos\/[0-9a-f-]{36}\/\d+\.webp$/);
  expect(await sidewaysOverflow(page)).toBe(0);
  await shows(page, ['Profile created!'], () => form.getByRole('button', { name: 'Add Dog' }).click());

  const url = await photoOf(page, 'Biscuit');
  const photo = page.getByRole('img', { name: 'Biscuit' });
  const size = () => photo.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await expect.poll(size).toEqual([1200, 1600]);
  const stored = await page.request.get(url);
  expect(stored.headers()['content-type']).toBe('image/webp');
  const bytes = (await stored.body()).toString('latin1');
  expect(bytes).not.toContain(photoPlace);
  expect(bytes).not.toContain('Exif');

  await page.reload();
  expect(await photoOf(page, 'Biscuit')).toBe(url);
});
