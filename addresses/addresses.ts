/**
 * Every address of the site. Routing, the service worker, the build, the development server and the log read them here. Nothing
 * is computed when the module is loaded, so that bundles contain only what they import.
 */

export const homePage = '/';
export const authPage = '/auth';
/** The end of the home page's address at which a dog's page is open. */
export function dogHash(dogId: string): string {
  return `#dog=${dogId}`;
}

/** The dog whose page is open at an address, by the end of that address; null where none is. */
export function dogInHash(hash: string): string | null {
  return /^#dog=([\w-]+)$/.exec(hash)?.[1] ?? null;
}

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

const calendar = '/calendar';
/** The address of a calendar that apps subscribe to. Whoever knows the token may read it. */
export function calendarFeed(token: string): string {
  return `${calendar}/${token}.ics`;
}
/** The same for routing, where `:file` stands for the token and its ending. */
export const calendarFeeds = `${calendar}/:file`;

const invitation = '/i';
/** The page of an invitation. The token is that of a link, or a guest's own. */
export function invitationPage(token: string): string {
  return `${invitation}/${token}`;
}
/** The same for routing. */
export const invitations = `${invitation}/:token`;
/** The page of an invitation on a static host: its token is read by the browser alone. */
export function staticInvitationPage(token: string): string {
  return `${invitation}/#${token}`;
}

/**
 * The token of the invitation that an address opens: the one behind `#` before that of the path. Null where there is none. Ignores
 * what a chat wrongly took into the link, such as the period of its sentence.
 */
export function tokenOfInvitation({ pathname, hash }: { pathname: string; hash: string }): string | null {
  return /^#([\w-]{43})(?![\w-])/.exec(hash)?.[1] ?? /^\/i\/([\w-]{43})(?![\w-])/.exec(pathname)?.[1] ?? null;
}

/** Whether a path is that of an invitation, with a token or without. */
export function isInvitation(path: string): boolean {
  return path === invitation || path.startsWith(`${invitation}/`);
}
/** The party of an invitation as a calendar file. */
export function invitationFile(token: string): string {
  return `${invitation}/${token}/party.ics`;
}
/** The same for routing. */
export const invitationFiles = `${invitations}/party.ics`;

export const publicPhotos = `${storage}/object/public/dog-photos/`;
/** Followed by the name of a preview: the picture that chats show for the link to an invitation. */
export const publicPreviews = `${storage}/object/public/invitation-previews/`;

export const health = '/health';
export const readiness = '/ready';
export const securityContact = '/.well-known/security.txt';

/** Followed by a token: turns an owner's reminders by mail off. */
export const unsubscribe = '/unsubscribe';
/** Followed by a token: confirms that reminders may come to an address. */
export const confirmReminders = '/confirm-reminders';

/** The bundler's files, whose names hold a hash of their content. */
export const assets = '/assets/';
export const serviceWorker = '/service-worker.js';
/** Photos that wait on the device to be uploaded: the service worker answers for them. */
export const waitingPhotos = '/waiting-photos/';

/** What the service worker tells open pages when the browser has renewed its subscription to push messages. */
export const pushChanged = 'the push subscription has changed';

/** The browser's caches of photos: those that an owner has seen, and those that wait to be uploaded. */
export const seenPhotoCache = 'wagday-seen-photos';
export const waitingPhotoCache = 'wagday-waiting-photos';

/** Whether the path belongs to the backend, and not to a page or file. */
export function isOfBackend(path: string): boolean {
  const others = [calendar, invitation, health, readiness, '/.well-known', unsubscribe, confirmReminders];
  const backend = [...Object.values(services), ...absentServices, ...others];
  return backend.some((address) => path === address || path.startsWith(`${address}/`));
}

/** A path without the slash at its end, as pages are listed. */
export function plainPath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
