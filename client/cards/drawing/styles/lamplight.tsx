import { Cake } from '../../../art/cake.tsx';
import { type CardFormat, cardFormats } from '../../card.ts';
import { cropFrame } from '../../crop.ts';
import { nightPalette } from '../palette.ts';
import { drawSealWords } from '../seal.ts';
import { sheetPath, widened } from '../sheet-path.ts';
import { allRows, drawRows, drawSignature, units } from '../words.ts';
import { type Brush, Sheet, type StyleDrawing } from './scenery.tsx';

/** Light on a wall, soft at its edge. */
export function Pool({ x, y, radius, strength }: { x: number; y: number; radius: number; strength: number }) {
  const id = `pool-${Math.round(x)}-${Math.round(y)}-${Math.round(radius)}`;
  return (
    <>
      <radialGradient id={id}>
        <stop offset="0" stopColor="var(--art-apricot)" stopOpacity={strength} />
        <stop offset=".45" stopColor="var(--art-apricot)" stopOpacity={strength * 0.4} />
        <stop offset="1" stopColor="var(--art-apricot)" stopOpacity="0" />
      </radialGradient>
      <circle cx={x} cy={y} r={radius} fill={`url(#${id})`} stroke="none" />
    </>
  );
}

/** Where the bulbs hang on one bow of the string, as fractions of its width. */
const bulbs = [0.06, 0.22, 0.38, 0.54, 0.7, 0.86];

/** A string of lights in bows from one side of the card to the other. */
export function LightString({ width, top, scale }: { width: number; top: number; scale: number }) {
  const bow = 560 * scale;
  const count = Math.ceil(width / bow) + 2;
  // Off the middle, so that no bulb covers the lantern's cord.
  const start = (width - count * bow) / 2 - 46 * scale;
  const depth = 84 * scale;
  return (
    <>
      {Array.from({ length: count }, (_, index) => start + index * bow).map((left) => (
        <g key={left} transform={`translate(${left} ${top})`}>
          <path d={`M0 0Q${bow / 2} ${2 * depth} ${bow} 0`} fill="none" strokeWidth={5 * scale} />
          {bulbs.map((at, index) => {
            const [x, y] = [at * bow, 4 * depth * at * (1 - at)];
            return (
              <g key={at} transform={`translate(${x} ${y}) rotate(${index * 5 - 12}) scale(${scale})`}>
                <Pool x={0} y={34} radius={74} strength={0.55} />
                <path d="M-15 22C-19 44-9 57 1 57S19 43 14 21Z" fill="var(--art-butter)" strokeWidth="5" />
                <path d="M-11 2L11 1L12 21Q0 26-13 22Z" fill="var(--art-saddle)" strokeWidth="5" />
                <path d="M-6 33Q-7 42-3 47" fill="none" stroke="var(--art-white)" strokeWidth="4" />
              </g>
            );
          })}
        </g>
      ))}
    </>
  );
}

/** A round paper lantern, on a cord from a height if one is given. Its light makes the words on it readable. */
export function Lantern({ x, y, radius, from }: { x: number; y: number; radius: number; from?: number }) {
  const scale = radius / 100;
  return (
    <>
      {from !== undefined && (
        <path
          d={`M${x - 3} ${from}Q${x + 6} ${(from + y) / 2} ${x} ${y - radius}`}
          fill="none"
          strokeWidth={5 * scale}
        />
      )}
      <g transform={`translate(${x} ${y}) scale(${scale})`}>
        <path d="M-24-90L25-91L28-112Q0-118-27-111Z" fill="var(--art-wood)" />
        <path d="M-22 91L23 90L25 108Q0 114-25 109Z" fill="var(--art-wood)" />
        <path
          d="M0 112Q5 126 0 140M-12 111Q-13 122-16 130M12 111Q14 122 18 129"
          fill="none"
          stroke="var(--art-raspberry)"
          strokeWidth="5"
        />
        <path d="M2-98C58-99 106-56 105 2S58 99 0 98S-106 54-104-2S-54-98 2-98Z" fill="var(--art-butter)" />
        <path
          d="M-74-64Q0-86 74-64M-98-30Q-88-40-66-45M98-30Q88-40 66-45M-74 66Q0 86 74 66M-98 34Q-88 44-66 48M98 34Q88 44 66 48"
          fill="none"
          stroke="var(--art-apricot)"
          strokeWidth="5"
        />
      </g>
    </>
  );
}

