import type { Locator, Page } from '@playwright/test';
import { phonePhoto, photoPlace, plainPicture } from '../support/pictures.ts';
import { expectNoViolations } from './axe.ts';
import { expect, reload, sidewaysOverflow, signUp, test, today, unreachable } from './fixtures.ts';

const biscuit = { name: 'Biscuit', birth_date: '2020-05-05', photo: 'portrait' } as const;

/** Moves the page's clock, because two photos of one owner never have the same millisecond. */
async function setMinute(page: Page, minute: number) {
  await page.clock.setFixedTime(new Date(`${today}T12:${String(minute).padStart(2, '0')}:00`));
}

async function openNewDog(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Birthday').fill('2020-05-05');
  return form;
}

async function choosePhoto(form: Locator, file: Awaited<ReturnType<typeof phonePhoto>>) {
  await form.getByLabel(/^(Choose a|Change) Photo$/).setInputFiles(file);
  await expect(form.getByText('Photo uploaded!')).toBeVisible();
}

async function photoOf(page: Page, name: string): Promise<string> {
  const photo = page.getByRole('article', { name }).getByRole('img', { name });
  await expect(photo).toBeVisible();
  return (await photo.getAttribute('src')) ?? '';
}

async function statusOf(page: Page, url: string): Promise<number> {
  // Bypasses every cache.
  return (await page.request.get(`${url}?${Date.now()}`)).status();
}

test('a photo from a phone is made small, turned upright, freed of its notes, and shown on the card @3.12 @3.13 @5.12 @7.13 @9.24', {
  tag: '@others',
}, async ({ page }) => {
  await signUp(page);
  const form = await openNewDog(page, 'Biscuit');
  const upload = page.waitForRequest('**/storage/v1/object/dog-photos/**');
  await choosePhoto(form, await phonePhoto(4000, 3000));
  expect((await upload).url()).toMatch(/\/dog-photos\/[0-9a-f-]{36}\/\d+\.webp$/);
  expect(await sidewaysOverflow(page)).toBe(0);
  await form.getByRole('button', { name: 'Add Dog' }).click();
  await expect(page.getByText('Profile created!')).toBeVisible();

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

test('a replaced photo leaves the store when the form is saved, and so does a removed one', async ({ page }) => {
  await signUp(page, { dogs: [biscuit] });
  const first = await photoOf(page, 'Biscuit');

  await setMinute(page, 1);
  await page.getByRole('button', { name: 'Edit Biscuit' }).click();
  const form = page.getByRole('dialog');
  await choosePhoto(form, await plainPicture('#2c5a1e'));
  expect(await statusOf(page, first)).toBe(200);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();
  const second = await photoOf(page, 'Biscuit');
  expect(second).not.toBe(first);
  await expect.poll(() => statusOf(page, first)).not.toBe(200);
  expect(await statusOf(page, second)).toBe(200);

  await page.getByRole('button', { name: 'Edit Biscuit' }).click();
  await form.getByRole('button', { name: 'Remove Photo' }).click();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('article').getByRole('img', { name: 'Biscuit' })).toHaveCount(0);
  await expect.poll(() => statusOf(page, second)).not.toBe(200);
});

test('a form that is given up leaves the old photo and nothing of the new one', async ({ page }) => {
  await signUp(page, { dogs: [biscuit] });
  const first = await photoOf(page, 'Biscuit');
  await setMinute(page, 1);
  await page.getByRole('button', { name: 'Edit Biscuit' }).click();
  const form = page.getByRole('dialog');
  await choosePhoto(form, await plainPicture('#2c5a1e', 'webp'));
  const second = (await form.getByRole('img', { name: /Biscuit/ }).count()) > 0;
  expect(second).toBe(true);
  const removal = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().includes('/storage/'),
  );
  await form.getByRole('button', { name: 'Cancel' }).click();
  // It is kept with the rest of the draft until the draft is discarded.
  await page.getByRole('button', { name: 'Edit Biscuit' }).click();
  await form.getByRole('button', { name: 'Start Over' }).click();
  expect((await removal).status()).toBe(200);
  await form.getByRole('button', { name: 'Cancel' }).click();
  expect(await photoOf(page, 'Biscuit')).toBe(first);
  expect(await statusOf(page, first)).toBe(200);
});

