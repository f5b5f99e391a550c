/** What the page of an invitation weighs, as the server sends it. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invitationPage } from '../../addresses/addresses.ts';
import { readSite } from '../../server/web/site.ts';
import { addDog, newOwner, planParty } from '../support/owners.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';

const KB = 1024;

let backend: TestBackend;
let address: string;
beforeAll(async () => {
  backend = await startTestBackend();
  const host = await newOwner(backend, { name: 'Maria' });
  const dog = await addDog(host, { name: 'Biscuit' });
  const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const plan = { title: "Biscuit's Cake Day", celebration_date: soon, location: 'The old oak' };
  const party = await planParty(host, dog.id, plan);
  const { data: token } = await host.client.rpc('make_invitation_link', { party_id: party.id }).throwOnError();
  const message = 'We cannot wait to see you. '.repeat(30);
  const settings = { message, bring_list: ['Lemonade', 'Balls', 'Water'], guest_list: 'names' };
  await host.client.from('party_invitations').update(settings).eq('party_id', party.id).throwOnError();
  address = `${backend.url}${invitationPage(token)}`;
  for (let guest = 1; guest <= 20; guest += 1) {
    const answer = { answerKey: crypto.randomUUID(), name: `Guest ${guest}`, answer: 'yes', adults: '2' };
    const body = new URLSearchParams({ ...answer, children: '1', dogName: 'Rex', dogSize1: 'small' });
    expect((await fetch(address, { method: 'POST', body, redirect: 'manual' })).status).toBe(303);
  }
});
afterAll(() => backend?.stop());

async function pageAs(encoding: string) {
  const response = await fetch(address, { headers: { 'Accept-Encoding': encoding } });
  return { length: Number(response.headers.get('content-length')), html: await response.text(), response };
}

test("an invitation's page with its styles and twenty guests is at most 20 KB, and of its scripts only a line is in it @10.256", async () => {
  const { length, html, response } = await pageAs('br');
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(html).toContain('<h1');
  expect(length).toBeGreaterThan(5 * KB);
  expect(length).toBeLessThanOrEqual(20 * KB);
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  expect(scripts).toHaveLength(1);
  expect(scripts[0]?.length).toBeLessThanOrEqual(KB);
  expect(html).not.toMatch(/<link[^>]*rel="(stylesheet|modulepreload|preload)"/);
});

test('a reader of chats that takes no brotli gets the same page by gzip, with its tags at the beginning', async () => {
  const { html, response } = await pageAs('gzip');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(html.indexOf('og:image')).toBeLessThan(4 * KB);
});

test('the script of the page is one file of at most 66 KB, React included, and knows nothing of sessions or the backend @10.256', async () => {
  const { html } = await pageAs('identity');
  const [address = ''] = /\/assets\/invitation-[\w-]+\.js/.exec(html) ?? [];
  const site = await readSite(fileURLToPath(new URL('../../dist', import.meta.url)));
  const script = site?.files.get(address)?.bodies;
  expect(script?.get('br')?.byteLength).toBeLessThanOrEqual(66 * KB);
  const text = new TextDecoder().decode(script?.get('identity'));
  expect(text).toContain('Copy My Link');
  expect(text).not.toMatch(/\bimport\b\s*[("'{]/);
  for (const foreign of ['localStorage', 'sessionStorage', 'indexedDB', 'serviceWorker', 'wagday-session']) {
    expect(text).not.toContain(foreign);
  }
});
