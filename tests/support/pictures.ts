import sharp from 'sharp';
import type { Owner } from './owners.ts';

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

let names = 0;
/** Returns a name in the folder of an owner that was never used. */
export function photoName(ownerId: string, ending = 'png'): string {
  names += 1;
  return `${ownerId}/${Date.now() * 1000 + names}.${ending}`;
}

/** Puts a picture of one colour into an owner's folder: among the photos, or a JPEG among the previews of invitations. */
export async function putPicture({ client, id }: Pick<Owner, 'client' | 'id'>, file: string, background = '#c0703a') {
  const [format, bucketName] = file.endsWith('.jpg')
    ? (['jpeg', 'invitation-previews'] as const)
    : (['png', 'dog-photos'] as const);
  const { buffer: bytes, mimeType: contentType } = await plainPicture(background, format);
  const path = `${id}/${file}`;
  const bucket = client.storage.from(bucketName);
  const { data, error } = await bucket.upload(path, bytes, { contentType });
  if (error) throw error;
  return { path, bytes, id: data.id, url: bucket.getPublicUrl(path).data.publicUrl };
}
