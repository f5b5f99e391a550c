import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { GuestDraft } from '../../domain/guests/guest-answer.ts';
import type { InvitationView } from '../../domain/guests/invitation-view.ts';
import type { InvitationPage } from '../../domain/guests/shown-invitation.ts';
import { functionLimits } from './function-limits.ts';
import type { FunctionRoutesDependencies } from './function-routes.ts';
import { createInvitationRoutes, keepPages } from './invitation-routes.ts';

const parts = {
  functionData: { asAnybody: () => ({}) },
  limits: { limits: functionLimits },
  clientOf: () => '192.0.2.1',
  publicUrl: 'https://wagday.example',
  now: () => new Date(),
  log: { info: () => undefined, error: () => undefined },
  invitations: { render: () => 'Out of reach', policy: '', styles: '' },
} as unknown as FunctionRoutesDependencies;

function send(body: ReadableStream) {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Transfer-Encoding': 'chunked' };
  const request = { method: 'POST', headers, body, duplex: 'half' };
  return createInvitationRoutes(parts).request(`/i/${'a'.repeat(43)}`, request as RequestInit);
}

test.for(['/functions/v1/invitation', '/functions/v1/invitation/none', '/i/none'])(
  '%s, which holds no token, gets a page that is drawn once',
  async (address) => {
    const render = vi.fn(() => 'Out of reach');
    const routes = createInvitationRoutes({ ...parts, invitations: { render, policy: '' } });
    for (let visit = 0; visit < 5; visit += 1) {
      const answer = await routes.request(address);
      expect([answer.status, await answer.text()]).toEqual([404, 'Out of reach']);
    }
    expect(render).toHaveBeenCalledTimes(1);
  },
);

test('a form that is cut off is the fault of its sender, and no failure of the server', async () => {
  const answer = await send(new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) }));
  expect(answer.status).toBe(400);
  expect(await answer.text()).toBe('Out of reach');
});

test('a form that does not arrive in time is given up with a page, and the connection with it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const sent = send(new ReadableStream());
  await vi.advanceTimersByTimeAsync(30_000);
  const answer = await sent;
  expect([answer.status, answer.headers.get('Connection')]).toEqual([408, 'close']);
  expect(await answer.text()).toBe('Out of reach');
});

const site = 'https://wagday.example';
const invitationPage = (view: Partial<InvitationView>) => ({
  ...{ kind: 'invitation' as const, site, token: 'link', now: Date.UTC(2026, 5, 10, 12), answerKey: 'first' },
  ...{
    view: { version: '1', guest: null, ...view } as InvitationView,
    typed: null,
    problems: {},
    trouble: null,
    taken: [],
    ...{ linkToken: null, isForSomebodyElse: false, lostLink: null },
  },
});
const open = () => {
  const render = vi.fn((page: InvitationPage) => JSON.stringify(page));
  const pagesIn = keepPages({ render, policy: "default-src 'none'" });
  /** Returns the page as its client reads it. */
  const ask = async (page: InvitationPage): Promise<unknown> =>
    JSON.parse(brotliDecompressSync(await pagesIn('br').render(page)).toString());
  return { render, pagesIn, ask };
};

test('a notice is drawn once for each site and encoding', async () => {
  const { render, pagesIn, ask } = open();
  const notice = { kind: 'notice', site, notice: 'unknown' } as const;
  const bytes = await pagesIn('br').render(notice);
  expect(await pagesIn('br').render({ ...notice })).toBe(bytes);
  expect([await ask(notice), render.mock.calls.length]).toEqual([notice, 1]);
  expect(JSON.parse(gunzipSync(await pagesIn('gzip').render(notice)).toString())).toEqual(notice);
  const other = { ...notice, site: 'https://other.example' };
  expect(await ask(other)).toEqual(other);
});

test('a flood of sites drops the oldest notices', async () => {
  const { render, ask } = open();
  const askAt = (host: string) => ask({ kind: 'notice', site: `https://${host}`, notice: 'unknown' });
  for (let index = 0; index < 100; index += 1) await askAt(`host-${index}`);
  await askAt('host-0');
  expect(render).toHaveBeenCalledTimes(100);
  await askAt('host-100');
  await askAt('host-0');
  expect(render).toHaveBeenCalledTimes(102);
});

test('a page that could not be drawn is drawn anew', async () => {
  const { render, ask } = open();
  render.mockImplementationOnce(() => {
    throw new Error('no memory');
  });
  const link = invitationPage({});
  await expect(ask(link)).rejects.toThrow('no memory');
  expect(await ask(link)).toEqual(link);
});

test('the page of a link is drawn once a minute for each version of it, with a key of its own for each visit', async () => {
  const { render, ask } = open();
  const link = invitationPage({});
  const next = { ...link, answerKey: 'second', now: link.now + 59_999 };
  // Both are requested at the same time.
  expect(await Promise.all([ask(link), ask(next)])).toEqual([link, { ...link, answerKey: 'second' }]);
  expect(render).toHaveBeenCalledTimes(1);
  for (const other of [
    { now: link.now + 60_000 },
    { token: 'other' },
    { site: 'https://other.example' },
    invitationPage({ version: '2' }),
  ]) {
    expect(await ask({ ...link, ...other })).toEqual({ ...link, ...other });
  }
  expect(render).toHaveBeenCalledTimes(5);
});

test.for(['br', 'gzip', 'identity'] as const)('%s: a page without a form is sent whole', async (encoding) => {
  const pages = keepPages({ render: () => '<p>It was lovely.</p>', policy: '' })(encoding);
  const bytes = await pages.render(invitationPage({}));
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: Buffer.from };
  expect(unpack[encoding](Buffer.from(bytes)).toString()).toBe('<p>It was lovely.</p>');
  expect(pages.headers).toEqual(
    encoding === 'identity' ? {} : { 'Content-Encoding': encoding, Vary: 'Accept-Encoding' },
  );
});

test("a guest's own page, and one that sends back what was typed, are drawn only for them", async () => {
  const { render, ask } = open();
  const typed = { name: 'Ada' } as GuestDraft;
  const own = [
    invitationPage({ guest: { name: 'Ada' } as InvitationView['guest'] }),
    { ...invitationPage({}), typed },
    { ...invitationPage({}), problems: { name: 'missing' as const } },
    { ...invitationPage({}), trouble: 'refused' as const },
    { ...invitationPage({}), taken: ['Lemonade'] },
    { ...invitationPage({}), isForSomebodyElse: true },
    { ...invitationPage({}), lostLink: 'asked' as const },
  ];
  for (const page of [...own, ...own]) expect(await ask(page)).toEqual(page);
  expect(render).toHaveBeenCalledTimes(14);
  expect(await ask(invitationPage({}))).toEqual(invitationPage({}));
});
