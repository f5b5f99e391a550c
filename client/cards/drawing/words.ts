import { graphemes, hasRightToLeft } from '../../../domain/text/text.ts';
import { tailPaths } from '../../art/wordmark.tsx';
import type { CardContent } from '../card.ts';
import { palette } from './palette.ts';

/** The width of a line in pixels at a font size of one pixel: letters grow in proportion. */
export type MeasureLine = (line: string) => number;

/** How much a text may take, in pixels: `largest` holds the largest font size on one line, on two lines, and so on. */
type TextRoom = { width: number; largest: readonly number[]; smallest: number };

/** With an edge, in pixels, only that is drawn around its letters. */
type FittedText = { lines: string[]; fontSize: number; edge?: number | undefined };

/** Another line is used only if it makes the text at least this many times larger. */
const worthALine = 1.25;

function lettersOf(word: string): string[] {
  return Array.from(graphemes.segment(word), ({ segment }) => segment);
}

/** Fills lines of a width (at font size one) word by word; a word too long for a line is broken between letters. */
function wrap(text: string, width: number, measure: MeasureLine): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of lettersOf(word)) {
      if (line !== '' && measure(line + letter) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line];
}

/** The narrowest width that still gives `count` lines, so that they come out about as long as each other. */
function balanced(text: string, count: number, width: number, measure: MeasureLine): string[] {
  let [narrow, wide] = [width / 2, width];
  for (let step = 0; step < 8; step += 1) {
    const middle = (narrow + wide) / 2;
    if (wrap(text, middle, measure).length > count || hasBrokenWord(text, middle, measure)) narrow = middle;
    else wide = middle;
  }
  return wrap(text, wide, measure);
}

function hasBrokenWord(text: string, width: number, measure: MeasureLine): boolean {
  return text.split(' ').some((word) => measure(word) > width);
}

function largestFor(text: string, lineCount: number, room: TextRoom, measure: MeasureLine, mayBreak: boolean): number {
  for (let fontSize = room.largest[lineCount - 1] ?? 0; fontSize >= room.smallest; fontSize -= 2) {
    const width = room.width / fontSize;
    if (!mayBreak && hasBrokenWord(text, width, measure)) continue;
    if (wrap(text, width, measure).length <= lineCount) return fontSize;
  }
  return 0;
}

