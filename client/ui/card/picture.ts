/**
 * A picture that is ready to be drawn, from a file of this device or from an address. Its orientation is kept.
 * @throws when the browser cannot read it.
 */
export async function loadPicture(source: Blob | string): Promise<HTMLImageElement> {
  const url = typeof source === 'string' ? source : URL.createObjectURL(source);
  try {
    const image = new Image();
    // Without this a picture of another origin would lock the canvas.
    image.crossOrigin = 'anonymous';
    image.src = url;
    await image.decode();
    if (image.naturalWidth === 0 || image.naturalHeight === 0) throw new Error('The picture has no size.');
    return image;
  } finally {
    if (typeof source !== 'string') URL.revokeObjectURL(url);
  }
}
