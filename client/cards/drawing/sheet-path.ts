import type { Box } from '../card.ts';

/** How far the sides of a sheet bend outwards. */
export function bendOf(round: number): number {
  return Math.min(3, round / 6);
}

/** A rectangle as a hand would draw it, as the data of a path: rounded, each side a little bent outwards. */
export function sheetPath({ x, y, width, height }: Box, round: number): string {
  const bend = bendOf(round);
  const [right, bottom] = [x + width, y + height];
  const [middle, centre] = [x + width / 2, y + height / 2];
  return [
    `M${x + round} ${y}`,
    `Q${middle} ${y - 2 * bend} ${right - round} ${y}`,
    `Q${right} ${y} ${right} ${y + round * 1.1}`,
    `Q${right + 2 * bend} ${centre} ${right} ${bottom - round}`,
    `Q${right} ${bottom} ${right - round * 1.1} ${bottom}`,
    `Q${middle} ${bottom + 2 * bend} ${x + round} ${bottom}`,
    `Q${x} ${bottom} ${x} ${bottom - round}`,
    `Q${x - 2 * bend} ${centre} ${x} ${y + round}`,
    `Q${x} ${y} ${x + round} ${y}Z`,
  ].join('');
}

/** The same sheet larger by a mat on every side. */
export function widened({ x, y, width, height }: Box, mat: number): Box {
  return { x: x - mat, y: y - mat, width: width + 2 * mat, height: height + 2 * mat };
}

/** Fills a shape and draws its edge. */
export function paintShape(
  context: CanvasRenderingContext2D,
  shape: Path2D,
  fill: string,
  edge: string,
  width: number,
) {
  Object.assign(context, { fillStyle: fill, strokeStyle: edge, lineWidth: width });
  context.fill(shape);
  context.stroke(shape);
}
