import { brotliDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import type { InvitationPage } from '../../../domain/invitation-page.ts';
import { keepNotices } from './kept-notices.ts';

const site = 'https://wagday.example';
const open = () => {
  const render = vi.fn((page: InvitationPage) => JSON.stringify(page));
  return { render, ...keepNotices({ render, policy: "default-src 'none'" }) };
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
