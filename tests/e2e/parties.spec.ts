import { answered, expect, reload, sidewaysOverflow, signIn, signUp, test, untilAllIsSent } from './fixtures.ts';

const biscuit = { name: 'Biscuit', birth_date: '2019-06-14', size: 'small' } as const;

test('an owner plans a party, shares it, edits it, cancels it and thinks again', { tag: '@motion' }, async ({
  page,
}) => {
  const email = await signUp(page, { dogs: [biscuit] });
  const card = page.getByRole('article', { name: 'Biscuit' });
  await card.getByRole('button', { name: 'Plan Party' }).click();

  const form = page.getByRole('dialog', { name: 'Plan Birthday Celebration' });
  await expect(form.getByLabel('Title')).toHaveValue("Biscuit's 45th Human-Year Birthday");
  await expect(form.getByLabel('Celebration Date')).toHaveValue('2026-09-14');
  const submit = form.getByRole('button', { name: 'Plan Celebration' });
  await form.getByLabel('Title').fill('');
  await expect(submit).toBeDisabled();
  await form.getByLabel('Title').fill('Cake Day');
  await form.getByLabel('Location').fill('Dog Park');
  await expect(form.getByRole('img', { name: /Cake Day, Monday, September 14, 2026, Dog Park/ })).toBeVisible();

  const saved = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('birthday_celebrations'),
  );
  await submit.click();
  const row = (await saved).postDataJSON();
  expect(row).toMatchObject({ title: 'Cake Day', celebration_date: '2026-09-14', shared_platforms: [] });
  expect(row.invitation_image_url).toContain(row.dog_id);
  await expect(form).toBeHidden();
  await expect(page.getByText('Celebration planned!')).toBeVisible();
  await page.getByRole('dialog', { name: 'Share the Invitation' }).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Party planned!')).toBeVisible();

  const upcoming = page.getByRole('region', { name: 'Upcoming Parties' });
  await expect(upcoming).toContainText('Biscuit, September 14, 2026, Dog Park');
  await card.getByRole('button', { name: 'Next party: Cake Day, in 91 days' }).click();
  await expect(upcoming.getByRole('listitem')).toBeFocused();
  await upcoming.getByRole('button', { name: "You're invited to Cake Day" }).click();
  await page.getByRole('dialog', { name: 'Share the Invitation' }).getByRole('button', { name: 'Done' }).click();

  await upcoming.getByRole('button', { name: 'Edit Cake Day' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit Birthday Celebration' });
  await edited.getByLabel('Title').fill('Sausage Day');
  await edited.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Party updated!')).toBeVisible();
  await expect(upcoming).toContainText('Sausage Day');

  await upcoming.getByRole('button', { name: 'Cancel Sausage Day' }).click();
  await expect(upcoming).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The party is on again!')).toBeVisible();
  await expect(upcoming).toContainText('Sausage Day');

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await signIn(page, email);
  await expect(upcoming).toContainText('Sausage Day');
});

test('parties are in the order of their dates, past ones folded, and go and come back with their dog', async ({
  page,
}) => {
  const party = (title: string, celebration_date: string) => ({ dog: 'Biscuit', title, celebration_date });
  const parties = [party('Later', '2026-12-01'), party('Sooner', '2026-06-16'), party('Long ago', '2026-06-01')];
  await signUp(page, { dogs: [biscuit], parties });
  const upcoming = page.getByRole('region', { name: 'Upcoming Parties' });
  await expect(upcoming.locator('button strong')).toHaveText(['Sooner', 'Later', 'Long ago']);
  await expect(upcoming.getByText('Tomorrow!')).toBeVisible();
  await expect(upcoming.getByText('Long ago')).toBeHidden();
  await upcoming.getByText('Memories (1)').click();
  await expect(upcoming.getByText('Long ago')).toBeVisible();
  expect(await sidewaysOverflow(page)).toBe(0);

  await page.getByRole('button', { name: 'Delete Biscuit' }).click();
  await expect(upcoming).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(upcoming.locator('button strong')).toHaveText(['Sooner', 'Later', 'Long ago']);
  await page.reload();
  await expect(upcoming.locator('button strong')).toHaveText(['Sooner', 'Later', 'Long ago']);
});

test('a party for a dog that another tab deletes meanwhile is planned once the dog is added again', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(answered(403, '/rest/v1/birthday_celebrations'));
  await signUp(page, { dogs: [biscuit] });
  await page.getByRole('button', { name: 'Plan Party' }).click();
  const form = page.getByRole('dialog', { name: 'Plan Birthday Celebration' });
  await form.getByLabel('Title').fill('Cake Day');
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Delete Biscuit' }).click();
  await expect(other.getByText('Dog removed')).toBeVisible();
  await form.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Decide about Biscuit', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Biscuit was deleted elsewhere' });
  await question.getByRole('button', { name: 'Add It Again' }).click();
  await untilAllIsSent(page);
  await reload(page);
  await expect(page.getByRole('article', { name: 'Biscuit' })).toContainText('Cake Day');
});

test('a party that has been is kept as a memory, and removed only in its form', async ({ page }) => {
  const swim = { dog: 'Biscuit', title: 'First Swim', celebration_date: '2026-06-01' };
  const again = { dog: 'Biscuit', title: 'Second Swim', celebration_date: '2026-06-02' };
  await signUp(page, { dogs: [biscuit], parties: [swim, again] });
  const parties = page.getByRole('region', { name: 'Upcoming Parties' });
  await parties.getByText('Memories (2)').click();
  await expect(parties.getByRole('button', { name: 'Cancel First Swim' })).toHaveCount(0);
  await parties.getByRole('button', { name: 'Edit First Swim' }).click();
  await page.getByRole('button', { name: 'Remove From Memories' }).click();
  await expect(page.getByText('Memory removed')).toBeVisible();
  await expect(parties.getByText('First Swim')).toHaveCount(0);
  // The focused element is gone, so the memory beside it has the focus.
  await expect(parties.getByRole('listitem').filter({ hasText: 'June 2, 2026' })).toBeFocused();
  await parties.getByRole('button', { name: 'Edit Second Swim' }).click();
  await page.getByRole('button', { name: 'Remove From Memories' }).click();
  await expect(parties).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeFocused();
  await page.locator('[data-toast]', { hasText: 'Second Swim' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Back among the memories!')).toBeVisible();
  await expect(parties.getByText('Second Swim')).toBeVisible();
});
