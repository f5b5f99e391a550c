export type ImageProblem =
  | 'not an image'
  | 'too large'
  | 'not readable'
  | 'HEIC not readable'
  /** The browser does not give the pixels of a canvas. */
  | 'canvas guarded'
  /** Nor can the file go up as it is. */
  | 'canvas guarded, file unfit';

/** The problem of a file that the browser cannot open. Checks the name, too, because many systems give a phone's photo no type. */
export function imageProblemOf({ name, type }: File): ImageProblem {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return 'HEIC not readable';
  return type.startsWith('image/') ? 'not readable' : 'not an image';
}
