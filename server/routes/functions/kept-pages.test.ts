import { brotliDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import type { GuestDraft } from '../../../domain/guest-answer.ts';
import type { InvitationPage } from '../../../domain/invitation-page.ts';
import type { InvitationView } from '../../../domain/invitation-view.ts';
import { keepPages } from './kept-pages.ts';

const site = 'https://wagday.example';
const invitationPage = (view: Partial<InvitationView>) => ({
  ...{ kind: 'invitation' as const, site, token: 'link', now: Date.UTC(2026, 5, 10, 12), answerKey: 'first' },
  ...{
    view: { version: '1', guest: null, ...view } as InvitationView,
    typed: null,
    problems: {},
    trouble: null,
    taken: [],
  },
});
const open = () => {
  const render = vi.fn((page: InvitationPage) => JSON.stringify(page));
  return { render, ...keepPages({ render, policy: "default-src 'none'" }) };
};

test('a notice is drawn once for each site, and compressed once for each encoding', async () => {
  const { render, pages, compress } = open();
  const notice = { kind: 'notice', site, notice: 'unknown' } as const;
  const [first, second] = [pages.render(notice), pages.render({ ...notice })];
  expect([second, render.mock.calls.length]).toEqual([first, 1]);
  const bytes = await compress(first, 'br');
  expect(await compress(second, 'br')).toBe(bytes);
  expect(brotliDecompressSync(bytes).toString()).toBe(first);
  expect(await compress(first, 'gzip')).not.toBe(bytes);
  expect(pages.render({ ...notice, site: 'https://other.example' })).toContain('other');
  // What is no notice is not kept.
  expect(await compress('an answer', 'br')).not.toBe(await compress('an answer', 'br'));
});

test('a flood of sites drops the oldest notices', () => {
  const { render, pages } = open();
  const ask = (host: string) => pages.render({ kind: 'notice', site: `https://${host}`, notice: 'unknown' });
  for (let index = 0; index < 50; index += 1) ask(`host-${index}`);
  ask('host-0');
  expect(render).toHaveBeenCalledTimes(50);
  ask('host-50');
  ask('host-0');
  expect(render).toHaveBeenCalledTimes(52);
});

test('the page of a link is drawn once a minute for each version of it, with a key of its own for each visit', () => {
  const { render, pages } = open();
  const link = invitationPage({});
  expect(JSON.parse(pages.render(link))).toEqual(link);
  const next = { ...link, answerKey: 'second', now: link.now + 59_999 };
  expect(JSON.parse(pages.render(next))).toEqual({ ...link, answerKey: 'second' });
  expect(render).toHaveBeenCalledTimes(1);
  for (const other of [
    { now: link.now + 60_000 },
    { token: 'other' },
    { site: 'https://other.example' },
    invitationPage({ version: '2' }),
  ]) {
    expect(JSON.parse(pages.render({ ...link, ...other }))).toEqual({ ...link, ...other });
  }
  expect(render).toHaveBeenCalledTimes(5);
});

test("a guest's own page, and one that sends back what was typed, are drawn for them alone", () => {
  const { render, pages } = open();
  const typed = { name: 'Ada' } as GuestDraft;
  const own = [
    invitationPage({ guest: { name: 'Ada' } as InvitationView['guest'] }),
    { ...invitationPage({}), typed },
    { ...invitationPage({}), problems: { name: 'missing' as const } },
    { ...invitationPage({}), trouble: 'refused' as const },
    { ...invitationPage({}), taken: ['Lemonade'] },
  ];
  for (const page of [...own, ...own]) expect(JSON.parse(pages.render(page))).toEqual(page);
  expect(render).toHaveBeenCalledTimes(10);
  expect(JSON.parse(pages.render(invitationPage({})))).toEqual(invitationPage({}));
});
