import { mailTo } from '../support/mail-files.ts';
import { expect, shows, signUp, test } from './fixtures.ts';
import { openReminders } from './open-reminders.ts';

const dogs = [{ name: 'Biscuit', birth_date: '2019-06-20', size: 'small' }] as const;

test('reminders by mail are switched on by keyboard, and a test one arrives @10.314', async ({ page, context }) => {
  const data = String(process.env.WAGDAY_TEST_DATA);
  const email = await signUp(page, { dogs: [...dogs] });
  const dialog = await openReminders(page);
  await dialog.getByLabel('By email').press('Space');
  await dialog.getByLabel('The day before').press('Space');
  await shows(page, ['Reminders saved!'], () => dialog.getByRole('button', { name: 'Save Reminders' }).press('Enter'));

  // The first mail asks for permission to send reminders to this address.
  const asking = await mailTo(data, email, 'Subject: Confirm reminders');
  const other = await context.newPage();
  await other.goto(/^http\S+\/confirm-reminders\/[\w-]+/m.exec(asking)?.[0] ?? '');
  await other.getByRole('button', { name: 'Confirm My Address' }).press('Enter');
  await expect(other.getByRole('heading', { name: 'Done: your address is confirmed' })).toBeVisible();
  await other.close();

  const send = dialog.getByRole('button', { name: 'Send a Test Reminder' });
  await shows(page, ['On its way!'], () => send.press('Enter'));
  await mailTo(data, email, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});
