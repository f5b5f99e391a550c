import type { CardContent, CardFormat, CardStyle } from '../../client/cards/card.ts';
import { openCardStudio } from '../support/card-studio.ts';
import type { CardRequest } from '../support/card-studio-page.ts';
import { expect, test } from './screen-fixtures.ts';

const formats: readonly CardFormat[] = ['post', 'story', 'wallpaper', 'preview'];

const birthday: CardContent = {
  kicker: 'Happy birthday,',
  headline: 'Biscuit',
  lines: ['Monday, September 14, 2026'],
  wish: 'Every walk is better with you.',
  seal: { top: 'almost', figure: '44', bottom: 'human years' },
  size: 'small',
};

const invitation: CardContent = {
  kicker: "You're invited to",
  headline: "Łatka's Summer Party",
  lines: ['Wednesday, September 30, 2026', 'The old oak in the dog park'],
  wish: 'Bring a ball. There will be cake.',
  seal: { top: 'SEP', figure: '30' },
  size: 'large',
};

/** A birthday and an invitation with the photos that phones take, one with its face marked, and the longest name without a photo. */
const cards: Pick<CardRequest, 'content' | 'photo' | 'focus'>[] = [
  { content: birthday, photo: 'portrait' },
  { content: invitation, photo: 'landscape', focus: { x: 34, y: 44 } },
  {
    content: { ...birthday, headline: 'Wilhelmina Constantinopolitana von und zu Schnauzerhausen II', size: 'giant' },
    photo: null,
  },
];

test('cards in each style', { tag: '@phone' }, async ({ page }) => {
  await openCardStudio(page);
  for (const style of ['cover', 'number', 'table', 'lamplight'] satisfies CardStyle[]) {
    const large: CardRequest = { content: birthday, style, format: 'post', photo: 'portrait' };
    const rows = cards.map((card) => formats.map((format) => ({ ...card, style, format })));
    await page.evaluate(([first, others]) => window.studio.paintSheet(first, others, 500), [large, rows] as const);
    await expect.soft(page.locator('main')).toHaveScreenshot(`card-${style}-phone-light.png`);
  }
});