test('the photo of a deleted dog waits for the undo, and goes when that has passed', async ({ page }) => {
  await signUp(page, { dogs: [biscuit] });
  const url = await photoOf(page, 'Biscuit');
  await page.getByRole('button', { name: 'Delete Biscuit' }).click();
  await expect(page.getByText('Dog removed')).toBeVisible();
  expect(await statusOf(page, url)).toBe(200);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await photoOf(page, 'Biscuit')).toBe(url);
  expect(await statusOf(page, url)).toBe(200);

  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete Biscuit' }).click();
  const toast = page.getByRole('listitem').filter({ hasText: 'Dog removed' }).filter({ hasText: 'Undo' });
  await toast.getByRole('button', { name: 'Close message' }).click();
  await expect.poll(() => statusOf(page, url)).not.toBe(200);
});

test('only images are taken, with the message beside the field, also of 40 megapixels and by a drop @5.3 @5.12 @9.24', async ({
  page,
  expectConsoleError,
}) => {
  // The recorder of these tests fetches a failed picture once more, which the page's policy forbids.
  expectConsoleError(/Connecting to 'blob:.*connect-src/s);
  await signUp(page);
  const form = await openNewDog(page, 'Biscuit');
  const choice = form.getByLabel('Choose a Photo');
  const refusals = [
    [{ name: 'dog.txt', mimeType: 'text/plain' }, '<html>woof</html>', 'The photo must be an image file.'],
    [{ name: 'dog.jpg', mimeType: 'image/jpeg' }, '<html>woof</html>', /cannot be opened/],
    [{ name: 'dog.heic', mimeType: 'image/heic' }, '\0\0\0\x24ftypheic', /cannot open HEIC photos/],
  ] as const;
  for (const [file, content, text] of refusals) {
    await choice.setInputFiles({ ...file, buffer: Buffer.from(content) });
    await expect(choice).toHaveAccessibleDescription(text);
  }
  await expectNoViolations(page);
  await expect(form.getByLabel('Name')).toHaveValue('Biscuit');
  await choosePhoto(form, await plainPicture('#99220a', 'jpeg'));
  await expect(form.getByText(/cannot open HEIC/)).toHaveCount(0);

  const takes = async (take: () => Promise<void>) => {
    await form.getByRole('button', { name: 'Remove Photo' }).click();
    await expect(form.getByText('Photo uploaded!')).toHaveCount(0);
    await take();
    await expect(form.getByText('Photo uploaded!')).toBeVisible();
  };
  await setMinute(page, 1);
  await takes(async () => choice.setInputFiles(await phonePhoto(8000, 5000)));
  await setMinute(page, 2);
  const picture = await plainPicture('#99220a');
  const data = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], 'dog.png', { type: 'image/png' }));
      return transfer;
    },
    [...picture.buffer],
  );
  await takes(() => form.getByRole('group', { name: /Photo/ }).dispatchEvent('drop', { dataTransfer: data }));
});

test('an upload that is cut off says so and can be tried again, one on its way is waited for, and nothing typed is lost @8.8 @8.22', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(unreachable('/storage/v1/object/dog-photos/'));
  await signUp(page);
  const form = await openNewDog(page, 'Biscuit');
  await page.route('**/storage/v1/object/dog-photos/**', (route) => route.abort());
  await form.getByLabel('Choose a Photo').setInputFiles(await phonePhoto());
  await expect(form.getByText('Upload failed')).toBeVisible();
  await expect(form.getByText('Could not upload photo. Please try again.')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('Biscuit');
  await page.unroute('**/storage/v1/object/dog-photos/**');
  const gate = Promise.withResolvers<void>();
  await page.route('**/storage/v1/object/dog-photos/**', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await form.getByRole('button', { name: 'Try Again' }).click();
  await expect(form.getByRole('status').filter({ hasText: 'Uploading…' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Add Dog' })).toBeDisabled();
  await form.getByLabel('Breed').fill('Terrier');
  gate.resolve();
  await expect(form.getByText('Photo uploaded!')).toBeVisible();
  await expect(form.getByLabel('Breed')).toHaveValue('Terrier');
  await form.getByRole('button', { name: 'Add Dog' }).click();
  await photoOf(page, 'Biscuit');
  await expect(page.getByRole('article').getByText('Terrier')).toBeVisible();
});

test('a half-filled form is there again after a reload, with its photo', async ({ page }) => {
  await signUp(page, { dogs: [{ name: 'Moose', birth_date: '2024-01-01' }] });
  await page.getByRole('button', { name: 'Edit Moose' }).click();
  const form = page.getByRole('dialog', { name: "Edit Moose's Profile" });
  await choosePhoto(form, await phonePhoto());
  await form.getByLabel('Notes').fill('Half a sent');
  await page.reload();
  await expect(form.getByLabel('Notes')).toHaveValue('Half a sent');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();
  await photoOf(page, 'Moose');
  await reload(page);
  await photoOf(page, 'Moose');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
