/**
 * Every address of the site. Routing, the service worker, the build, the development server and the log read them here. Nothing
 * is computed when the module is loaded, so that bundles contain only what they import.
 */

export const homePage = '/';
export const authPage = '/auth';
/** Addresses that are pages of the app. The first has a document of its own. */
export const pages: readonly string[] = [homePage, authPage];

const storage = '/storage/v1';
/** The services of a Supabase project that the backend has. */
export const services = {
  auth: '/auth/v1',
  rest: '/rest/v1',
  storage,
  functions: '/functions/v1',
} as const;
/** Services that it does not have. Requests for them get a JSON error, not a page. */
export const absentServices: readonly string[] = ['/realtime/v1', '/graphql/v1'];

export const publicPhotos = `${storage}/object/public/dog-photos/`;

export const health = '/health';
export const readiness = '/ready';
export const securityContact = '/.well-known/security.txt';

/** The bundler's files, whose names hold a hash of their content. */
export const assets = '/assets/';
export const serviceWorker = '/service-worker.js';
/** Photos that wait on the device to be uploaded: the service worker answers for them. */
export const waitingPhotos = '/waiting-photos/';

/** The browser's caches of photos: those that an owner has seen, and those that wait to be uploaded. */
export const seenPhotoCache = 'wagday-seen-photos';
export const waitingPhotoCache = 'wagday-waiting-photos';

/** Whether the path belongs to the backend, and not to a page or file. */
export function isOfBackend(path: string): boolean {
  const backend = [...Object.values(services), ...absentServices, health, readiness, '/.well-known'];
  return backend.some((address) => path === address || path.startsWith(`${address}/`));
}

/** A path without the slash at its end, as pages are listed. */
export function plainPath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
