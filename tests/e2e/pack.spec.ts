import { find, watchCalls } from './calls.ts';
import {
  addDog,
  closeToasts,
  expect,
  newEmail,
  password,
  shows,
  signIn,
  signOut,
  signUp,
  signUpThroughPage,
  test,
} from './fixtures.ts';

test('an owner keeps a pack: sign up, add, edit, delete, undo, sign out and in again, and is asked once whether to be reminded @2.17 @2.18 @2.57 @2.58 @2.61 @2.62 @2.65 @2.66 @2.67 @2.68 @2.69 @2.71 @2.73 @2.75 @4.3 @4.12 @4.14 @4.15 @4.16 @5.2 @8.23 @8.24 @8.25 @8.28 @9.16 @2.3 @2.59 @7.4 @7.5 @7.8 @10.321', {
  tag: ['@motion', '@among-others'],
}, async ({ page, baseURL }) => {
  const calls = watchCalls(page);
  const email = newEmail();
  const greeting = ['Welcome to the pack!', 'Account created successfully!'];
  await shows(page, greeting, () => signUpThroughPage(page, email));
  await expect(page.getByText(`Welcome, ${email}!`)).toBeVisible();
  const signup = find(calls, 'POST', /\/auth\/v1\/signup/);
  expect(signup.postDataJSON()).toMatchObject({ email, password });
  expect(new URL(signup.url()).searchParams.get('redirect_to')).toBe(`${baseURL}/`);
  await expect(page.getByRole('heading', { name: 'No dogs yet!' })).toBeVisible();

  await page.getByRole('button', { name: 'Add Your First Dog' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  const submit = form.getByRole('button', { name: 'Add Dog' });
  await expect(submit).toBeDisabled();
  await form.getByLabel('Name').fill('Biscuit');
  await expect(submit).toBeDisabled();
  await form.getByLabel('Birthday').fill('2019-06-14');
  await form.getByRole('radio', { name: 'Small (<20 lbs)' }).check();
  await form.getByLabel('Breed').fill('Norwich Terrier');
  await form.getByLabel('Notes').fill('Loves the postman.\nFears the hoover.');
  await shows(page, ['Profile created!'], () => submit.click());
  await expect(form).toBeHidden();

  const biscuit = page.getByRole('article', { name: 'Biscuit' });
  for (const text of [
    'Small',
    'Norwich Terrier',
    '44',
    '7.0',
    'September 14, 2026',
    '91 days to go!',
    'Fears the hoover.',
  ]) {
    await expect(biscuit.getByText(text)).toBeVisible();
  }

  const offer = page.getByRole('complementary', { name: 'Reminders' });
  await offer.getByRole('link', { name: 'Remind Me' }).click();
  await expect(page.getByLabel('By email')).not.toBeChecked();
  await page.getByRole('link', { name: 'Pack', exact: true }).click();
  await expect(offer).toBeHidden();

  await biscuit.getByRole('button', { name: 'Edit Biscuit' }).click();
  const profile = page.getByRole('dialog', { name: "Edit Biscuit's Profile" });
  await expect(profile.getByLabel('Name')).toHaveValue('Biscuit');
  await expect(profile.getByLabel('Birthday')).toHaveValue('2019-06-14');
  await expect(profile.getByRole('radio', { name: 'Small (<20 lbs)' })).toBeChecked();
  await profile.getByLabel('Name').fill('Sir Biscuit');
  await profile.getByLabel('Breed').fill('');
  await shows(page, ['Profile updated!'], () => profile.getByRole('button', { name: 'Save Changes' }).click());
  const sirBiscuit = page.getByRole('article', { name: 'Sir Biscuit' });
  await expect(sirBiscuit.getByText('Norwich Terrier')).toHaveCount(0);

  await addDog(page, { name: 'Moose', birthDate: '2025-06-15', size: 'giant' });
  await expect(page.getByRole('article')).toHaveText([/Moose/, /Sir Biscuit/]);
  await expect(offer).toBeHidden();

  await sirBiscuit.getByRole('button', { name: 'Delete Sir Biscuit' }).click();
  await expect(sirBiscuit).toHaveCount(0);
  await expect(page.getByText('Dog removed')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(sirBiscuit).toBeVisible();
  await page.reload();
  await expect(page.getByRole('article')).toHaveText([/Moose/, /Sir Biscuit/]);

  await page.getByRole('button', { name: 'Delete Moose' }).click();
  await expect(page.getByText('Dog removed')).toBeVisible();
  // On a phone an offer of half a minute is over the way out.
  await closeToasts(page);

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeVisible();

  expect(new URL(find(calls, 'POST', /\/auth\/v1\/logout/).url()).searchParams.get('scope')).toBe('local');
  await signIn(page, email);
  const token = find(calls, 'POST', /\/auth\/v1\/token/);
  expect(new URL(token.url()).searchParams.get('grant_type')).toBe('password');
  expect(token.postDataJSON()).toMatchObject({ email, password });
  await expect(page.getByRole('article')).toHaveText([/Sir Biscuit/]);
  await expect(sirBiscuit.getByText('Fears the hoover.')).toBeVisible();
});

test('signing in in one tab shows the pack in the other @4.1 @4.4', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeVisible();
  await signUp(page);
  await expect(other.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  await signOut(page);
  await expect(other.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeVisible();
});
