import type { PictureShape } from './platform/photos/prepare-photo.ts';

/** The shapes of buckets that differ from that of photos. A link preview has the size that messengers show, in a small file. */
export const pictureShapes: ReadonlyMap<string, PictureShape> = new Map([
  ['invitation-previews', { width: 1200, height: 630, qualities: [88, 75, 60, 40] }],
]);

/** The name under which a photo is saved, without its extension. */
export const photoName = 'dog';
