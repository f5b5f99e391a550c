import { backendUrl } from './backend-address.ts';

export const photoBucket = 'dog-photos';

/** How a public address goes on after the backend's own. */
const publicPath = `/storage/v1/object/public/${photoBucket}/`;

/** Where in the bucket the photo of a public address lies; null when the address is none of the bucket's. */
export function photoPathOf(photoUrl: string): string | null {
  const start = photoUrl.indexOf(publicPath);
  if (start < 0) return null;
  const [path = ''] = photoUrl.slice(start + publicPath.length).split(/[?#]/);
  return path || null;
}

/**
 * The address under which a saved photo is found now. An owner may reach the backend under another address than on the
 * day when the photo was saved.
 */
export function currentPhotoUrl(photoUrl: string): string {
  const path = photoPathOf(photoUrl);
  return path ? `${backendUrl}${publicPath}${path}` : photoUrl;
}
