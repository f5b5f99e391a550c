/**
 * Every address of the site. Routing, the service worker, the build, the development server and the log read them here. Nothing
 * is worked out when the module is loaded, so that a script of the page takes from it only what it names.
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
/** Those that it does not have: asked for, they answer in JSON, not with a page. */
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

/** Whether the backend answers for the path, and no page or file of the site does. */
export function isOfBackend(path: string): boolean {
  const backend = [...Object.values(services), ...absentServices, health, readiness, '/.well-known'];
  return backend.some((address) => path === address || path.startsWith(`${address}/`));
}

/** A path as pages are listed: without a slash at its end. */
export function plainPath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
