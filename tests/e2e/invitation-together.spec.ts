import type { Browser, Page } from '@playwright/test';
import { mailTo } from '../support/mail-files.ts';
import { proveAddresses } from '../support/owners.ts';
import { startTestBackend } from '../support/test-backend.ts';
import { closeToasts, expect, newEmail, shows, signUp, test } from './fixtures.ts';
import { sendInvite } from './invite-to.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Opens a guest's browser, which knows nothing of the host's. */
async function openBrowser(browser: Browser, javaScriptEnabled: boolean): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled })).newPage();
}

/** Returns the party as a calendar reads it from the link of a page. */
async function eventAt(page: Page) {
  const file = await (await page.request.get(`${page.url().replace(/[?#].*/, '')}/party.ics`)).text();
  const field = (name: string) => new RegExp(`^${name}[:;](.*)\r$`, 'm').exec(file)?.[1];
  return { uid: field('UID'), day: field('DTSTART'), sequence: Number(field('SEQUENCE')) };
}

async function answer(page: Page, link: string, given: { name: string; adults: string; email: string }) {
  await page.goto(link);
  await page.getByRole('radio', { name: /^(Going|Waitlist)$/ }).check();
  await page.getByLabel('Your name').fill(given.name);
  await page.getByLabel('Adults (you included)').fill(given.adults);
  await page.getByLabel('Your email').fill(given.email);
  await page.getByRole('button', { name: 'Send Answer' }).click();
}

