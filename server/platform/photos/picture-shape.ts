/** The pixels that a picture may keep, and the qualities in which it is drawn until it fits its bucket. */
export type PictureShape = { readonly width: number; readonly height: number; readonly qualities: readonly number[] };

/** Sharp on any screen, light on a page of twenty dogs. */
export const photoShape: PictureShape = { width: 2560, height: 2560, qualities: [88] };

/** By bucket, where it is not that of photos. A link preview has the pixels that messengers show, and must be small for them. */
const shapes: ReadonlyMap<string, PictureShape> = new Map([
  ['invitation-previews', { width: 1200, height: 630, qualities: [88, 75, 60, 40] }],
]);

export function shapeOf(bucket: string): PictureShape {
  return shapes.get(bucket) ?? photoShape;
}
