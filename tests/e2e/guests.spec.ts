import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { invitationPage } from '../../addresses/addresses.ts';
import { findViolations } from './axe.ts';
import { answered, closeToasts, expect, openYou, sidewaysOverflow, signIn, signOut, signUp, test } from './fixtures.ts';
import { invitedTo, inviteTo, openParties, openParty, sendInvite } from './invite-to.ts';

const luna = { name: 'Luna', birth_date: '2019-06-14', size: 'small' } as const;
/** After today by the server's clock too, so that guests may answer. */
const cakeDay = { dog: 'Luna', title: 'Cake Day', celebration_date: '2090-09-14', location: 'Dog Park' };

/** Answers as a guest's browser does, with nothing but the link. */
async function answer(page: Page, link: string, part: object) {
  const token = link.split('/').at(-1);
  const whole = {
    ...{ answer: 'yes', adults: 1, children: 0, dogs: [], allergies: null, note: null, email: null, brings: [] },
    ...part,
  };
  const url = new URL('/rest/v1/rpc/answer_invitation', page.url()).href;
  const response = await page.request.post(url, { data: { token, answer_key: randomUUID(), answer: whole } });
  const taken = await response.json();
  expect(taken).toMatchObject({ guestToken: expect.any(String) });
  return taken;
}

test('after a party its host says thanks, a guest without a script looks back, and the party is planned again @10.350 @10.351 @10.352', {
  tag: '@among-others',
}, async ({ page, browser, baseURL }) => {
  const settings = { place_for: 'yes', most_people: 9, bring_list: ['Balls'], message: 'We cannot wait!' };
  const { call, email, partyId, token, address } = await inviteTo(baseURL, {}, settings);
  const dogs = [{ name: 'Pip', size: 'small' }];
  await page.goto('/');
  const { guestToken } = await answer(page, token, { name: 'Mia', dogs });
  // The day before today, and before that of the server.
  await call('PATCH', `birthday_celebrations?id=eq.${partyId}`, { celebration_date: '2026-06-14' });
  await signIn(page, email);
  await openParty(page, invitedTo);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Say Thanks' }).click();
  await main.getByLabel('Your thanks (optional)').fill('What a day! <i>');
  await main.getByLabel('Link to an album (optional)').fill('https://photos.example.com/a');
  expect(await findViolations(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
  await main.getByRole('button', { name: 'Say Thanks' }).click();
  await expect(page.getByText("Your guests see it on the party's page.")).toBeVisible();
  await expect(main.getByText('The album at photos.example.com')).toBeVisible();
  const whatsApp = page.getByRole('link', { name: /^WhatsApp/ });
  await expect(whatsApp).toHaveAttribute('href', new RegExp(`What%20a%20day.*${token}`));

  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const guest = await context.newPage();
  for (const link of [address, invitationPage(guestToken)]) {
    await guest.goto(link);
    const left = guest.getByRole('region', { name: 'After the party' });
    await expect(left.getByRole('blockquote')).toHaveText('What a day! <i>');
    await expect(left.getByRole('link')).toHaveAttribute('href', 'https://photos.example.com/a');
    await expect(guest.getByRole('button', { name: 'Send Answer' })).toHaveCount(0);
  }
  const calculator = await guest.getByRole('link', { name: 'How old is Pip?' }).getAttribute('href');
  await context.close();

  await closeToasts(page);
  await main.getByRole('button', { name: 'Plan It Again' }).click();
  await expect(page.getByLabel('Celebration Date')).toHaveValue('2027-06-14');
  await expect(page.getByLabel('Location (optional)')).toHaveValue('The old oak');
  await page.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect(page.getByText('Only those who say yes see the place.')).toBeVisible();
  const columns = Object.keys(settings).join();
  await expect.poll(() => call('GET', `party_invitations?select=${columns}`)).toEqual([settings, settings]);
  await signOut(page);
  await page.goto('about:blank');
  await page.goto(calculator ?? '');
  await expect(page.getByLabel("Dog's Name")).toHaveValue('Pip');
});

test('moving a party says how many guests are told, and calling it off or removing its dog asks first @10.290 @10.292', {
  tag: '@among-others',
}, async ({ page, expectConsoleError }) => {
  expectConsoleError(answered(400, '/rest/v1/birthday_celebrations'));
  await signUp(page, { dogs: [luna], parties: [cakeDay] });
  const link = await sendInvite(page, 'Cake Day');
  await answer(page, link, { name: 'Mia', email: 'mia@example.com' });
  await answer(page, link, { name: 'Tom', answer: 'maybe' });
  await page.reload();
  await expect(page.getByRole('main').getByRole('region', { name: /^Coming/ })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Cake Day' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Birthday Celebration' });
  await form.getByLabel('Celebration Date').fill('2090-09-15');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await form.getByRole('button', { name: 'Yes, That Day' }).click();
  const telling = 'Emails wait until you confirm yours: please tell your 2 guests yourself.';
  await expect(page.getByRole('listitem').filter({ hasText: 'Party updated!' })).toContainText(telling);

  await closeToasts(page);

  // The card of a dog may be there before its parties are, or without them.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const parties = /\/rest\/v1\/birthday_celebrations\?/;
  const remove = page.getByRole('button', { name: 'Delete Luna' });
  const farewell = page.getByRole('alertdialog', { name: 'Remove Luna?' });
  await page.route(parties, (route) => route.fulfill({ status: 400, json: { message: 'boom' } }));
  await page.goto('/');
  await remove.click();
  await expect(farewell).toContainText("We couldn't check who's coming.");
  await farewell.getByRole('button', { name: 'Keep', exact: true }).click();
  await page.unroute(parties);
  await page.route(parties, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await remove.click();
  release();
  await expect(farewell).toContainText(telling);
  await farewell.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await farewell.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Dog removed')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(remove).toBeVisible();
  await closeToasts(page);

  const you = await openYou(page, 'Delete Your Account');
  await expect(you.getByText('2 guests may come to your planned parties')).toBeVisible();

  await openParty(page, 'Cake Day');
  const more = page.getByRole('button', { name: 'More for Cake Day' });
  const cancel = page.getByRole('button', { name: 'Call Off' });
  await more.click();
  await cancel.click();
  const question = page.getByRole('alertdialog', { name: 'Call off Cake Day?' });
  await expect(question).toContainText(telling);
  expect(await findViolations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Keep It' }).click();
  await expect(more).toBeFocused();
  await more.click();
  await cancel.click();
  await question.getByRole('textbox', { name: 'Why?' }).fill('A sore paw.');
  await question.getByRole('button', { name: 'Call It Off' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Party called off' })).toContainText(telling);
  await closeToasts(page);
  // The guest whom the toast asks the host to inform can still be reached, by the same address and from the parties.
  const toTell = page.getByRole('region', { name: 'Let Them Know' });
  await expect(toTell).toContainText('Tom');
  await openParties(page);
  await page.getByRole('region', { name: 'Called Off' }).getByRole('link', { name: 'Cake Day' }).click();
  await expect(toTell).toContainText('Tom');
  await expect(page.getByText('Your guests read: “A sore paw.”')).toBeVisible();
  await page.getByRole('button', { name: "It's On Again" }).click();
  await expect(page.getByText('The party is on again!')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Guests', exact: true })).toContainText('Tom');
});
