export type ImageProblem =
  | 'not an image'
  | 'too large'
  | 'not readable'
  | 'other kind'
  | 'HEIC not readable'
  /** The browser does not give the pixels of a canvas. */
  | 'canvas guarded'
  /** Nor can the file go up as it is. */
  | 'canvas guarded, file unfit';

/** What files begin with. Those of cameras (DNG, NEF, CR2) are TIFF. */
const beginnings = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG\r\n/,
  'image/webp': /^RIFF.{4}WEBP/s,
  'image/gif': /^GIF8/,
  'image/avif': /^.{4}ftyp.{0,40}avi[fs]/s,
  'image/heic': /^.{4}ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)/s,
  'image/tiff': /^(II\*\0|MM\0\*)/,
  'image/svg+xml': /^\s*<(svg|\?xml|!--|!doctype svg)/i,
} as const;

export type ImageType = keyof typeof beginnings;

/** The type by a file's first bytes, because names and labels may be wrong or missing; null for any other. */
export async function imageTypeOf(file: File): Promise<ImageType | null> {
  const head = new Uint8Array(
    await file
      .slice(0, 64)
      .arrayBuffer()
      .catch(() => new ArrayBuffer()),
  );
  const text = String.fromCharCode(...head);
  return (Object.keys(beginnings) as ImageType[]).find((type) => beginnings[type].test(text)) ?? null;
}

/** The problem of a file that the browser cannot open. Only what begins like no picture is judged by its label. */
export function imageProblemOf(file: File, type: ImageType | null): ImageProblem {
  if (type === 'image/heic') return 'HEIC not readable';
  if (type === 'image/tiff' || type === 'image/svg+xml') return 'other kind';
  return type || file.type.startsWith('image/') ? 'not readable' : 'not an image';
}
