import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/**
 * Pictures of dogs in place of photographs. They are drawn for this project, so they may be published anywhere; shading, fur and blur make
 * them affect a layout as photographs do. The bytes are the same on every machine.
 */
export type DogPhoto = 'portrait' | 'landscape' | 'panorama' | 'tiny';

type Coat = { light: string; middle: string; dark: string; muzzle: string };

const golden: Coat = { light: '#f0c98c', middle: '#c98d4a', dark: '#7d4d22', muzzle: '#f3dcb6' };
const chocolate: Coat = { light: '#9a6a48', middle: '#643f29', dark: '#301b10', muzzle: '#8f6446' };

/** Returns numbers from 0 to 1 that look random but are the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Ellipse = { x: number; y: number; rx: number; ry: number };

/** Draws hairs in an ellipse that grow away from a point. */
function fur(area: Ellipse, from: { x: number; y: number }, colors: string[], count: number, length: number): string {
  const next = numbersFrom(count + Math.round(area.x * 7 + area.y * 13));
  return Array.from({ length: count }, (_, index) => {
    const [turn, out] = [next() * 2 * Math.PI, Math.sqrt(next())];
    const x = area.x + Math.cos(turn) * out * area.rx;
    const y = area.y + Math.sin(turn) * out * area.ry;
    const away = Math.atan2(y - from.y, x - from.x) + (next() - 0.5) * 0.5;
    const reach = length * (0.5 + next());
    const [dx, dy] = [Math.cos(away) * reach, Math.sin(away) * reach + reach * 0.3];
    const bend = (next() - 0.5) * reach * 0.5;
    const [x1, y1] = [(dx / 2 + bend).toFixed(1), (dy / 2).toFixed(1)];
    return `<path d="M${x.toFixed(1)} ${y.toFixed(1)}q${x1} ${y1} ${dx.toFixed(1)} ${dy.toFixed(1)}" stroke="${colors[index % colors.length]}" stroke-width="${(0.5 + next() * 0.9).toFixed(2)}"/>`;
  }).join('');
}

/** Draws a dog that looks into the camera: its head around the origin, about 200 wide, its chest below. */
function dog({ light, middle, dark, muzzle }: Coat): string {
  const hairs = [light, middle, dark, middle, light];
  const nose = { x: 0, y: 22 };
  const eye = (x: number) => `
    <ellipse cx="${x}" cy="-8" rx="15" ry="12" fill="${dark}" opacity=".8" filter="url(#soft)"/>
    <ellipse cx="${x}" cy="-7" rx="10.5" ry="10" fill="#1a0f08"/>
    <ellipse cx="${x}" cy="-6" rx="8" ry="8" fill="url(#iris)"/>
    <circle cx="${x}" cy="-7" r="4.6" fill="#0b0604"/>
    <circle cx="${x - 3.4}" cy="-10.4" r="2.4" fill="#fff" opacity=".95"/>
    <circle cx="${x + 3}" cy="-3.6" r="1.1" fill="#fff" opacity=".55"/>`;
  const ear = (side: 1 | -1) => `
    <g transform="scale(${side} 1)">
      <path d="M62-66c34-4 52 30 54 66s-8 66-26 66-30-26-34-56-16-66 6-76z" fill="url(#ear)" filter="url(#edge)"/>
      <g opacity=".6">${fur({ x: 88, y: 4, rx: 24, ry: 58 }, { x: 70, y: -90 }, [middle, dark, dark], 420, 15)}</g>
    </g>`;
  return `
    <g fill="none" stroke-linecap="round">
      <path d="M-136 520c-8-300 30-400 76-448h120c46 48 84 148 76 448z" fill="url(#chest)" filter="url(#edge)"/>
      <g opacity=".75">${fur({ x: 0, y: 300, rx: 124, ry: 236 }, { x: 0, y: -200 }, [light, middle, muzzle, middle, dark], 2600, 26)}</g>
      <ellipse cx="0" cy="88" rx="66" ry="26" fill="${dark}" opacity=".65" filter="url(#soft)"/>
      <path d="M0-104c52 0 84 30 88 74 2 34-16 58-38 80-12 26-28 42-50 42s-38-16-50-42c-22-22-40-46-38-80 4-44 36-74 88-74z" fill="url(#head)" filter="url(#edge)"/>
      <g opacity=".55">${fur({ x: 0, y: -20, rx: 78, ry: 76 }, nose, hairs, 1700, 11)}</g>
      ${ear(1)}${ear(-1)}
      <path d="M-8-92c-8 40-6 70-2 92h20c4-22 6-52-2-92z" fill="${light}" opacity=".45" filter="url(#soft)"/>
      <ellipse cx="0" cy="46" rx="46" ry="40" fill="url(#muzzle)" filter="url(#edge)"/>
      <g opacity=".4">${fur({ x: 0, y: 50, rx: 40, ry: 32 }, nose, [muzzle, light, middle], 520, 8)}</g>
      ${eye(-36)}${eye(36)}
      <path d="M-54-30q18-14 34-2M54-30q-18-14-34-2" stroke="${dark}" stroke-width="5" opacity=".45" filter="url(#soft)"/>
      <path d="M-15 66q15-8 30 0 4 44-15 46-19-2-15-46z" fill="url(#tongue)"/>
      <path d="M0 68v32" stroke="#a8495c" stroke-width="2" opacity=".6"/>
      <path d="M0 40v24m0 0q-14 16-36 4m36-4q14 16 36 4" stroke="#2a1710" stroke-width="4"/>
      <path d="M-22 18q0-12 22-12t22 12q-2 20-22 24-20-4-22-24z" fill="url(#nose)"/>
      <ellipse cx="-6" cy="14" rx="9" ry="3.4" fill="#fff" opacity=".5" filter="url(#fine)"/>
      <path d="M-13 26q5-6 8 1m10-1q3-7 8-1" stroke="#000" stroke-width="4"/>
      <path d="M-62 86q62 38 124 0l3 14q-65 40-130 0z" fill="url(#collar)"/>
      <circle cx="0" cy="124" r="11" fill="url(#tag)"/>
      <g opacity=".8">${fur({ x: 0, y: 84, rx: 62, ry: 7 }, { x: 0, y: 20 }, [middle, light, dark], 160, 13)}</g>
    </g>`;
}

