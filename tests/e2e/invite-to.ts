import type { Page } from '@playwright/test';
import { invitationPage } from '../../addresses/addresses.ts';
import { seedPack } from '../support/seed-pack.ts';
import { expect, newEmail, password } from './fixtures.ts';

/** A month ahead by the clock of the database, which no test moves. */
export const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
export const invitedTo = "Biscuit's <b>Cake</b> Day";

/** Creates a host with a party and a link to its invitation. `call` calls the backend as the host. */
export async function inviteTo(baseURL = '', party: object = {}, settings: object = {}) {
  const email = newEmail();
  const { access_token } = await seedPack(baseURL, {
    ...{ email, password, name: 'Maria' },
    dogs: [{ name: 'Biscuit', birth_date: '2019-06-14', size: 'large' }],
    parties: [{ dog: 'Biscuit', title: invitedTo, celebration_date: soon, location: 'The old oak', ...party }],
  });
  const call = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${baseURL}/rest/v1/${path}`, init);
    expect(answer.ok).toBe(true);
    return answer.status === 204 || answer.status === 201 ? null : answer.json();
  };
  const [{ id: partyId }] = await call('GET', 'birthday_celebrations?select=id');
  const token: string = await call('POST', 'rpc/make_invitation_link', { party_id: partyId });
  const [{ id }] = await call('GET', 'party_invitations?select=id');
  if (Object.keys(settings).length > 0) await call('PATCH', `party_invitations?id=eq.${id}`, settings);
  return { call, email, partyId, id, token, address: invitationPage(token) };
}

/** Opens the page of a party by its ticket, also from its own page. */
export async function openParty(page: Page, title: string): Promise<void> {
  await openParties(page);
  await page.getByRole('main').getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Opens the page of all parties. A phone has no bar of places on the page of one. */
export async function openParties(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.location.hash = '#parties';
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Parties' })).toBeVisible();
}

/** Opens the page of a party and sends its invite. Returns its link. */
export async function sendInvite(page: Page, title: string): Promise<string> {
  await openParty(page, title);
  await page.getByRole('button', { name: 'Send Invite' }).click();
  const whatsApp = page.getByRole('link', { name: /^WhatsApp/ });
  await expect(whatsApp).toHaveAttribute('href', /%2Fi%2F[\w-]{43}/);
  return /http\S+\/i\/[\w-]{43}/.exec(decodeURIComponent((await whatsApp.getAttribute('href')) ?? ''))?.[0] ?? '';
}

/** Fills in the form of the page and sends it. */
export async function answerYes(page: Page, name: string, label = 'Your name') {
  await page.getByRole('radio', { name: /^(Going|Waitlist)$/ }).check();
  await page.getByLabel(label).fill(name);
  await page.getByRole('button', { name: 'Send Answer' }).click();
}
