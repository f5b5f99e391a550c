import { askForReport, expect, test, unreachable } from './fixtures.ts';

test('a card is made with the keyboard, takes a picture of the device, sends it nowhere, works offline and is saved @2.47 @10.113', async ({
  page,
  context,
  expectConsoleError,
}) => {
  // The page loads this a few seconds after the first press, which may be just when there is no network.
  expectConsoleError(unreachable('/assets/worker-registration-'));
  await page.goto('/');
  await askForReport(page);
  const photo = page.getByRole('button', { name: 'Photo', exact: true });
  await expect(photo).toBeVisible();
  await photo.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'A Birthday Card for Biscuit' });
  await dialog.getByRole('radio', { name: 'Table' }).press('ArrowLeft');
  await expect(dialog.getByRole('radio', { name: 'Number' })).toBeChecked();
  await dialog.getByLabel('Your wish').fill('Sticks for ever!');
  await dialog.getByLabel('Choose a Photo').setInputFiles('client/public/apple-touch-icon.png');
  await dialog.getByRole('button', { name: 'Adjust Photo', exact: true }).press('Enter');
  await dialog.getByRole('application', { name: 'The photo of Biscuit in its frame' }).press('+');
  await expect(dialog.getByLabel('Zoom')).toHaveValue('115');
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Save Picture' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(dialog).toBeHidden();

  await photo.click();
  const card = dialog.getByRole('img', { name: /^Birthday card with a picture of Biscuit/ });
  await expect(card).toBeVisible();
  const save = dialog.getByRole('button', { name: 'Save Picture' });
  /** Returns what the card looks like, as soon as its file is made. */
  const seen = async () => {
    await expect(card).toHaveAttribute('aria-busy', 'false');
    return card.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  };
  const drawn = await seen();

  await context.setOffline(true);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (!/^(blob|data):|worker-registration/.test(request.url())) requests.push(request.url());
  });
  await dialog.getByRole('button', { name: 'Adjust Photo', exact: true }).click();
  // The photo that was chosen before is still there.
  await dialog.getByLabel('Choose Another').setInputFiles('client/public/mail-dogs.png');
  await expect.poll(seen).not.toBe(drawn);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByText('Story', { exact: true }).click();
  await expect
    .poll(() => card.evaluate(({ width, height }: HTMLCanvasElement) => [width, height]))
    .toEqual([1080, 1920]);
  const download = page.waitForEvent('download');
  await save.click();
  expect((await download).suggestedFilename()).toBe('biscuit-birthday-card.png');
  expect(requests).toEqual([]);
});
