import { expectNoViolations } from './axe.ts';
import { answered, expect, sidewaysOverflow, test } from './fixtures.ts';
import { answerYes, invitedTo, inviteTo, soon } from './invite-to.ts';

test('a guest answers without a script, comes back with their own link and changes their mind @10.230 @10.239', async ({
  browser,
  baseURL,
}) => {
  const { call, address } = await inviteTo(baseURL, {}, { place_for: 'yes', bring_list: ['Lemonade', 'Balls'] });
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(invitedTo);
  await expect(page.getByText("Say you're going, and you'll see where it is.")).toBeVisible();
  // An answer opens the form, which does not ask for a second dog before the first has a name.
  await expect(page.getByLabel('Your name')).toBeHidden();
  // So does the free chair, at the dog.
  await page.getByRole('link', { name: 'Your dog?' }).click();
  await expect(page.getByLabel("Your dog's name")).toBeVisible();
  await page.getByLabel('Going').check();
  await expect(page.getByText('Another dog')).toBeHidden();
  await page.getByLabel("Your dog's name").fill('Rex');
  await expect(page.getByLabel('Name of dog 2')).toBeHidden();
  await page.getByText('Another dog').click();
  await page.getByLabel('Name of dog 2').fill('Bo');
  await page.getByLabel('Balls').check();
  await page.getByLabel('Your email').fill('ada@example.org');
  // Refused, but everything typed is still there.
  await page.getByLabel('Children').fill('7');
  await page.getByLabel('Adults (you included)').fill('0');
  await page.getByLabel('Name of dog 2').fill(' '.repeat(3));
  await page.getByRole('group', { name: 'Size of dog 2' }).getByLabel('Giant').check();
  await answerYes(page, 'Ada Lovelace');
  await expect(page.getByRole('alert')).toContainText('Please tell us the name of each dog.');
  await expect(page.getByLabel('Your email')).toHaveValue('ada@example.org');
  await expect(page.getByLabel('Balls')).toBeChecked();
  await page.getByLabel('Name of dog 2').fill('Bo');
  await page.getByRole('button', { name: 'Send Answer' }).click();

  const own = page.getByRole('region', { name: /^You're in, Ada Lovelace/ });
  await expect(own.getByRole('heading', { level: 1 })).toHaveText("You're in, Ada Lovelace!");
  await expect(own).toContainText('Rex and Bo sit together.');
  await expect(own.getByRole('button', { name: 'Share the Table' })).toBeHidden();
  await expect(own).toContainText('7 people');
  await expect(own).toContainText('You bring: Balls.');
  await expect(own.getByText('The old oak')).toBeVisible();
  await expect(page.getByLabel('Your name')).toBeHidden();
  await own.getByText('Copy My Link').click();
  const ownLink = await own.getByLabel('Your own link').inputValue();
  expect(ownLink).not.toContain(address);
  expect(await call('GET', 'party_guests?select=name,answer,adults,children')).toEqual([
    { name: 'Ada Lovelace', answer: 'yes', adults: 0, children: 7 },
  ]);

  await page.goto(ownLink);
  await page.getByText('Change Answer').click();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada Lovelace');
  await page.getByLabel("Can't go").check();
  await expect(page.getByLabel("Your dog's name")).toBeHidden();
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await expect(page.getByRole('region', { name: /^We'll miss you/ })).toBeVisible();
  await expect(page.getByText('The old oak')).toHaveCount(0);
  expect(await call('GET', 'party_guests?select=answer,brings')).toEqual([{ answer: 'no', brings: [] }]);
  // On another device the party's link shows nothing of it.
  await context.clearCookies();
  await page.goto(address);
  await expect(page.getByLabel('Your name')).toHaveValue('');
  await context.close();
});

test('a script leads from the free chair to the answer, closes it by a press beside, counts down, copies the link, shows the table and touches no session @10.243', {
  tag: ['@motion', '@among-others'],
}, async ({ page, baseURL }) => {
  const { address } = await inviteTo(baseURL, { celebration_time: '15:30', time_zone: 'UTC' });
  await page.clock.setFixedTime(new Date(`${soon}T13:07:00Z`));
  await page.addInitScript(() => {
    localStorage.setItem('wagday-session', 'of an owner');
    Object.defineProperty(navigator, 'clipboard', {
      value: {
        writeText: async (text: string) => {
          document.title = text;
        },
      },
    });
  });
  await page.goto(address);
  await page.getByRole('link', { name: 'Your dog?' }).click();
  const going = page.getByRole('radio', { name: 'Going' });
  await expect(going).toBeChecked();
  await expect(page.getByLabel("Your dog's name")).toBeFocused();
  await page.keyboard.type('Duke');
  // Once the page is used, it follows the clock of the browser, which differs from the server's.
  await expect(page.getByText('2 h 23 min to go!')).toBeVisible();
  // The script is here.
  await page.locator('[inert]').first().waitFor({ state: 'attached' });
  await page.touchscreen.tap(195, 20);
  await expect(page.getByLabel("Your dog's name")).toBeHidden();
  await expect(going).not.toBeChecked();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await going.check();
  await expect(page.getByLabel("Your dog's name")).toHaveValue('Duke');
  await answerYes(page, 'Grace');
  await page.waitForURL((url) => url.hash === '');
  const own = page.getByRole('region', { name: "You're in, Grace!" });
  await expect(own).toContainText('Duke has the seat by the cake.');
  await own.getByRole('button', { name: 'Copy My Link' }).click();
  await expect(page.getByText('Copied!')).toBeVisible();
  await expect(page).toHaveTitle(page.url());
  const saved = page.waitForEvent('download');
  await own.getByRole('button', { name: 'Share the Table' }).click();
  expect((await saved).suggestedFilename()).toBe('party-table.png');
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ 'wagday-session': 'of an owner' });
});

test('the page is without barriers by day and by night, and fits a small phone @10.231 @10.255', async ({
  page,
  baseURL,
  expectConsoleError,
}) => {
  const { address } = await inviteTo(baseURL, {}, { bring_list: ['Lemonade'], message: 'We cannot wait!' });
  await page.goto(address);
  await expect(page.getByText(/days to go!/)).toBeVisible();
  await expectNoViolations(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.getByLabel('Going').check();
  await page.getByLabel('Adults (you included)').fill('0');
  await expectNoViolations(page);
  expectConsoleError(answered(422, address));
  await answerYes(page, 'x'.repeat(60));
  await expect(page.getByRole('alert')).toBeFocused();
  await expectNoViolations(page);
  // This form cannot be closed, and closes nothing off.
  await page.getByLabel('Adults (you included)').fill('2');
  await expect(page.locator('[inert]')).toHaveCount(0);
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.getByLabel('Adults (you included)').fill('1');
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await expect(page.getByRole('button', { name: 'Copy My Link' })).toBeVisible();
  expect(await sidewaysOverflow(page)).toBe(0);
});
