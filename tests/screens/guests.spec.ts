/** What a host sees of an invitation. */
import { randomUUID } from 'node:crypto';
import { invite } from './invited.ts';
import { biscuit, cakeDay, moose } from './packs.ts';
import { expect, test } from './screen-fixtures.ts';

test('answers that are new', { tag: '@phone' }, async ({ page, openPack, compare }) => {
  const id = randomUUID();
  await invite(page, id);
  await openPack({
    dogs: [biscuit, moose],
    parties: [
      { ...cakeDay, id },
      { dog: 'Moose', title: 'Moose at the Lake', celebration_date: '2026-10-03' },
    ],
  });
  await expect(page.getByRole('complementary', { name: 'New answers' })).toContainText('2 new answers for Cake Day');
  await compare('guests-new-answers');
});

test('the guests of a party that was called off', { tag: '@phone' }, async ({ page, openPack, compare }) => {
  const id = randomUUID();
  await openPack({ dogs: [biscuit] });
  const address = await page.getByRole('link', { name: 'Biscuit', exact: true }).getAttribute('href');
  const dogId = address?.replace('#dog=', '');
  await invite(page, id, { cancelled_party: { title: 'Cake Day', date: '2026-09-14', dogId } });
  await page.evaluate((hash) => window.location.assign(hash), `#party=${id}`);
  await expect(page.getByRole('region', { name: 'Let Them Know' })).toBeVisible();
  await compare('guests-called-off', 'page');
});

test('the guests of a party', async ({ page, openPack, compare, isMobile }) => {
  const id = randomUUID();
  await invite(page, id);
  await openPack({ dogs: [biscuit], parties: [{ ...cakeDay, id }] });
  await page.getByRole('link', { name: 'See Guests' }).click();
  await expect(page.getByRole('region', { name: 'Coming · 6 people' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^WhatsApp/ })).toBeVisible();
  await expect(page.getByText(/^Confirm your email, so/)).toBeVisible();
  await compare('guests', 'page');
  if (!isMobile) return;
  await page.getByRole('button', { name: 'More for Cake Day' }).click();
  await page.getByRole('button', { name: 'Call Off' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await compare('guests-call-off');
});

test('thanks after a party', { tag: '@phone' }, async ({ page, openPack, compare }) => {
  const id = randomUUID();
  await invite(page, id);
  await openPack({ dogs: [biscuit], parties: [{ ...cakeDay, celebration_date: '2026-06-10', id }] });
  await page.evaluate((hash) => window.location.assign(hash), `#party=${id}`);
  await page.getByRole('button', { name: 'Say Thanks' }).click();
  await expect(page.getByLabel(/^Your thanks/)).toBeVisible();
  await compare('guests-thanks', 'page');
});
