import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { answered, closeToasts, expect, reload, sidewaysOverflow, signIn, signUp, test } from './fixtures.ts';
import { sendInvite } from './invite-to.ts';

const luna = { name: 'Luna', birth_date: '2019-06-14', size: 'small' } as const;
/** After today by the server's clock too, so that guests may answer. */
const cakeDay = { dog: 'Luna', title: 'Cake Day', celebration_date: '2090-09-14', location: 'Dog Park' };

/** A reload may come between storing the picture for chats and recording its name. The next visit then finds it stored. */
const keptAlready = answered(409, '/storage/v1/object/invitation-previews/');

/** Answers as a guest's browser does, with nothing but the link. */
async function answer(page: Page, link: string, part: object) {
  const token = link.split('/').at(-1);
  const whole = {
    ...{ answer: 'yes', adults: 1, children: 0, dogs: [], allergies: null, note: null, email: null, brings: [] },
    ...part,
  };
  const url = new URL('/rest/v1/rpc/answer_invitation', page.url()).href;
  const response = await page.request.post(url, { data: { token, answer_key: randomUUID(), answer: whole } });
  expect(await response.json()).toMatchObject({ guestToken: expect.any(String) });
}

test('a host sends an invite, hears of answers, and sees who comes, who waits and who moves up', {
  tag: '@motion',
}, async ({ page, expectConsoleError }) => {
  expectConsoleError(keptAlready);
  const email = await signUp(page, { dogs: [luna], parties: [cakeDay] });
  const upcoming = page.getByRole('region', { name: 'Upcoming Parties' });
  const link = await sendInvite(page, 'Cake Day');
  const sharing = page.getByRole('dialog', { name: 'Share the Invitation' });
  await sharing.getByRole('button', { name: 'Change who sees what' }).click();
  await sharing.getByLabel('How many people may come?').fill('3');
  await sharing.getByLabel('What they may bring').fill('Salad\nPlates');
  expect(await findViolations(page)).toEqual([]);
  await sharing.getByRole('button', { name: 'Save Settings' }).click();
  await expect(sharing.getByText('Invitation updated!')).toBeVisible();
  await expect(sharing.getByRole('button', { name: 'Change who sees what' })).toBeFocused();
  expect(await sidewaysOverflow(page)).toBe(0);
  await sharing.getByRole('button', { name: 'Done' }).click();
  const dialog = page.getByRole('dialog', { name: 'Guests of Cake Day' });

  const dogs = [{ name: 'Pip', size: 'small' }];
  const email1 = 'mia@example.com';
  await answer(page, link, { name: 'Mia', adults: 2, dogs, allergies: 'peanuts', email: email1, brings: ['Salad'] });
  await answer(page, link, { name: 'Tom', adults: 2 });
  await reload(page);
  const notice = page.getByRole('complementary', { name: 'New answers' });
  await expect(notice).toContainText('2 new answers for Cake Day');
  await expect(upcoming.getByRole('button', { name: 'Coming: 2 people and 1 dog (Cake Day)' })).toBeVisible();
  await notice.getByRole('button', { name: 'See Guests' }).click();
  await expect(dialog.getByRole('region', { name: 'Coming (1)' })).toContainText('Mia');
  await expect(dialog.getByRole('region', { name: 'Allergies' })).toContainText('peanuts (Mia)');
  await expect(dialog.getByRole('region', { name: 'To Bring' })).toContainText('Plates (nobody yet)');
  await expect(dialog.getByRole('region', { name: 'On the waiting list (1)' })).toContainText('Tom');
  await expect(notice).toHaveCount(0);
  expect(await sidewaysOverflow(page)).toBe(0);

  await dialog.getByRole('button', { name: 'Add a Guest' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Grandma');
  await dialog.getByRole('button', { name: 'Add Guest' }).click();
  await expect(dialog.getByText('On the list!')).toBeVisible();
  expect(await findViolations(page, { coloursAlone: true })).toEqual([]);

  await dialog.getByRole('button', { name: 'Remove Grandma' }).click();
  await dialog.getByRole('button', { name: 'Remove Mia' }).click();
  await dialog.getByRole('button', { name: 'Take Off' }).click();
  await expect(dialog.getByRole('region', { name: 'Coming (1)' })).toContainText('Tom');
  await dialog.getByRole('listitem').filter({ hasText: 'Mia' }).getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByRole('region', { name: 'Coming (2)' })).toContainText('Mia');
  await dialog.getByRole('button', { name: 'Close guests' }).click();

  // Another device reads the same link.
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await signIn(page, email);
  await upcoming.getByRole('button', { name: /^Coming: 4 people/ }).click();
  await expect(dialog.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close guests' }).click();
  await upcoming.getByRole('button', { name: 'Share Cake Day' }).click();
  const whatsApp = sharing.getByRole('link', { name: /^WhatsApp/ });
  await expect(whatsApp).toHaveAttribute('href', new RegExp(`${link.split('/').at(-1)}$`));
  await sharing.getByRole('button', { name: 'Done' }).click();
  await upcoming.getByRole('button', { name: /^Coming: 4 people/ }).click();
  await dialog.getByRole('button', { name: 'End the Link' }).click();
  await dialog.getByRole('button', { name: 'End It' }).click();
  await expect(dialog.getByText('Link ended')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy Link' })).toHaveCount(0);
  const opened = await page.request.post(new URL('/rest/v1/rpc/open_invitation', page.url()).href, {
    data: { token: link.split('/').at(-1) },
  });
  expect(await opened.json()).toBeNull();
});

test('moving a party says how many guests are told, and calling it off or removing its dog asks first', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(keptAlready);
  await signUp(page, { dogs: [luna], parties: [cakeDay] });
  const upcoming = page.getByRole('region', { name: 'Upcoming Parties' });
  const link = await sendInvite(page, 'Cake Day');
  await page.getByRole('button', { name: 'Done' }).click();
  await answer(page, link, { name: 'Mia', email: 'mia@example.com' });
  await answer(page, link, { name: 'Tom', answer: 'maybe' });
  await reload(page);
  await expect(page.getByRole('complementary', { name: 'New answers' })).toBeVisible();
  await upcoming.getByRole('button', { name: 'Edit Cake Day' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Birthday Celebration' });
  await form.getByLabel('Celebration Date').fill('2090-09-15');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await form.getByRole('button', { name: 'Yes, That Day' }).click();
  const telling = 'Mails wait until you have confirmed your own address: please tell your 2 guests yourself.';
  await expect(page.getByRole('listitem').filter({ hasText: 'Party updated!' })).toContainText(telling);

  await closeToasts(page);

  const calledOff = page.getByRole('region', { name: 'Called Off' });
  const remove = page.getByRole('button', { name: 'Delete Luna' });
  await remove.click();
  const farewell = page.getByRole('alertdialog', { name: 'Remove Luna?' });
  await expect(farewell).toContainText(telling);
  await farewell.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await farewell.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Dog removed')).toBeVisible();
  await expect(calledOff).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(remove).toBeVisible();
  await expect(calledOff).toHaveCount(0);
  await closeToasts(page);

  await page.getByRole('button', { name: 'Your Account' }).click();
  const account = page.getByRole('dialog', { name: 'Your Account' });
  await account.getByText('Delete Your Account').click();
  await expect(account.getByText('2 guests have answered to your planned parties')).toBeVisible();
  await account.getByRole('button', { name: 'Close your account' }).click();

  const cancel = upcoming.getByRole('button', { name: 'Cancel Cake Day' });
  await cancel.click();
  const question = page.getByRole('alertdialog', { name: 'Call off Cake Day?' });
  await expect(question).toContainText(telling);
  expect(await findViolations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Keep It' }).click();
  await expect(cancel).toBeFocused();
  await cancel.click();
  await question.getByRole('button', { name: 'Call It Off' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Party cancelled' })).toContainText(telling);
  await closeToasts(page);
  // The guest whom the toast asks the host to inform can still be reached.
  await calledOff.getByRole('button', { name: 'See Guests of Cake Day' }).click();
  const list = page.getByRole('dialog', { name: 'Guests of Cake Day' });
  await expect(list.getByRole('region', { name: 'Tell Them Yourself' })).toContainText('Tom');
});
