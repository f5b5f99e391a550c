import type { CardContent } from '../card.ts';
import { drawLines, fitText, measureWith } from './words.ts';

type Spot = { x: number; y: number; radius: number };

function traceBlossom(context: CanvasRenderingContext2D, radius: number) {
  const petals = 14;
  context.beginPath();
  context.moveTo(radius, 0);
  for (let petal = 0; petal < petals; petal += 1) {
    const [middle, end] = [((petal + 0.5) / petals) * 2 * Math.PI, ((petal + 1) / petals) * 2 * Math.PI];
    const bulge = radius * (1.2 + ((petal * 0.618) % 1) * 0.06);
    const control = [bulge * Math.cos(middle), bulge * Math.sin(middle)] as const;
    context.quadraticCurveTo(...control, radius * Math.cos(end), radius * Math.sin(end));
  }
  context.closePath();
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
  context.strokeStyle = colors.ink;
  context.lineWidth = radius * 0.065;
  for (const side of [-1, 1]) {
    context.beginPath();
    context.moveTo(side * radius * 0.12, radius * 0.8);
    context.lineTo(side * radius * 0.2, radius * 1.62);
    context.lineTo(side * radius * 0.48, radius * 1.42);
    context.lineTo(side * radius * 0.78, radius * 1.56);
    context.lineTo(side * radius * 0.62, radius * 0.6);
    context.closePath();
    context.fillStyle = colors.ribbon;
    context.fill();
    context.stroke();
  }
  traceBlossom(context, radius);
  context.fillStyle = colors.petals;
  context.fill();
  context.stroke();
  context.beginPath();
  context.ellipse(0, 0, radius * 0.82, radius * 0.84, 0.3, 0, 2 * Math.PI);
  context.fillStyle = colors.paper;
  context.fill();
  context.lineWidth = radius * 0.05;
  context.stroke();
  drawSealWords(context, seal, { x: 0, y: 0, radius: radius * 0.84 }, { figure: colors.ink, words: colors.words });
  context.restore();
}