function withEllipsis(line: string, width: number, measure: MeasureLine): string {
  const letters = lettersOf(line);
  while (letters.length > 0 && measure(`${letters.join('').trimEnd()}…`) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Fits a text: reduces its size, then uses more lines, then breaks long words. What is too long at the smallest size ends in an ellipsis. */
export function fitText(text: string, room: TextRoom, measure: MeasureLine): FittedText {
  for (const mayBreak of [false, true]) {
    let best = { lineCount: 0, fontSize: 0 };
    for (let lineCount = 1; lineCount <= room.largest.length; lineCount += 1) {
      const fontSize = largestFor(text, lineCount, room, measure, mayBreak);
      if (fontSize > best.fontSize * worthALine) best = { lineCount, fontSize };
    }
    if (best.fontSize > 0) {
      const width = room.width / best.fontSize;
      const lines = mayBreak ? wrap(text, width, measure) : balanced(text, best.lineCount, width, measure);
      return { lines, fontSize: best.fontSize };
    }
  }
  const width = room.width / room.smallest;
  const lines = wrap(text, width, measure).slice(0, room.largest.length);
  const last = lines.pop() ?? '';
  return { lines: [...lines, withEllipsis(last, width, measure)], fontSize: room.smallest };
}

const family = 'Grandstander, "Grandstander Fallback", system-ui, sans-serif';
const lineHeight = 1.08;
/** From the top of a line to its baseline, at font size one. */
const ascent = 0.82;

export function fontOf(size: number): string {
  return `700 ${size}px ${family}`;
}

/** Loads the font before the first letter is drawn. If that fails, the system's font is used. */
export async function loadFont({ kicker, headline, lines, wish, seal }: CardContent) {
  const text = [kicker, headline, ...lines, wish, ...Object.values(seal), 'Wagday'].join('');
  await document.fonts.load(fontOf(80), text).catch(() => {});
}

export function measureWith(context: CanvasRenderingContext2D): MeasureLine {
  return (line) => {
    context.font = fontOf(100);
    return context.measureText(line).width / 100;
  };
}

/** Decides by the first letter with a direction, as browsers do for `dir="auto"`. */
function isRightToLeft(text: string): boolean {
  const [first = ''] = /\p{L}/u.exec(text.replace(/\u2068[^\u2069]*\u2069/gu, '')) ?? /\p{L}/u.exec(text) ?? [];
  return hasRightToLeft(first);
}

type Align = 'left' | 'center';

/** Draws lines below `top`. Each has the direction of its own letters. */
export function drawLines(
  context: CanvasRenderingContext2D,
  text: FittedText,
  { x, top, color, align = 'center' }: { x: number; top: number; color: string; align?: Align },
) {
  context.font = fontOf(text.fontSize);
  const { edge = 0 } = text;
  Object.assign(context, { fillStyle: color, strokeStyle: color, lineWidth: 2 * edge, lineJoin: 'round' });
  context.textAlign = align;
  context.textBaseline = 'alphabetic';
  for (const [index, line] of text.lines.entries()) {
    context.direction = isRightToLeft(line) ? 'rtl' : 'ltr';
    const baseline = top + text.fontSize * (ascent + index * lineHeight);
    if (edge > 0) context.strokeText(line, x, baseline);
    else context.fillText(line, x, baseline);
  }
}

/** A text of its own size and colour. `largest` holds the largest font size on one line, on two lines, and so on. */
export type Row = {
  text: string;
  largest: readonly number[];
  smallest: number;
  color: string;
  /** The space above it, in parts of its font size. */
  gap: number;
  /** The first to become smaller where there is not enough room. */
  isLoud?: boolean;
  edge?: number;
};

export type Area = {
  x: number;
  y: number;
  width: number;
  height: number;
  align: Align;
};

type PlacedRow = FittedText & { color: string; top: number; bottom: number };

/** The scales to try for the loud rows and for all rows when the words do not fit, the largest first. */
const scales = [1, 0.88, 0.76, 0.64, 0.52]
  .flatMap((all) => [1, 0.88, 0.76, 0.64].map((loud) => ({ all, loud })))
  .toSorted((one, other) => other.all * other.loud - one.all * one.loud);

/** The rows where they will be drawn: as large as they may be while all of them fit into the area. */
function placeRows(context: CanvasRenderingContext2D, rows: readonly Row[], area: Area, width: number): PlacedRow[] {
  const measure = measureWith(context);
  const placedAt = ({ all, loud }: { all: number; loud: number }) => {
    let bottom = 0;
    return rows.map(({ text, largest, smallest, color, gap, isLoud, edge }, index): PlacedRow => {
      const scale = isLoud ? all * loud : all;
      const fitted = fitText(
        text,
        { width, largest: largest.map((size) => size * scale), smallest: smallest * all },
        measure,
      );
      const top = bottom + (index === 0 ? 0 : fitted.fontSize * gap);
      bottom = top + fitted.fontSize * lineHeight * fitted.lines.length;
      return { ...fitted, color, edge, top, bottom };
    });
  };
  const heightOf = (placed: PlacedRow[]) => placed.at(-1)?.bottom ?? 0;
  let placed: PlacedRow[] = [];
  for (const scale of scales) {
    placed = placedAt(scale);
    if (heightOf(placed) <= area.height) break;
  }
  const start = area.y + (area.height - heightOf(placed)) / 2;
  return placed.map((row) => ({ ...row, top: row.top + start, bottom: row.bottom + start }));
}

/** Draws rows into an area. `width` limits them where something is beside them. */
export function drawRows(context: CanvasRenderingContext2D, rows: readonly Row[], area: Area, width = area.width) {
  const { align } = area;
  const x = align === 'center' ? area.x + area.width / 2 : area.x;
  for (const { top, color, ...text } of placeRows(context, rows, area, width)) {
    drawLines(context, text, { x, top, color, align });
  }
}

type WordColors = { kicker: string; headline: string; date: string; rest: string };

/** The small line and the name. At `unit` 1 they are as large as on a post. */
export function headRows({ kicker, headline }: CardContent, unit: number, colors: WordColors): Row[] {
  const size = (...sizes: number[]) => sizes.map((each) => each * unit);
  return [
    { text: kicker, largest: size(46, 40), smallest: 24 * unit, color: colors.kicker, gap: 0 },
    {
      text: headline,
      largest: size(132, 92, 72, 54),
      smallest: 30 * unit,
      color: colors.headline,
      gap: 0.12,
      isLoud: true,
    },
  ].filter(({ text }) => text !== '');
}

/** Date, place and wish. A preview is too small for more than the date. */
export function detailRows({ lines, wish = '' }: CardContent, unit: number, colors: WordColors): Row[] {
  const size = (...sizes: number[]) => sizes.map((each) => each * unit);
  const [date = '', ...rest] = lines;
  const few = unit < 0.7 ? [] : [...rest, wish];
  return [
    { text: date, largest: size(48, 40), smallest: 26 * unit, color: colors.date, gap: 0.28 },
    ...few.map((text) => ({ text, largest: size(40, 34), smallest: 22 * unit, color: colors.rest, gap: 0.3 })),
  ].filter(({ text }) => text !== '');
}

/** All words of a card but those of its seal. */
export const allRows = (...of: [CardContent, unit: number, WordColors]) => [...headRows(...of), ...detailRows(...of)];

/** How large words are on each format, beside a post. */
export const units = { post: 1, story: 1.16, wallpaper: 1.38, preview: 0.56 } as const;

/** The quiet name of the product, or its wordmark. */
export function drawSignature(
  context: CanvasRenderingContext2D,
  at: { x: number; top: number; size: number; color: string; align?: Align; isWordmark?: boolean | undefined },
) {
  const fontSize = at.size * (at.isWordmark ? 2.5 : 1);
  drawLines(context, { lines: ['Wagday'], fontSize }, at);
  if (!at.isWordmark) return;
  context.save();
  context.translate(at.x + context.measureText('Wagday').width / 2 - fontSize * 0.12, at.top + fontSize * (ascent - 1));
  context.scale(fontSize / 30, fontSize / 30);
  Object.assign(context, { lineCap: 'round', lineWidth: 5.5, strokeStyle: at.color });
  context.stroke(new Path2D(tailPaths[0]));
  Object.assign(context, { lineWidth: 4, strokeStyle: palette['--art-apricot'] });
  context.stroke(new Path2D(tailPaths[1]));
  context.restore();
}
