import { closeToasts, expect, shows, signIn, signOut, signUp, test } from './fixtures.ts';
import { openParties } from './invite-to.ts';

const biscuit = { name: 'Biscuit', birth_date: '2019-06-14', size: 'small' } as const;

test('an owner plans a party, shares it, edits it, cancels it and thinks again @2.70 @2.77 @2.81 @3.3 @3.4 @4.13 @4.17 @5.5 @7.14 @7.15 @7.16 @8.26 @8.27 @10.290', {
  tag: ['@motion', '@among-others'],
}, async ({ page }) => {
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (/\/storage\/v1\/object\/dog-photos\//.test(request.url())) uploads.push(request.url());
  });
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

  const saved = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('birthday_celebrations'),
  );
  await shows(page, ['Celebration planned!'], () => submit.click());
  const row = (await saved).postDataJSON();
  expect(row).toMatchObject({ title: 'Cake Day', celebration_date: '2026-09-14', shared_platforms: [] });
  expect(row.invitation_image_url).toContain(row.dog_id);
  await expect(form).toBeHidden();
  // The page of the party opens, with its invitation and the way to send it.
  await expect(page.getByRole('heading', { level: 1, name: 'Cake Day' })).toBeVisible();
  await expect(page.getByRole('img', { name: /Cake Day, Monday, September 14, 2026, Dog Park/ })).toBeVisible();
  // That picture is drawn again wherever it is shown.
  expect(uploads).toEqual([]);
  await expect(page.getByRole('button', { name: 'Send Invite' })).toBeVisible();
  await shows(page, ['Party planned!'], () => page.getByRole('button', { name: 'Back' }).click());

  await card.getByRole('link', { name: 'Next party: Cake Day, in 91 days' }).click();
  await page.getByRole('button', { name: 'Edit Cake Day' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit Birthday Celebration' });
  await edited.getByLabel('Title').fill('Sausage Day');
  await shows(page, ['Party updated!'], () => edited.getByRole('button', { name: 'Save Changes' }).click());
  await expect(page.getByRole('heading', { level: 1, name: 'Sausage Day' })).toBeVisible();
  await closeToasts(page);

  await page.getByRole('button', { name: 'More for Sausage Day' }).click();
  await page.getByRole('button', { name: 'Call Off' }).click();
  await expect(page.getByText('Party called off')).toBeVisible();
  await openParties(page);
  await shows(page, ['The party is on again!'], () => page.getByRole('button', { name: 'Undo' }).click());
  const ticket = page.getByRole('main').getByRole('link', { name: 'Sausage Day' });
  await expect(ticket).toContainText('Monday, September 14, 2026');
  await expect(ticket).toContainText('Biscuit · Dog Park');
  await expect(ticket).toBeFocused();
  await closeToasts(page);

  await signOut(page);
  await signIn(page, email);
  await openParties(page);
  await expect(ticket).toBeVisible();
});
