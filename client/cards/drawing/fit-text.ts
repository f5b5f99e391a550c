/** The width of a line in pixels at a font size of one pixel: letters grow in proportion. */
export type MeasureLine = (line: string) => number;

/** How much a text may take, in pixels: `largest` holds the largest font size on one line, on two lines, and so on. */
export type TextRoom = { width: number; largest: readonly number[]; smallest: number };

export type FittedText = { lines: string[]; fontSize: number };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

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

/**
 * Fits a text. It first reduces the size, then uses more lines, then breaks long words. A text that is still too long at the
 * smallest size ends in an ellipsis.
 */
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
