/** Why a chosen file cannot become a photo. */
export const photoProblemTexts = {
  'not an image': 'The photo must be an image file.',
  'too large': 'This picture is too large: at most 60 MB and 110 megapixels.',
  'not readable': 'This picture cannot be opened. It may be damaged; please try a JPEG, PNG or WebP.',
  'HEIC not readable': 'This browser cannot open HEIC photos. Please choose a JPEG, PNG or WebP, or use Safari.',
} as const;
