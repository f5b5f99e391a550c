/** What guests see of an invitation: drawn by the module that the server draws it with, of a party at a fixed time. */
import type { Page } from '@playwright/test';
import { invitationPage, publicPhotos } from '../../addresses/addresses.ts';
import { samplePage } from '../../client/entries/invitation-samples.ts';
import type { InvitationView, OwnAnswer } from '../../domain/guests/invitation-view.ts';
import type { InvitationPage } from '../../domain/guests/shown-invitation.ts';
import { ownAnswer } from '../../domain/testing/sample-view.ts';
import { readInvitationPages } from '../../server/web/site.ts';
import { answered } from '../e2e/fixtures.ts';
import { dogPhoto } from '../support/dog-photos.ts';
import { expect, test } from './screen-fixtures.ts';

const pages = await readInvitationPages(new URL('../../dist', import.meta.url).pathname);
const address = invitationPage(samplePage.token);
const photoUrl = `${publicPhotos}robin/biscuit.webp`;

const open: InvitationView = {
  ...samplePage.view,
  party: { ...samplePage.view.party, description: 'Bring a ball. There will be cake for everybody.' },
  dog: { ...samplePage.view.dog, photoUrl },
  message: 'Muddy paws are welcome, and so are small people. We have towels for both.',
  guests: {
    people: 8,
    dogs: 5,
    names: ['Ada', 'Grace', 'Tom'],
    moreNames: 0,
    seatedDogs: [
      { name: 'Rex', size: 'large' },
      { name: 'Pip', size: 'small' },
      { name: 'Łatka', size: 'medium' },
      { name: 'Bo', size: null },
      { name: 'Moose', size: 'giant' },
    ],
    moreDogNames: 0,
  },
};

const ada: OwnAnswer = {
  ...ownAnswer,
  ...{ children: 1, dogs: [{ name: 'Rex', size: 'large' }], allergies: 'Nuts', email: 'ada@example.org' },
  ...{ adults: 2, brings: ['Lemonade'] },
};

async function show(page: Page, shown: InvitationPage, status = 200) {
  await page.route(`**${photoUrl}`, async (route) =>
    route.fulfill({ contentType: 'image/webp', body: Buffer.from(await dogPhoto('portrait')) }),
  );
  await page.route(`**${address}`, (route) => {
    if (!pages) throw new Error('The pages of invitations are not built');
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': pages.policy };
    return route.fulfill({ status, headers, body: pages.render(shown) });
  });
  await page.goto(address);
}

/** The first sign of use brings the script, which counts by the clock of the browser. */
async function bringToLife(page: Page) {
  await page.keyboard.press('Shift');
  await expect(page.getByText('5 days to go!')).toBeVisible();
}

test('an invitation that can be answered', async ({ page, compare }) => {
  await show(page, { ...samplePage, view: open });
  await bringToLife(page);
  await compare('guest-page', 'page');
});

test('an invitation that is answered, full, called off, and not here', { tag: '@phone' }, async ({
  page,
  compare,
  expectConsoleError,
}) => {
  expectConsoleError(answered(404, address));
  await show(page, { ...samplePage, view: { ...open, guest: ada }, taken: ['Balls'] });
  await expect(page.getByRole('button', { name: 'Copy My Link' })).toBeVisible();
  await compare('guest-page-answered', page.getByRole('region', { name: /^You're in/ }));

  const { dog } = samplePage.view;
  await show(page, { ...samplePage, view: { ...open, dog, state: 'full' } });
  await expect(page.getByRole('heading', { name: "It's full!" })).toBeVisible();
  await bringToLife(page);
  await compare('guest-page-full', 'page');

  await show(page, { ...samplePage, view: { ...open, state: 'cancelled', guests: null } });
  await expect(page.getByRole('link', { name: 'Update My Calendar' })).toBeVisible();
  await compare('guest-page-called-off', 'page');

  await show(page, { kind: 'notice', site: samplePage.site, notice: 'unknown' }, 404);
  await expect(page.getByRole('heading', { name: "We can't find this invite" })).toBeVisible();
  await compare('guest-page-unknown', 'page');
});

test('on a desktop neither side of an answered invitation is much longer than the other', { tag: '@desktop' }, async ({
  page,
}) => {
  const away: OwnAnswer = { ...ada, answer: 'no', dogs: [], brings: [] };
  for (const shown of [
    { guest: ada },
    { guest: away },
    { guest: away, guests: null },
    { guest: ada, state: 'past' },
    { guest: ada, guests: null, state: 'past' },
  ] as const) {
    await show(page, { ...samplePage, view: { ...open, ...shown } });
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const ends = await page.getByRole('main').evaluate((main) => {
        const side = document.querySelector('#answered')?.parentElement;
        const endOf = (parts: Iterable<Element>) =>
          Math.max(...[...parts].map((part) => part.getBoundingClientRect().bottom));
        return side ? [endOf([...main.children].filter((part) => part !== side)), endOf(side.children)] : [];
      });
      expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(215);
    }
  }
});
