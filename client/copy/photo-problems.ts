import type { Message } from './messages.ts';

export const canvasGuarded: Message = {
  title: 'Your browser guards its pictures',
  text: 'Its protection against fingerprinting spoils every card. Please allow this site to use canvas data, then draw again.',
};

/** Said of a photo that is taken, but cannot look well. */
export const smallPhotoText = 'This photo is so small that it will look blurry. A larger one would be sharp.';

export const photoProblemTexts = {
  'not an image': 'The photo must be an image file.',
  'too large': 'This picture is too large: at most 60 MB and 110 megapixels.',
  'not readable': 'This picture cannot be opened. It may be damaged; please try a JPEG, PNG or WebP.',
  'other kind': 'Pictures of this kind cannot be opened here. Please choose a JPEG, PNG or WebP.',
  'HEIC not readable': 'This browser cannot open HEIC photos. Please choose a JPEG, PNG or WebP, or use Safari.',
  'canvas guarded':
    "This browser's guard against fingerprinting keeps this site from preparing photos. Please allow this site to use canvas data, then choose the photo again.",
  'canvas guarded, file unfit':
    "This browser's guard against fingerprinting keeps this site from preparing photos. Please choose a JPEG, PNG or WebP of at most 5 MB, or allow this site to use canvas data.",
} as const;
