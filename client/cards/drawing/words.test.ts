import { expect, test, vi } from 'vitest';
import { type Box, type CardContent, type CardFormat, cardFormats, cardStyles } from '../card.ts';
import { paintCard } from './draw-card.ts';
import { fitText } from './words.ts';

const content: CardContent = {
  kicker: "You're invited to",
  headline: 'Biscuit',
  lines: ['Wednesday, September 30, 2026', 'Dog Park'],
  wish: 'Bring a ball.',
  seal: { top: 'SEP', figure: '30' },
  size: 'small',
};

const formats = Object.keys(cardFormats) as CardFormat[];
const looks = cardStyles.flatMap((style) => formats.map((format) => ({ style, format })));

type Drawn = { text: string; box: Box; direction: string; fontSize: number };

/** The position of the context and the size of its letters, as they come out on the card. */
function boxOf(context: CanvasRenderingContext2D, text: string, x: number, y: number): Box {
  const {
    actualBoundingBoxLeft: left,
    actualBoundingBoxRight: right,
    actualBoundingBoxAscent: above,
    actualBoundingBoxDescent: below,
  } = context.measureText(text);
  const matrix = context.getTransform();
  const corners = [x - left, x + right].flatMap((cornerX) =>
    [y - above, y + below].map((cornerY) => matrix.transformPoint({ x: cornerX, y: cornerY })),
  );
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)];
  return { x: minX, y: minY, width: Math.max(...xs) - minX, height: Math.max(...ys) - minY };
}

const known = new Map<string, Promise<Drawn[]>>();

/** The texts that are drawn on a card, which is laid out once for all tests. */
function textsOn(card: CardContent, look: (typeof looks)[number]): Promise<Drawn[]> {
  const key = JSON.stringify([card, look]);
  const drawn = known.get(key) ?? layOut(card, look);
  known.set(key, drawn);
  return drawn;
}

async function layOut(card: CardContent, look: (typeof looks)[number]): Promise<Drawn[]> {
  const drawn: Drawn[] = [];
  // Scenery has no words, and painting it takes longer than laying them out.
  const scenery = vi.spyOn(CanvasRenderingContext2D.prototype, 'drawImage').mockReturnValue();
  const spy = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText').mockImplementation(function (
    this: CanvasRenderingContext2D,
    text,
    x,
    y,
  ) {
    const fontSize = Number(/([\d.]+)px/.exec(this.font)?.[1]);
    drawn.push({ text, box: boxOf(this, text, x, y), direction: this.direction, fontSize });
  });
  await paintCard(document.createElement('canvas'), card, { ...look, photo: null });
  spy.mockRestore();
  scenery.mockRestore();
  return drawn;
}

const long: CardContent = {
  kicker: 'Happy birthday, my oldest friend,',
  headline: 'Wilhelmina Constantinopolitana von und zu Schnauzerhausen II',
  lines: ['Wednesday, September 30, 2026', 'The very old oak behind the dog school in the great park'],
  wish: 'May every stick be a good stick and every day a long walk day.',
  seal: { top: 'almost', figure: '123', bottom: 'human years' },
  size: 'giant',
};

const contents = [
  content,
  long,
  { ...long, headline: 'W'.repeat(60) },
  { ...long, headline: 'Rex 🐶 '.repeat(9).trim() },
  { ...long, headline: 'ביסקוויט הגדול והחכם מכולם עם השם הארוך ביותר בעולם' },
];

test.for(looks)(
  'On a $style as a $format all words stay within the card, and a preview keeps them in its middle square. @10.102',
  async (look) => {
    const { width, height } = cardFormats[look.format];
    for (const card of contents) {
      for (const { text, box } of await textsOn(card, look)) {
        const [left, right] = look.format === 'preview' && text !== 'Wagday' ? [285, 915] : [20, width - 20];
        expect([text, box.x >= left && box.x + box.width <= right]).toEqual([text, true]);
        expect([text, box.y >= 8 && box.y + box.height <= height - 8]).toEqual([text, true]);
      }
    }
  },
);

test.for(cardStyles)(
  'On a %s as a wallpaper a phone may write the time, and has its buttons, where no words are. @10.370',
  async (style) => {
    const { width, height } = cardFormats.wallpaper;
    for (const card of contents) {
      for (const { text, box } of await textsOn(card, { style, format: 'wallpaper' })) {
        expect([text, box.y > 0.3 * height]).toEqual([text, true]);
        const isAtFoot = box.y + box.height > 0.885 * height;
        const isInCorner = box.x < 0.25 * width || box.x + box.width > 0.75 * width;
        expect([text, isAtFoot && (isInCorner || box.y + box.height > 0.95 * height)]).toEqual([text, false]);
      }
    }
  },
);

