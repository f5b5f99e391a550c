/** Why a chosen file cannot be used as a picture. */
export type ImageProblem = 'not an image' | 'too large' | 'not readable' | 'HEIC not readable';

/** What is wrong with a file that the browser cannot open. Many systems know a phone's photo by its name alone, not by its type. */
export function imageProblemOf({ name, type }: File): ImageProblem {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return 'HEIC not readable';
  return type.startsWith('image/') ? 'not readable' : 'not an image';
}
