import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { dogPage, expect, openYou, signUp, test } from './fixtures.ts';
import { openParties, openParty } from './invite-to.ts';

const luna = { name: 'Luna', birth_date: '2019-06-14', size: 'small' } as const;
const cakeDay = {
  dog: 'Luna',
  title: 'Cake Day',
  celebration_date: '2026-09-14',
  location: 'The kitchen, by the window',
};

async function savedBy(page: Page, press: () => Promise<void>): Promise<{ download: Download; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { download, text: await readFile(await download.path(), 'utf8') };
}

test("a dog's celebrations and a party go from their pages into a calendar, and one is made in You, read by anyone who has its address, and removed @10.150 @10.152 @10.164", async ({
  page,
}) => {
  await signUp(page, { dogs: [luna], parties: [cakeDay] });
  await page.getByRole('article', { name: 'Luna' }).getByRole('link', { name: 'Luna' }).click();
  const sheet = dogPage(page, 'Luna');
  await sheet.getByRole('button', { name: 'More for Luna' }).click();
  await sheet.getByText('Add to Calendar').click();
  await expect(sheet.getByRole('link', { name: 'Google (opens a new tab)' })).toBeVisible();
  const all = sheet.getByRole('button', { name: 'All Celebrations for 3 Years' });
  const { download, text } = await savedBy(page, () => all.click());
  expect(download.suggestedFilename()).toBe('luna-celebrations.ics');
  expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(12);
  expect(text).toContain('DTSTART;VALUE=DATE:20260914\r\n');

  await openParty(page, 'Cake Day');
  await page.getByRole('button', { name: 'More for Cake Day' }).click();
  await page.getByText('Add to Calendar').click();
  const file = page.getByRole('button', { name: 'Apple or Other: Cake Day' });
  const saved = await savedBy(page, () => file.click());
  expect(saved.download.suggestedFilename()).toBe('cake-day.ics');
  expect(saved.text).toContain('SUMMARY:Cake Day\r\n');
  expect(saved.text).toContain('LOCATION:The kitchen\\, by the window\r\n');

  await openParties(page);
  const dialog = await openYou(page, 'Calendars');
  await dialog.getByLabel('Name this calendar').fill('Grandma');
  await dialog.getByRole('button', { name: 'Make Calendar' }).click();
  await expect(dialog.getByRole('heading', { name: '“Grandma” is ready' })).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  const address = (await dialog.getByText(/\/calendar\/[\w-]{43}\.ics$/).textContent()) ?? '';
  const answer = await page.request.get(address);
  expect(await answer.text()).toContain('SUMMARY:Luna turns 45 in human years\r\n');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Remove the calendar Grandma' }).click();
  await dialog.getByRole('button', { name: 'Remove Calendar' }).click();
  await expect(page.getByText('Calendar removed!')).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(404);
});