function definitions({ light, middle, dark, muzzle }: Coat, width: number, height: number): string {
  const radial = (id: string, stops: [number, string][], at = 'cx=".42" cy=".3" r=".8"') =>
    `<radialGradient id="${id}" ${at}>${stops.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join('')}</radialGradient>`;
  const blur = (id: string, amount: number) =>
    `<filter id="${id}" x="-.5" y="-.5" width="2" height="2"><feGaussianBlur stdDeviation="${amount}"/></filter>`;
  return `<defs>
    ${radial('head', [
      [0, light],
      [0.55, middle],
      [1, dark],
    ])}
    ${radial(
      'chest',
      [
        [0, light],
        [0.6, middle],
        [1, dark],
      ],
      'cx=".4" cy=".5" r=".7"',
    )}
    ${radial(
      'ear',
      [
        [0, middle],
        [1, dark],
      ],
      'cx=".3" cy=".2" r="1"',
    )}
    ${radial('muzzle', [
      [0, muzzle],
      [0.6, light],
      [1, middle],
    ])}
    ${radial(
      'iris',
      [
        [0, '#8a5224'],
        [1, '#2c150a'],
      ],
      'cx=".5" cy=".8" r=".7"',
    )}
    ${radial(
      'nose',
      [
        [0, '#5a4a48'],
        [0.5, '#241a1a'],
        [1, '#0d0808'],
      ],
      'cx=".4" cy=".15" r=".9"',
    )}
    ${radial('tongue', [
      [0, '#ef9aa4'],
      [1, '#b9505f'],
    ])}
    ${radial('tag', [
      [0, '#fff3c0'],
      [0.5, '#d9b04a'],
      [1, '#8a6420'],
    ])}
    ${radial(
      'collar',
      [
        [0, '#c8504a'],
        [1, '#6f1f1f'],
      ],
      'cx=".45" cy=".6" r=".6"',
    )}
    ${radial(
      'vignette',
      [
        [0, '#00000000'],
        [0.65, '#00000000'],
        [1, '#0000006b'],
      ],
      'cx=".5" cy=".48" r=".75"',
    )}
    ${blur('soft', 5)}${blur('fine', 1.2)}${blur('edge', 0.9)}${blur('far', width / 55)}${blur('near', width / 160)}
    <filter id="grain" x="0" y="0" width="${width}" height="${height}" filterUnits="userSpaceOnUse">
      <feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="7"/>
      <feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  .9 .9 0 0 -.72"/>
    </filter>
  </defs>`;
}

