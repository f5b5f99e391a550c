import type { CardContent } from '../card.ts';
import { paintShape } from './sheet-path.ts';
import { drawLines, fitText, measureWith } from './words.ts';

type Spot = { x: number; y: number; radius: number };

function blossomOf(radius: number): Path2D {
  const petals = 14;
  const path = new Path2D();
  path.moveTo(radius, 0);
  for (let petal = 0; petal < petals; petal += 1) {
    const [middle, end] = [((petal + 0.5) / petals) * 2 * Math.PI, ((petal + 1) / petals) * 2 * Math.PI];
    const bulge = radius * (1.2 + ((petal * 0.618) % 1) * 0.06);
    const control = [bulge * Math.cos(middle), bulge * Math.sin(middle)] as const;
    path.quadraticCurveTo(...control, radius * Math.cos(end), radius * Math.sin(end));
  }
  path.closePath();
  return path;
}

/** The words on a seal: the figure, and what it counts in smaller letters. All of them lie within the circle. */
export function drawSealWords(
  context: CanvasRenderingContext2D,
  { top, figure, bottom }: CardContent['seal'],
  { x, y, radius }: Spot,
  colors: { figure: string; words: string },
) {
  const measure = measureWith(context);
  const fitted = (text: string, largest: number, width: number) =>
    fitText(text, { width: width * radius, largest: [largest * radius], smallest: 0.15 * radius }, measure);
  const draw = (text: string, size: number, width: number, at: number, color: string) => {
    const line = fitted(text, size, width);
    // By its middle, so that a text that had to shrink stays in its place.
    drawLines(context, line, { x, top: y + at * radius - line.fontSize * 0.5, color });
  };
  // Without words above there is room for two lines below, in letters that can be read on a phone.
  const [first, second] = top ? [bottom] : (bottom?.split(' ') ?? []);
  const lift = second ? -0.36 : (bottom ? -0.14 : 0.02) + (top ? 0.14 : 0);
  draw(figure, bottom && (top || second) ? 0.98 : 1.2, 1.6, lift, colors.figure);
  if (top) draw(top, bottom ? 0.34 : 0.42, 1.2, bottom ? -0.55 : -0.54, colors.words);
  if (first) draw(first, second ? 0.32 : 0.31, 1.42, second ? 0.24 : 0.54, colors.words);
  if (second) draw(second, 0.32, 1.1, 0.53, colors.words);
}

/** A paper rosette with ribbons and the seal's number on it. */
export function drawRosette(
  context: CanvasRenderingContext2D,
  seal: CardContent['seal'],
  { x, y, radius }: Spot,
  colors: { ink: string; petals: string; paper: string; ribbon: string; words: string },
) {
  context.save();
  context.translate(x, y);
  context.rotate(0.06);
  context.lineJoin = 'round';
  for (const side of [-1, 1]) {
    const at = (x: number, y: number) => `${side * radius * x} ${radius * y}`;
    const ribbon = `M${at(0.12, 0.8)}L${at(0.2, 1.62)}L${at(0.48, 1.42)}L${at(0.78, 1.56)}L${at(0.62, 0.6)}Z`;
    paintShape(context, new Path2D(ribbon), colors.ribbon, colors.ink, radius * 0.065);
  }
  paintShape(context, blossomOf(radius), colors.petals, colors.ink, radius * 0.065);
  const middle = new Path2D();
  middle.ellipse(0, 0, radius * 0.82, radius * 0.84, 0.3, 0, 2 * Math.PI);
  paintShape(context, middle, colors.paper, colors.ink, radius * 0.05);
  drawSealWords(context, seal, { x: 0, y: 0, radius: radius * 0.84 }, { figure: colors.ink, words: colors.words });
  context.restore();
}
