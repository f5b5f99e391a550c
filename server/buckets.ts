import type { PictureShape } from './platform/photos/prepare-photo.ts';

/** The shapes of pictures by bucket, where they are not photos. A link preview has the pixels that messengers show, and must be small for them. */
export const pictureShapes: ReadonlyMap<string, PictureShape> = new Map([
  ['invitation-previews', { width: 1200, height: 630, qualities: [88, 75, 60, 40] }],
]);

/** What a photo is called when it is saved, without the end of its name. */
export const photoName = 'dog';