/** Draws blurred discs, like light between leaves that is out of focus. */
function bokeh(width: number, height: number, colors: string[], count: number): string {
  const next = numbersFrom(count);
  return Array.from({ length: count }, (_, index) => {
    const [x, y, r] = [next() * width, next() * height, width * (0.015 + next() * 0.05)];
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(0)}" fill="${colors[index % colors.length]}" opacity="${(0.12 + next() * 0.3).toFixed(2)}"/>`;
  }).join('');
}

function park(width: number, height: number): string {
  const ground = height * 0.66;
  return `
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#d8e6d2"/><stop offset=".35" stop-color="#8fae74"/><stop offset=".66" stop-color="#55743f"/><stop offset="1" stop-color="#6c8b45"/></linearGradient>
    <rect x="${-width}" y="-99" width="${3 * width}" height="${height + 198}" fill="url(#sky)"/>
    <g filter="url(#far)">
      <ellipse cx="${width * 0.1}" cy="${height * 0.3}" rx="${width * 0.3}" ry="${height * 0.3}" fill="#3f5f31"/>
      <ellipse cx="${width * 0.92}" cy="${height * 0.22}" rx="${width * 0.26}" ry="${height * 0.34}" fill="#4b6d37"/>
      <rect x="${width * 0.84}" y="${height * 0.2}" width="${width * 0.06}" height="${height * 0.5}" fill="#4a3a2a"/>
      ${bokeh(width, height * 0.6, ['#fff6cf', '#d5e8a8', '#f6fbe4'], 46)}
      <rect x="-50" y="${ground}" width="${width + 100}" height="${height - ground + 60}" fill="#7fa04c"/>
      <ellipse cx="${width * 0.5}" cy="${ground}" rx="${width * 0.7}" ry="${height * 0.05}" fill="#a9c26a"/>
    </g>
`;
}

/** Draws blades of grass, some in front of the dog. */
function grass(width: number, height: number): string {
  const field = { x: width / 2, y: height * 1.02, rx: width * 0.62, ry: height * 0.16 };
  const below = { x: width / 2, y: height * 3 };
  const blades = fur(field, below, ['#5f8136', '#8fae52', '#bccf7c', '#48672b'], 1600, height * 0.03);
  return `<g fill="none" stroke-linecap="round" filter="url(#fine)" opacity=".85">${blades}</g>`;
}

function livingRoom(width: number, height: number): string {
  return `
    <linearGradient id="wall" x2="1" y2=".4"><stop stop-color="#f5ead8"/><stop offset="1" stop-color="#b9a488"/></linearGradient>
    <linearGradient id="sofa" x2="0" y2="1"><stop stop-color="#6f8f97"/><stop offset="1" stop-color="#36525a"/></linearGradient>
    <rect x="${-width}" y="-99" width="${3 * width}" height="${height + 198}" fill="url(#wall)"/>
    <g filter="url(#far)">
      <rect x="${width * 0.62}" y="${-height * 0.05}" width="${width * 0.24}" height="${height * 0.5}" fill="#fffdf2"/>
      <rect x="${width * 0.73}" y="${-height * 0.05}" width="${width * 0.014}" height="${height * 0.5}" fill="#a58f76"/>
      <rect x="${width * 0.05}" y="${height * 0.06}" width="${width * 0.16}" height="${height * 0.24}" fill="#8b5a3c"/>
      <ellipse cx="${width * 0.95}" cy="${height * 0.42}" rx="${width * 0.09}" ry="${height * 0.2}" fill="#53683f"/>
    </g>
    <g filter="url(#near)">
      <path d="M${-width * 0.05} ${height * 0.5}q${width * 0.5}-${height * 0.09} ${width * 1.1} 0v${height * 0.6}H${-width * 0.05}z" fill="url(#sofa)"/>
      <path d="M${width * 0.52} ${height * 0.47}v${height * 0.35}" stroke="#2d464d" stroke-width="${width * 0.006}"/>
      <path d="M${-width * 0.05} ${height * 0.82}q${width * 0.5}-${height * 0.06} ${width * 1.1} 0v${height * 0.3}H${-width * 0.05}z" fill="#587880"/>
      <rect x="${width * 0.68}" y="${height * 0.5}" width="${width * 0.22}" height="${height * 0.3}" rx="${width * 0.02}" fill="#d59a5a" transform="rotate(8 ${width * 0.79} ${height * 0.65})"/>
    </g>`;
}

