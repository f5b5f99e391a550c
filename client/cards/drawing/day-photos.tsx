/** Draws the photos of days with their numbers, as on the card of two days and in the film: on a laid table, or by lamplight on a wall. */

import { Cake } from '../../art/cake.tsx';
import { inCoat } from '../../art/coats.ts';
import type { CardContent, PairedDay, PairStyle, Size } from '../card.ts';
import { type CropFrame, startCrop } from '../crop.ts';
import { palette } from './palette.ts';
import { loadPicture } from './picture.ts';
import { boundedPixels, drawPicture, rasterOf, rasterOnce, subjectX, wholeCrop } from './rasters.ts';
import { drawSealWords } from './seal.ts';
import { sheetPath, widened } from './sheet-path.ts';
import { Lantern, LightString, lamplightStyle, Pool } from './styles/lamplight.tsx';
import { drawFigure, drawStrip } from './styles/number.tsx';
import { Balloons, DrawnPortrait, Sheet, type Spot } from './styles/scenery.tsx';
import { FlagString, LaidTable, tableStyle } from './styles/table.tsx';

export const photoStyles = { table: tableStyle, lamplight: lamplightStyle };

type Hung = { top: number; scale: number };

export type PhotoScene = Size & {
  name: string;
  garland: Hung;
  lights: Hung;
  table: Hung;
  balloons: readonly Spot[];
  photo: Size;
  /** The middles of the photos that are beside each other, and how far each is turned, in radians. */
  columns: readonly number[];
  y: number;
  turns: readonly number[];
  /** The number by day: how far its baseline is below the foot of the photo, and its room. By night it is on a lantern. */
  figure: { drop: number; width: number; size: number };
  lantern: number;
  /** Where the dog ends and how tall it is, if a photo does not load. */
  drawn?: { foot: number; tall: number };
};

export type SceneBrush = { context: CanvasRenderingContext2D; scene: PhotoScene; style: PairStyle };

const round = 21;

/** The frame of a photo around its middle. */
function frameOf({ photo: { width, height } }: PhotoScene): CropFrame {
  return { x: -width / 2, y: -height / 2, width, height, shape: 'rectangle', aim: { x: 0.5, y: 0.42 } };
}

/** Where the photo of a day is. Days that have no column of their own lie on each other. */
export function placeOf({ columns, y, turns, photo }: PhotoScene, index: number) {
  const [x = 0, turn = 0] = [columns[index % columns.length], turns[index % turns.length]];
  return { x, y, turn, top: y - photo.height / 2, foot: y + photo.height / 2 };
}

/** How far the middle of a lantern is below the foot of its photo. */
const lanternDrop = 60;

function DayBehind({ scene: { width, height, garland, balloons, table } }: { scene: PhotoScene }) {
  return (
    <Sheet {...{ width, height }}>
      <rect {...{ width, height }} fill="var(--color-paper)" stroke="none" />
      <FlagString width={width} {...garland} />
      <Balloons at={balloons} fills={['sky', 'apricot']} />
      <LaidTable width={width} {...table} />
    </Sheet>
  );
}

function NightBehind({ scene }: { scene: PhotoScene }) {
  const { width, height, table, lights, lantern } = scene;
  const frame = frameOf(scene);
  const places = scene.columns.map((_, index) => placeOf(scene, index));
  return (
    <Sheet {...{ width, height }}>
      <rect {...{ width, height }} fill="var(--art-wall)" stroke="none" />
      {places.map(({ x, y }) => (
        <Pool key={x} x={x} y={y} radius={frame.height * 0.9} strength={0.6} />
      ))}
      <path
        d={`M-20 ${table.top}Q540 ${table.top - 14} 1100 ${table.top + 4}V${height + 20}H-20Z`}
        fill="var(--color-on-lamp)"
        strokeWidth="7"
      />
      {places.map(({ x, y, foot, turn }) => (
        <g key={x}>
          <Pool x={x} y={foot + lanternDrop} radius={lantern * 2.3} strength={0.8} />
          <g transform={`translate(${x} ${y}) rotate(${(turn * 180) / Math.PI})`}>
            <path d={sheetPath(widened(frame, 32), 30)} fill="var(--art-apricot)" strokeWidth="8" />
            <path d={sheetPath(widened(frame, 12), 24)} fill="var(--art-wood)" strokeWidth="5" />
          </g>
        </g>
      ))}
      <LightString width={width} {...lights} />
    </Sheet>
  );
}

