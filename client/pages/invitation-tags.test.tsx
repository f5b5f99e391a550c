import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { InvitationView } from '../../domain/guests/invitation-view.ts';
import { samplePage, samplePages, sampleView } from '../entries/invitation-samples.ts';
import { InvitationTags } from './invitation-tags.tsx';

const folder = '5e0d7cbb-4ab5-4c55-b8b4-3a8d4cbf1f0a';
const preview = `${folder}/1765000000000.jpg`;
const { party, ...view } = sampleView;
const [ownAnswer = null] = samplePages.flatMap((page) => (page.kind === 'invitation' ? (page.view.guest ?? []) : []));

/** Renders the head of an invitation that differs in `change`. */
function tagsOf(change: Partial<InvitationView & { title: string }> = {}, files?: string) {
  const { title = party.title, ...changed } = change;
  const page = { ...samplePage, view: { ...view, preview, party: { ...party, title }, ...changed } };
  const head = new DOMParser().parseFromString(
    `<html><head>${renderToStaticMarkup(<InvitationTags page={page} files={files ?? page.site} />)}</head><body></body></html>`,
    'text/html',
  );
  const tags = [...head.querySelectorAll('meta')];
  return {
    page: head,
    content: (key: string) =>
      tags.filter((tag) => [tag.getAttribute('property'), tag.name].includes(key)).map((tag) => tag.content),
  };
}

test('a chat is told the title, the day and an absolute picture of 1200 by 630 @10.258', () => {
  const { content } = tagsOf();
  expect(content('og:title')).toEqual(["You're invited: Biscuit's 4th Birthday"]);
  expect(content('og:description')).toEqual(['Saturday, June 20, 2026. Are you coming? Dogs count, too!']);
  expect(content('og:image')).toEqual([
    `https://wagday.example/storage/v1/object/public/invitation-previews/${folder}/1765000000000.jpg`,
  ]);
  expect(content('og:image:width')).toEqual(['1200']);
  expect(content('og:image:height')).toEqual(['630']);
  expect(content('og:image:alt')).toEqual(["An invitation card: Biscuit's 4th Birthday"]);
  expect(content('twitter:card')).toEqual(['summary_large_image']);
  // A page that was opened by a guest's own link has no other address, and chats would repeat that one.
  expect(tagsOf({ guest: ownAnswer }).content('og:url')).toEqual([]);
});

test('the picture of a project on hosted Supabase has the address of its storage', () => {
  const { content } = tagsOf({}, 'https://abc.supabase.co');
  expect(content('og:image')[0]).toMatch('https://abc.supabase.co/storage/v1/object/public/invitation-previews/');
});

test.for([null, '', '../../../evil.jpg', `${folder}/../../x.jpg`, `${folder}/a.svg`, 'https://evil.example/a.jpg'])(
  'without a preview of its own (%s) an invitation has the picture of the product @10.260',
  (preview) => {
    const { content } = tagsOf({ preview });
    expect(content('og:image')).toEqual(['https://wagday.example/link-preview.jpg']);
  },
);

test('a hostile title stays a text in the tags @10.258', () => {
  const title = `"><script>alert(1)</script><meta http-equiv="refresh" content='0;url=//evil.example'>\u0000\r\n'`;
  const { page, content } = tagsOf({ title });
  expect(page.querySelectorAll('script, [http-equiv]')).toHaveLength(0);
  expect(page.body.childNodes).toHaveLength(0);
  expect(content('og:title')[0]).toMatch(/^You're invited: "><script>alert\(1\)<\/script>/);
});

test('a long title is shortened @10.258', () => {
  const { content } = tagsOf({ title: 'Party '.repeat(400) });
  expect(content('og:title')[0]).toMatch(/^You're invited: Party .{60,114}…$/);
});

test.for([
  ['past', "We celebrated: Biscuit's 4th Birthday"],
  ['cancelled', "Called off: Biscuit's 4th Birthday"],
  ['closed', "You're invited: Biscuit's 4th Birthday"],
] as const)('nobody is asked to a party that is %s @10.258', ([state, title]) => {
  const { content } = tagsOf({ state });
  expect(content('og:title')).toEqual([title]);
  expect(content('og:description')).toEqual(['Saturday, June 20, 2026.']);
});