type Draw = (width: number, height: number) => string;

type Scene = {
  width: number;
  height: number;
  coat: Coat;
  ground: Draw;
  front?: Draw;
  /** The place of the dog's face, as fractions of the width and height, and its size, as a fraction of the height. */
  face: { x: number; y: number; size: number };
};

const scenes: Record<DogPhoto, Scene> = {
  portrait: {
    width: 1200,
    height: 1600,
    coat: golden,
    ground: park,
    front: grass,
    face: { x: 0.52, y: 0.3, size: 0.36 },
  },
  landscape: { width: 1200, height: 900, coat: chocolate, ground: livingRoom, face: { x: 0.34, y: 0.44, size: 0.46 } },
  panorama: {
    width: 1600,
    height: 500,
    coat: golden,
    ground: park,
    front: grass,
    face: { x: 0.7, y: 0.42, size: 0.56 },
  },
  tiny: { width: 96, height: 72, coat: chocolate, ground: livingRoom, face: { x: 0.5, y: 0.42, size: 0.5 } },
};

/** Makes the drawing larger than the picture, because a blur takes nothing in from beyond a drawing. */
function edgeOf(width: number): number {
  return Math.round(width / 12);
}

/** The picture and an edge around it as a `<svg>`. */
function sceneOf({ width, height, coat, ground, front, face }: Scene): string {
  const scale = (height * face.size) / 200;
  const edge = edgeOf(width);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 2 * edge}" height="${height + 2 * edge}" viewBox="${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}">
    ${definitions(coat, width, height)}
    ${ground(width, height)}
    <g transform="translate(${width * face.x} ${height * face.y}) rotate(-3) scale(${scale})">${dog(coat)}</g>
    ${front?.(width, height) ?? ''}
    <rect width="${width}" height="${height}" fill="url(#vignette)"/>
    <rect width="${width}" height="${height}" filter="url(#grain)" opacity=".16"/>
  </svg>`;
}

async function draw(scene: Scene): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = scene;
  const edge = edgeOf(width);
  const picture = sharp(Buffer.from(sceneOf(scene))).extract({ left: edge, top: edge, width, height });
  return Uint8Array.from(await picture.webp({ quality: 82 }).toBuffer());
}

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/wagday/dog-photos', import.meta.url));

/** What the bytes depend on: this drawing and the code that renders it. */
async function hashInputs(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(fileURLToPath(import.meta.url)));
  return hash.update(JSON.stringify(sharp.versions)).digest('hex').slice(0, 16);
}

/** Drawing takes seconds, and the browser tests run in many processes, so the first one to need a picture caches it for all. */
async function readOrDraw(kind: DogPhoto): Promise<Uint8Array<ArrayBuffer>> {
  const place = join(CACHE, `${kind}-${await hashInputs()}.webp`);
  const kept = await readFile(place).catch(() => null);
  if (kept) return Uint8Array.from(kept);
  const picture = await draw(scenes[kind]);
  await mkdir(CACHE, { recursive: true });
  await writeFile(`${place}.${process.pid}`, picture);
  await rename(`${place}.${process.pid}`, place);
  return picture;
}

const pictures = new Map<DogPhoto, Promise<Uint8Array<ArrayBuffer>>>();

/** Returns a picture of a dog as a WebP, like a camera's photo after the product has shrunk it. Draws each picture once. */
export function dogPhoto(kind: DogPhoto): Promise<Uint8Array<ArrayBuffer>> {
  const picture = pictures.get(kind) ?? readOrDraw(kind);
  pictures.set(kind, picture);
  return picture;
}