/** The lanterns, and between two of them a cake. */
function NightFront({ scene }: { scene: PhotoScene }) {
  const { width, height, columns, lantern } = scene;
  const { foot } = placeOf(scene, 0);
  return (
    <Sheet {...{ width, height }}>
      {columns.map((x) => (
        <Lantern key={x} x={x} y={foot + lanternDrop} radius={lantern} />
      ))}
      {columns.length > 1 && <Cake transform={`translate(${width / 2} ${foot + 178}) scale(.86)`} />}
    </Sheet>
  );
}

/** Draws what is behind the photos, and what is in front of them, once for all days. */
export function loadScene(scene: PhotoScene, style: PairStyle) {
  const { colors } = photoStyles[style];
  const draw = (key: string, Part: typeof DayBehind) =>
    rasterOnce(`photos ${key} ${scene.name}`, scene, () => rasterOf(<Part scene={scene} />, colors, scene));
  if (style === 'table') return Promise.all([draw('day', DayBehind), null]);
  return Promise.all([draw('night', NightBehind), draw('lanterns', NightFront)]);
}

/** No photo has more pixels on a side than it is drawn with when it is enlarged. */
const longestSide = 1400;

/** A photo, or the dog of the size where it does not load. */
export async function loadPhoto(
  { photoUrl, photoFocus: focus }: Pick<PairedDay, 'photoUrl' | 'photoFocus'>,
  { size, coat = 0 }: Pick<CardContent, 'size' | 'coat'>,
  scene: PhotoScene,
  style: PairStyle,
) {
  try {
    const source = await rasterOnce(`photo ${photoUrl}`, { width: longestSide, height: longestSide }, async () =>
      boundedPixels(await loadPicture(photoUrl), longestSide),
    );
    const crop = { ...startCrop(source, frameOf(scene), focus), ...(!focus && { x: subjectX(source) }) };
    return { source, width: source.width, height: source.height, crop };
  } catch {
    const { photo, name, drawn } = scene;
    const { foot, light, colors } = photoStyles[style];
    const portrait = <DrawnPortrait {...{ size, ...photo, foot, light, ...drawn }} />;
    const draw = () => rasterOf(portrait, inCoat(colors, size, coat), photo);
    const source = await rasterOnce(`dog ${name} ${style} ${size} ${coat}`, photo, draw);
    return { source, ...photo, crop: wholeCrop };
  }
}

export type DayPhoto = Awaited<ReturnType<typeof loadPhoto>>;

/** Draws the photo of a day, by day with the paper around it: moved from its place, and turned further by `turn`, if it is on its way there. */
export function drawPhoto(
  { context, scene, style }: SceneBrush,
  index: number,
  photo: DayPhoto,
  { right = 0, down = 0, turn = 0, alpha = 1 } = {},
) {
  const { colors } = photoStyles[style];
  const place = placeOf(scene, index);
  const frame = frameOf(scene);
  context.save();
  context.globalAlpha = alpha;
  context.translate(place.x + right, place.y + down);
  context.rotate(place.turn + turn);
  Object.assign(context, { strokeStyle: colors['--art-ink'], fillStyle: colors['--art-white'], lineWidth: 8 });
  if (style === 'table') {
    const paper = new Path2D(sheetPath(widened(frame, 24), 30));
    context.fill(paper);
    context.stroke(paper);
  }
  drawPicture(context, photo, frame, round);
  context.lineWidth = 6;
  context.stroke(new Path2D(sheetPath(frame, round)));
  context.restore();
}

/** Draws the number of a day: as a sticker on the cloth, with what it counts on strips of paper, or on its lantern. */
export function drawNumber({ context, scene, style }: SceneBrush, index: number, seal: CardContent['seal']) {
  const { colors } = photoStyles[style];
  const { x, foot } = placeOf(scene, index);
  const ink = colors['--art-ink'];
  if (style === 'lamplight') {
    const spot = { x, y: foot + lanternDrop, radius: scene.lantern * 0.92 };
    return drawSealWords(context, seal, spot, { figure: ink, words: ink });
  }
  const { drop, width, size } = scene.figure;
  const y = foot + drop;
  // Brighter than the cloth.
  const brush = { context, colors: palette };
  const strip = { size: Math.max(34, size * 0.116), turn: -0.02, fill: colors['--art-butter'], color: ink };
  const drawn = drawFigure(brush, seal.figure, { x, y, width, size });
  drawStrip(brush, seal.bottom ?? '', { ...strip, x, y: y + size * 0.07 });
  const qualifier = { turn: -0.1, fill: colors['--art-white'], color: colors['--color-raspberry'] };
  if (seal.top)
    drawStrip(brush, seal.top, { ...strip, ...qualifier, x: x - drawn / 2 - size * 0.12, y: y - size * 0.36 });
}
