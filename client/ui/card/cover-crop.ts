type Size = { width: number; height: number };

/** Where faces usually are in a photo, as fractions of its size. */
const focus = { x: 0.5, y: 0.36 };

/** The part of a photo that fills a box, as large as possible, in the photo's own pixels. */
export function coverCrop(photo: Size, box: Size): Size & { x: number; y: number } {
  const scale = Math.min(photo.width / box.width, photo.height / box.height);
  const width = box.width * scale;
  const height = box.height * scale;
  return { x: (photo.width - width) * focus.x, y: (photo.height - height) * focus.y, width, height };
}
