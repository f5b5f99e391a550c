import { dogPage, expect, sidewaysOverflow, signUp, test, unreachable } from './fixtures.ts';

const luna = {
  name: 'Luna',
  birth_date: '2023-06-15',
  size: 'medium',
  photo: 'tiny',
} as const;

test("a dog's day: candles that arrive at the second try, a howl, and a card to share @10.66 @10.75 @10.111", {
  tag: ['@motion', '@among-others'],
}, async ({ page, expectConsoleError }) => {
  expectConsoleError(unreachable('/assets/candles-'));
  await signUp(page, { dogs: [luna] });
  const party = page.getByRole('region', { name: 'Luna turns 29 today!' });
  const light = party.getByRole('button', { name: 'Light the Candles' });
  expect(await sidewaysOverflow(page)).toBe(0);

  await page.route('**/assets/candles-*.js', (route) => route.abort());
  await light.click();
  await expect(page.getByText('The candles could not be lit. Please try again.')).toBeVisible();
  await page.unroute('**/assets/candles-*.js');
  await light.click();
  for (const candle of [1, 3, 2]) await party.getByRole('button', { name: `Candle ${candle} of 3, lit` }).click();
  await expect(party.getByText('All candles are out. Luna howls: Awoooo!')).toBeVisible();

  const toCard = party.getByRole('link', { name: "Make Luna's Card" });
  await toCard.click();
  await expect(page.getByRole('heading', { name: 'A Birthday Card for Luna' })).toBeFocused();
  await expect(page.getByRole('img', { name: /picture of Luna/ })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(toCard).toBeFocused();
});

test.describe('without network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the day has its candles and its card, on the pack and on the page of the dog, which tells all of it @10.35 @10.74', async ({
    page,
    context,
    expectConsoleError,
  }) => {
    expectConsoleError(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
    await signUp(page, { dogs: [luna] });
    await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/the-pack-is-kept')))).toBe(true);
    await page.reload();
    await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'Light the Candles' }).click();
    await page.getByRole('button', { name: 'Blow!' }).click();
    await page.getByRole('link', { name: "Make Luna's Card" }).click();
    await expect(page.getByRole('button', { name: 'Save Picture' })).toBeEnabled();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('article', { name: 'Luna' }).getByRole('link', { name: 'Luna', exact: true }).click();
    const sheet = dogPage(page, 'Luna');
    await sheet.getByText('In numbers').click();
    await expect(sheet.getByRole('list', { name: "Luna's next 12 months" })).toBeVisible();
    await page.reload();
    await expect(sheet.getByText('Adult Dog', { exact: true }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Card', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Save Picture' })).toBeEnabled();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Light the Candles' }).click();
    await expect(page.getByRole('button', { name: 'Blow!' })).toBeVisible();
    await expect(page).toHaveURL('/');
  });
});
