import { publicPhotos } from '../../../addresses/addresses.ts';
import { backendUrl } from '../backend-address.ts';

/** Returns the path in the bucket of a public photo address, or null for an address outside the bucket. */
export function photoPathOf(photoUrl: string): string | null {
  const [path] = photoUrl.split(publicPhotos)[1]?.split(/[?#]/) ?? [];
  return path || null;
}

/** Returns the current address of a saved photo. The backend may have had another address when the photo was saved. */
export function currentPhotoUrl(photoUrl: string): string {
  const path = photoPathOf(photoUrl);
  return path ? `${backendUrl}${publicPhotos}${path}` : photoUrl;
}
