import sharp from 'sharp';

export type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

/** The location that a phone writes into its photos. */
export const photoPlace = 'The kitchen table, Warsaw';

/** Returns a photo as a phone stores it: on its side, with EXIF data that name the orientation, the location and the device. */
export async function phonePhoto(width = 1200, height = 900): Promise<ChosenFile> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#c0703a' } });
  const exif = {
    IFD0: { ImageDescription: photoPlace, Make: 'Wagphone' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 13/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '21/1 0/1 0/1' },
  };
  // Orientation 6: a quarter turn to the right makes it upright. It is then taller than it is wide.
  const buffer = await picture.withExif(exif).withMetadata({ orientation: 6, exif }).jpeg().toBuffer();
  return { name: 'IMG_0001.JPG', mimeType: 'image/jpeg', buffer };
}

/** A picture of one colour. */
export async function plainPicture(background: string, format: 'png' | 'webp' | 'jpeg' = 'png'): Promise<ChosenFile> {
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
  return { name: `dog.${format}`, mimeType: `image/${format}`, buffer };
}