test('a host invites by a copied link, three guests answer, one moves up, and all hear of a new day @10.229 @10.266', {
  tag: '@motion',
}, async ({ page, browser, cleanups, expectConsoleError }) => {
  // Four browsers and a server of its own.
  test.slow();
  // The host leaves while the picture of the link is on its way, so the next visit may send one that has arrived. A busy server refuses it.
  expectConsoleError(/(409|503) .*\/invitation-previews\//);
  // With a clock that the test moves, because a change is mailed five minutes later.
  const server = await startTestBackend({ servesPages: true, writesMail: true });
  cleanups.defer(() => server.stop());
  const mailed = async (email: string, subject: string) => {
    const mail = await mailTo(server.dataDir, email, `Subject: ${subject}: Cake Day`, server.sendGuestMails);
    // Without the breaks that its encoding adds to long lines.
    return mail.replaceAll('=\r\n', '').replaceAll('\r', '');
  };
  const [adaMail, graceMail, tomMail] = [newEmail(), newEmail(), newEmail()];

  await signUp(page, {
    url: server.url,
    name: 'Maria',
    dogs: [{ name: 'Luna', birth_date: '2019-06-14', size: 'small' }],
    // After today by the server's clock too.
    parties: [{ dog: 'Luna', title: 'Cake Day', celebration_date: '2090-09-14', location: 'Dog Park' }],
  });
  await proveAddresses(server);
  await sendInvite(page, 'Cake Day');
  const main = page.getByRole('main');
  const openSettings = () => page.getByRole('button', { name: 'Change who sees what' }).click();
  await openSettings();
  await main.getByLabel('How many people may come?').fill('4');
  await main.getByRole('button', { name: 'Save Settings' }).click();
  await openSettings();
  await shows(page, ['Copied to clipboard!'], () => main.getByRole('button', { name: 'Copy Link' }).click());
  const link = await page.evaluate(() => navigator.clipboard.readText());
  // On the page of the party, answers would be seen as they come.
  await page.goto(`${server.url}/`);

  const [ada, grace, tom] = [
    await openBrowser(browser, false),
    await openBrowser(browser, true),
    await openBrowser(browser, true),
  ];
  await ada.goto(link);
  await ada.getByLabel('Going').check();
  await ada.getByLabel("Your dog's name").fill('Rex');
  await ada.getByText('Add a note, allergies').click();
  await ada.getByLabel('Allergies').fill('peanuts');
  await ada.getByLabel('Your name').fill('Ada');
  await ada.getByLabel('Adults (you included)').fill('2');
  await ada.getByLabel('Your email').fill(adaMail);
  await ada.getByRole('button', { name: 'Send Answer' }).click();
  await expect(ada.getByRole('region', { name: /^You're in, Ada/ })).toContainText(
    /Rex has the seat by the cake\.[\s\S]*2 people/,
  );
  await answer(grace, link, { name: 'Grace', adults: '2', email: graceMail });
  await expect(grace.getByRole('region', { name: /^You're in, Grace/ })).toBeVisible();
  await answer(tom, link, { name: 'Tom', adults: '1', email: tomMail });
  const tomsLine = tom.getByRole('region', { name: /^You're on the waitlist, Tom/ });
  await expect(tomsLine).toContainText("You're number 1.");
  await mailed(adaMail, "You're coming");
  await mailed(tomMail, "You're on the waitlist");

  // Grace returns by the link in her mail and changes her mind.
  const [own = ''] = /^http\S+\/i\/[\w-]{43}$/m.exec(await mailed(graceMail, "You're coming")) ?? [];
  await grace.goto(own);
  await grace.getByText('Change Answer').click();
  await grace.getByLabel("Can't go").check();
  await grace.getByRole('button', { name: 'Send Answer' }).click();
  await expect(grace.getByRole('region', { name: /^We'll miss you, Grace/ })).toBeVisible();
  await tom.reload();
  await expect(tom.getByRole('region', { name: /^You're in, Tom/ })).toBeVisible();
  await mailed(tomMail, 'There is a place for you');

  await page.reload();
  const notice = page.getByRole('complementary', { name: 'New answers' });
  await expect(notice).toContainText('3 new answers for Cake Day');
  await notice.getByRole('link', { name: 'See Guests' }).click();
  await expect(main.getByText('3 people and 1 dog coming')).toBeVisible();
  await expect(main.getByText('3 of 4 spots')).toBeVisible();
  await expect(main.getByRole('region', { name: 'Allergies' })).toContainText('peanuts · Ada');
  await expect(main.getByRole('region', { name: /^Coming/ })).toContainText('Tom');
  await expect(main.getByRole('region', { name: 'Not coming' })).toContainText('Grace');

  // The open page of the party shows the next answer by itself.
  await grace.getByText('Change Answer').click();
  await grace.getByLabel('Maybe').check();
  await grace.getByRole('button', { name: 'Send Answer' }).click();
  await expect(main.getByRole('region', { name: /^Maybe/ })).toContainText('Grace');

  const before = await eventAt(ada);
  expect(before.day).toContain('20900914');
  await page.getByRole('button', { name: 'Edit Cake Day' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Birthday Celebration' });
  await form.getByLabel('Celebration Date').fill('2090-09-21');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await shows(page, ['Party updated!'], () => form.getByRole('button', { name: 'Yes, That Day' }).click());
  await closeToasts(page);
  const after = await eventAt(ada);
  expect(after).toMatchObject({ uid: before.uid, day: expect.stringContaining('20900921') });
  expect(after.sequence).toBeGreaterThan(before.sequence);
  await ada.reload();
  await expect(ada.getByRole('region', { name: /^You're in, Ada/ })).toContainText('Sep 21, 2090');

  server.advance(6 * 60_000);
  for (const email of [adaMail, tomMail]) {
    expect(await mailed(email, 'A new day')).toMatch(/Sep 14, 2090 =E2=86=92 \w+, Sep 21, 2090/);
  }

  await openSettings();
  await main.getByRole('button', { name: 'Turn Off Link' }).click();
  await main.getByRole('button', { name: 'Turn It Off' }).click();
  await expect(page.getByText('Link turned off')).toBeVisible();
  await grace.goto(link);
  await expect(grace.getByRole('heading', { name: "We can't find this invite" })).toBeVisible();
  await expect(grace.getByText('Cake Day')).toHaveCount(0);
  await tom.reload();
  await expect(tom.getByRole('region', { name: /^You're in, Tom/ })).toBeVisible();
});
