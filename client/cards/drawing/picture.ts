/** Loads a picture to draw, in its right orientation. @throws when the browser cannot read it. */
export async function loadPicture(source: Blob | string): Promise<HTMLImageElement> {
  const url = typeof source === 'string' ? source : URL.createObjectURL(source);
  try {
    const image = new Image();
    // Without CORS a picture of another origin would taint the canvas, which then could not be exported.
    image.crossOrigin = 'anonymous';
    image.src = url;
    await image.decode();
    if (image.naturalWidth === 0 || image.naturalHeight === 0) throw new Error('The picture has no size.');
    return image;
  } finally {
    if (typeof source !== 'string') URL.revokeObjectURL(url);
  }
}