test.for(looks)('On a $style as a $format a name of 60 characters is drawn whole. @10.102', async (look) => {
  for (const headline of [long.headline, 'W'.repeat(60)]) {
    const texts = (await textsOn({ ...long, headline }, look)).map(({ text }) => text);
    expect(texts.join('').replaceAll(' ', '')).toContain(headline.replaceAll(' ', ''));
  }
});

test.for(looks)('On a $style as a $format no line of words lies on another.', async (look) => {
  for (const card of contents) {
    const seal = Object.values(card.seal);
    const lines = (await textsOn(card, look)).filter(({ text }) => !seal.includes(text));
    const tops = lines.map(({ text, box }) => ({ text, ...box })).toSorted((one, other) => one.y - other.y);
    for (const [index, { text, y, height }] of tops.entries()) {
      const next = tops[index + 1];
      // Accents may touch a descender above; a line must not lie on a line. The signature may be beside words.
      if (next && next.text !== 'Wagday' && text !== 'Wagday') {
        expect([text, next.text, y + height * 0.8 <= next.y + next.height * 0.3]).toEqual([text, next.text, true]);
      }
    }
  }
});

test('The words of a card are all drawn, and nothing is drawn where there are none.', async () => {
  const post = { style: 'table', format: 'post' } as const;
  const texts = async (card: CardContent) => (await textsOn(card, post)).map(({ text }) => text);
  expect(await texts(content)).toEqual(
    expect.arrayContaining(["You're invited to", 'Biscuit', ...content.lines, 'Bring a ball.', 'SEP', '30', 'Wagday']),
  );
  const bare = await texts({ ...content, kicker: '', headline: '', lines: ['Monday'], wish: '' });
  expect(bare.toSorted()).toEqual(['30', 'Monday', 'SEP', 'Wagday']);
});

test('A preview shows the date and leaves the place and the wish to the page that it leads to.', async () => {
  const texts = (await textsOn(content, { style: 'cover', format: 'preview' })).map(({ text }) => text);
  expect(texts).toContain('Wednesday, September 30, 2026');
  expect(texts).not.toContain('Dog Park');
  expect(texts).not.toContain('Bring a ball.');
});

test('On the number card nothing is as large as the figure: the years, or the day of a party. @10.103', async () => {
  const drawn = await textsOn(content, { style: 'number', format: 'post' });
  const [largest] = drawn.toSorted((one, other) => other.fontSize - one.fontSize);
  expect(largest).toMatchObject({ text: '30' });
  expect(largest!.box.height).toBeGreaterThan(300);
});

test('An isolated name from right to left leaves the sentence in its order. @10.102', async () => {
  const post = { style: 'cover', format: 'post' } as const;
  const directionOf = async (headline: string) => {
    const drawn = await textsOn({ ...content, headline }, post);
    return drawn.find(({ text }) => text === headline)?.direction;
  };
  expect(await directionOf("\u2068لونا\u2069's Day")).toBe('ltr');
  expect(await directionOf('يوم لونا')).toBe('rtl');
});

/** Every letter as wide as half its height. */
const measure = (line: string) => [...line].length / 2;
const room = { width: 1000, largest: [100, 80, 60], smallest: 40 };

test.for([
  ['A short text takes one line, at the largest size', ['Biscuit'], 100],
  ['A longer text first shrinks', ['Sir Biscuit of Barkville'], 82],
  ['Then it takes more lines, about as long as each other', ["Wilhelmina's Forty-Fifth", 'Human-Year Birthday'], 80],
] as const)('%s.', ([, lines, fontSize]) => {
  expect(fitText(lines.join(' '), room, measure)).toEqual({ lines, fontSize });
});

test('A word that no size fits is broken between letters.', () => {
  const { lines, fontSize } = fitText('W'.repeat(60), room, measure);
  expect(lines.join('')).toBe('W'.repeat(60));
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(measure(line) * fontSize).toBeLessThanOrEqual(room.width);
});

test('Only what is still too long ends in an ellipsis.', () => {
  const { lines, fontSize } = fitText('woof '.repeat(100).trim(), room, measure);
  expect(fontSize).toBe(40);
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatch(/…$/);
  for (const line of lines) expect(measure(line) * fontSize).toBeLessThanOrEqual(room.width);
});

test('An emoji of several parts is never cut.', () => {
  const family = '👩‍👩‍👧';
  const { lines } = fitText(family.repeat(60), room, measure);
  for (const line of lines) expect(line.replaceAll(family, '').replace('…', '')).toBe('');
});