const layouts = {
  post: {
    wood: 36,
    lights: { top: -44, scale: 1 },
    lantern: { x: 950, y: 400, radius: 104 },
    tableTop: 1004,
    cake: { x: 950, y: 1026, scale: 1.32 },
    words: { x: 80, y: 1036, width: 920, height: 256, align: 'center' },
    signature: { x: 540, top: 1306, size: 26 },
  },
  story: {
    wood: 36,
    lights: { top: 120, scale: 1 },
    lantern: { x: 950, y: 640, radius: 108 },
    tableTop: 1324,
    cake: { x: 950, y: 1348, scale: 1.4 },
    words: { x: 80, y: 1384, width: 920, height: 310, align: 'center' },
    signature: { x: 540, top: 1730, size: 40 },
  },
  wallpaper: {
    wood: 42,
    lights: { top: 30, scale: 1.2 },
    lantern: { x: 1138, y: 1220, radius: 128 },
    tableTop: 1946,
    cake: { x: 1136, y: 1974, scale: 1.66 },
    words: { x: 96, y: 2030, width: 1098, height: 420, align: 'center' },
    signature: { x: 645, top: 2560, size: 42 },
  },
  preview: {
    wood: 18,
    lights: { top: -38, scale: 0.62 },
    lantern: { x: 824, y: 216, radius: 80 },
    tableTop: 452,
    cake: { x: 214, y: 468, scale: 1 },
    words: { x: 300, y: 490, width: 600, height: 124, align: 'center' },
    signature: { x: 1100, top: 582, size: 26 },
  },
} as const;

const round = { post: 18, story: 18, wallpaper: 22, preview: 9 };

function Behind({ format }: { format: CardFormat }) {
  const sheet = cardFormats[format];
  const { wood, tableTop, lights, lantern, cake } = layouts[format];
  const frame = cropFrame('lamplight', format, null);
  const unit = format === 'preview' ? 0.55 : 1;
  const outer = widened(frame, wood);
  return (
    <Sheet {...sheet}>
      <rect {...sheet} fill="var(--art-wall)" stroke="none" />
      <Pool
        x={outer.x + outer.width / 2}
        y={outer.y + outer.height * 0.42}
        radius={outer.height * 0.86}
        strength={0.75}
      />
      <Pool x={lantern.x} y={lantern.y} radius={lantern.radius * 2.6} strength={0.9} />
      <Pool x={cake.x} y={cake.y - 150 * cake.scale} radius={230 * cake.scale} strength={0.8} />
      <path
        d={`M-20 ${tableTop}Q${sheet.width / 2} ${tableTop - 14 * unit} ${sheet.width + 20} ${tableTop + 4 * unit}V${sheet.height + 20}H-20Z`}
        fill="var(--color-on-lamp)"
        strokeWidth={7 * unit}
      />
      <path
        d={`M${sheet.width * 0.06} ${tableTop + 26 * unit}H${sheet.width * 0.4}M${sheet.width * 0.46} ${tableTop + 28 * unit}h${40 * unit}`}
        fill="none"
        stroke="var(--art-wall)"
        strokeWidth={5 * unit}
      />
      <path d={sheetPath(outer, 30 * unit)} fill="var(--art-apricot)" strokeWidth={8 * unit} />
      <path d={sheetPath(widened(frame, wood * 0.36), 22 * unit)} fill="var(--art-wood)" strokeWidth={5 * unit} />
      <LightString width={sheet.width} top={lights.top} scale={lights.scale} />
    </Sheet>
  );
}

function InFront({ format }: { format: CardFormat }) {
  const { lantern, cake, lights } = layouts[format];
  const line = format === 'preview' ? 4 : 6;
  return (
    <Sheet {...cardFormats[format]}>
      <path d={sheetPath(cropFrame('lamplight', format, null), round[format])} fill="none" strokeWidth={line} />
      <Lantern {...lantern} from={lights.top + 40 * lights.scale} />
      <Cake transform={`translate(${cake.x} ${cake.y}) scale(${cake.scale})`} />
    </Sheet>
  );
}

function drawWords({ context, content, format, colors }: Brush) {
  const { words: area, lantern, signature } = layouts[format];
  const [white, butter, soft] = [colors['--art-white'], colors['--art-butter'], colors['--color-ink-soft']];
  const words = { kicker: soft, headline: butter, date: white, rest: soft };
  const unit = units[format] * (format === 'preview' ? 0.96 : 0.92);
  drawRows(context, allRows(content, unit, words), area);
  const ink = colors['--art-ink'];
  drawSealWords(context, content.seal, { ...lantern, radius: lantern.radius * 0.92 }, { figure: ink, words: ink });
  drawSignature(context, { ...signature, color: soft, isWordmark: content.isSendOff });
}

/** The same party by night: the photo in a warm frame under a string of lights, the number on a paper lantern. */
export const lamplightStyle: StyleDrawing = {
  colors: nightPalette,
  round,
  foot: 0.94,
  light: 'var(--art-butter)',
  Behind,
  InFront,
  drawWords,
};
