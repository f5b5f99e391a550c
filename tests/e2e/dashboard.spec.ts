import { addDog, expect, signUp, test } from './fixtures.ts';

const rex = { name: 'Rex', birth_date: '2020-05-05', size: 'large' } as const;

test('the head of the pack takes two rows of a phone', async ({ page }) => {
  await signUp(page, { name: 'Robin Featherstonehaugh', dogs: [rex] });
  const header = page.getByRole('banner');
  await expect(header.getByText('Welcome, Robin Featherstonehaugh!')).toBeVisible();
  const wordmark = await header.getByRole('link').boundingBox();
  for (const name of ['Your Account', 'Sign Out']) {
    const button = await header.getByRole('button', { name }).boundingBox();
    expect(button?.height).toBeGreaterThanOrEqual(44);
    expect(button?.y).toBeLessThan((wordmark?.y ?? 0) + (wordmark?.height ?? 0));
  }
  expect((await header.boundingBox())?.height).toBeLessThanOrEqual(112);
});

test('what one tab saves or deletes shows up in the tab beside it, which nobody has touched', async ({
  page,
  context,
}) => {
  await signUp(page, { dogs: [rex] });
  const beside = await context.newPage();
  await beside.clock.setFixedTime(new Date('2026-06-15T12:00:00'));
  await beside.goto('/');
  await expect(beside.getByRole('article', { name: 'Rex' })).toBeVisible();
  // The other tab gets neither focus nor visibility again.
  await beside.evaluate(() => {
    for (const event of ['focus', 'visibilitychange']) {
      window.addEventListener(event, (news) => news.stopImmediatePropagation(), { capture: true });
      document.addEventListener(event, (news) => news.stopImmediatePropagation(), { capture: true });
    }
  });
  await addDog(page, { name: 'Biscuit', birthDate: '2019-06-14', size: 'small' });
  await expect(beside.getByRole('article', { name: 'Biscuit' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Rex' }).click();
  await expect(beside.getByRole('article', { name: 'Rex' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(beside.getByRole('article', { name: 'Rex' })).toBeVisible();
});
