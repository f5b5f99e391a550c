import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InvitationPreviewTags } from './invitation-tags.tsx';

const folder = '5e0d7cbb-4ab5-4c55-b8b4-3a8d4cbf1f0a';
const invitation = {
  site: 'https://wagday.example',
  title: "Biscuit's 4th Birthday",
  when: 'Sunday, June 14, 2026',
  preview: `${folder}/1765000000000.jpg`,
};

function tagsOf(props: Parameters<typeof InvitationPreviewTags>[0]) {
  const page = new DOMParser().parseFromString(
    `<html><head>${renderToStaticMarkup(<InvitationPreviewTags {...props} />)}</head><body></body></html>`,
    'text/html',
  );
  const tags = [...page.querySelectorAll('meta')];
  return {
    page,
    content: (key: string) =>
      tags.filter((tag) => [tag.getAttribute('property'), tag.name].includes(key)).map((tag) => tag.content),
  };
}

test('a chat is told the title, the day and an absolute picture of 1200 by 630', () => {
  const { content } = tagsOf(invitation);
  expect(content('og:title')).toEqual(["You're invited: Biscuit's 4th Birthday"]);
  expect(content('og:description')).toEqual(['Sunday, June 14, 2026. Are you coming? Dogs count, too!']);
  expect(content('og:image')).toEqual([
    `https://wagday.example/storage/v1/object/public/invitation-previews/${folder}/1765000000000.jpg`,
  ]);
  expect(content('og:image:width')).toEqual(['1200']);
  expect(content('og:image:height')).toEqual(['630']);
  expect(content('og:image:alt')).toEqual(["An invitation card: Biscuit's 4th Birthday"]);
  expect(content('twitter:card')).toEqual(['summary_large_image']);
  // The page has no address other than the one with the token, which chats would repeat.
  expect(content('og:url')).toEqual([]);
});

test('the picture of a project on hosted Supabase has the address of its storage', () => {
  const { content } = tagsOf({ ...invitation, files: 'https://abc.supabase.co' });
  expect(content('og:image')[0]).toMatch('https://abc.supabase.co/storage/v1/object/public/invitation-previews/');
});

test.for([null, '', '../../../evil.jpg', `${folder}/../../x.jpg`, `${folder}/a.svg`, 'https://evil.example/a.jpg'])(
  'without a preview of its own (%s) an invitation has the picture of the product',
  (preview) => {
    const { content } = tagsOf({ ...invitation, preview });
    expect(content('og:image')).toEqual(['https://wagday.example/link-preview.jpg']);
  },
);

test('a hostile title stays a text in the tags', () => {
  const title = `"><script>alert(1)</script><meta http-equiv="refresh" content='0;url=//evil.example'>\u0000\r\n'`;
  const { page, content } = tagsOf({ ...invitation, title });
  expect(page.querySelectorAll('script, [http-equiv]')).toHaveLength(0);
  expect(page.body.childNodes).toHaveLength(0);
  expect(content('og:title')[0]).toMatch(/^You're invited: "><script>alert\(1\)<\/script>/);
});

test('a long title is shortened', () => {
  const { content } = tagsOf({ ...invitation, title: 'Party '.repeat(400) });
  expect(content('og:title')[0]).toMatch(/^You're invited: Party .{60,114}…$/);
});

test.for([
  ['past', "We celebrated: Biscuit's 4th Birthday"],
  ['cancelled', "Called off: Biscuit's 4th Birthday"],
  ['closed', "You're invited: Biscuit's 4th Birthday"],
] as const)('nobody is asked to a party that is %s', ([state, title]) => {
  const { content } = tagsOf({ ...invitation, state });
  expect(content('og:title')).toEqual([title]);
  expect(content('og:description')).toEqual(['Sunday, June 14, 2026.']);
});
