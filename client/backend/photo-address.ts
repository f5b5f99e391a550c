import { publicPhotos } from '../../addresses/addresses.ts';
import { backendUrl } from './backend-address.ts';

/** Where in the bucket the photo of a public address lies; null when the address is none of the bucket's. */
export function photoPathOf(photoUrl: string): string | null {
  const [path] = photoUrl.split(publicPhotos)[1]?.split(/[?#]/) ?? [];
  return path || null;
}

/**
 * The address under which a saved photo is found now. An owner may reach the backend under another address than on the
 * day when the photo was saved.
 */
export function currentPhotoUrl(photoUrl: string): string {
  const path = photoPathOf(photoUrl);
  return path ? `${backendUrl}${publicPhotos}${path}` : photoUrl;
}
