import { fitText } from '../fit-text.ts';
import { sheetPath } from '../sheet-path.ts';
import { drawLines, fontOf, measureWith } from '../words.ts';
import type { Brush } from './style.ts';

/** The figure: its middle, the line it stands on, and how large it may be. */
export type Figure = { x: number; y: number; width: number; size: number };

/** The figure as a sticker, readable on any photo. Answers with its width. */
export function drawFigure({ context, content, colors }: Brush, { x, y, width, size }: Figure): number {
  const {
    lines: [figure = ''],
    fontSize,
  } = fitText(content.seal.figure, { width, largest: [size], smallest: size / 6 }, measureWith(context));
  context.font = fontOf(fontSize);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.direction = 'ltr';
  context.lineJoin = 'round';
  for (const [line, color] of [
    [0.15, '--art-ink'],
    [0.118, '--art-white'],
    [0.034, '--art-ink'],
  ] as const) {
    context.lineWidth = fontSize * line;
    context.strokeStyle = colors[color];
    context.strokeText(figure, x, y);
  }
  context.fillStyle = colors['--art-raspberry'];
  context.fillText(figure, x, y);
  return context.measureText(figure).width;
}

/** A strip of paper with a few words on it. */
export function drawStrip(
  { context, colors }: Brush,
  text: string,
  at: { x: number; y: number; size: number; turn: number; fill: string; color: string },
) {
  const fitted = { lines: [text], fontSize: at.size };
  context.font = fontOf(at.size);
  const [width, height] = [context.measureText(text).width + at.size * 1.3, at.size * 1.55];
  const path = new Path2D(sheetPath({ x: -width / 2, y: -height / 2, width, height }, at.size * 0.36));
  context.save();
  context.translate(at.x, at.y);
  context.rotate(at.turn);
  context.fillStyle = at.fill;
  context.strokeStyle = colors['--art-ink'];
  context.lineWidth = at.size * 0.13;
  context.fill(path);
  context.stroke(path);
  drawLines(context, fitted, { x: 0, top: -at.size * 0.5, color: at.color });
  context.restore();
}
