/**
 * Every address of the site, for routing, the service worker, the build, the development server and the log. The module computes
 * nothing when it is loaded, so that bundles contain only what they import.
 */

export const homePage = '/';
export const authPage = '/auth';
export const helpPage = '/help';
/** The calculator on the landing page, to which shared reports and cards lead. An owner's pack opens there instead. */
export const calculatorPage = '/#calculator';
/**
 * A page of the signed-in owner. All of them are hashes of the home page: the pack, the parties and "You", and the page of one dog, of its
 * card, or of one party. `section` is a part of "You", `day` that of a stamp on the page of a dog, and may be any text. Any other page is
 * `elsewhere`.
 */
export type Place =
  | { name: 'pack' | 'parties' | 'elsewhere' }
  | { name: 'you'; section: string | null }
  | { name: 'dog' | 'card' | 'party'; id: string; day?: string | undefined };

export const partiesHash = '#parties';
/** Returns the hash of "You", open at a section if one is given. */
export function youHash(section?: string): string {
  return section ? `#you=${section}` : '#you';
}
export function dogHash(dogId: string, day?: string): string {
  return `#dog=${dogId}${day ? `&day=${day}` : ''}`;
}
export function cardHash(dogId: string): string {
  return `#card=${dogId}`;
}
export function partyHash(partyId: string): string {
  return `#party=${partyId}`;
}

/** Returns the place that a hash opens: the pack for one that opens nothing else. */
export function placeInHash(hash: string): Place {
  if (hash === partiesHash) return { name: 'parties' };
  const [, name, id = null, day] = /^#(you|dog|card|party)(?:=([\w-]+)(?:&day=(.*))?)?$/.exec(hash) ?? [];
  if (name === 'you') return { name, section: id };
  if (id !== null && (name === 'dog' || name === 'card' || name === 'party')) return { name, id, day };
  return { name: 'pack' };
}

/**
 * Begins the fragment that brings a dog along, such as `/#dog?born=2026-05-01&size=small`, for the calculator or the form of a new dog:
 * see link-to-dog.ts and domain/dogs/linked-dog.ts. It opens no page of its own; the page of a dog is `#dog=` and its id.
 */
export const dogLinkStart = '#dog?';

/** The pages of the app. The first has its own document. */
export const pages: readonly string[] = [homePage, authPage, helpPage];

const storage = '/storage/v1';
/** The services of a Supabase project that the backend provides. */
export const services = {
  auth: '/auth/v1',
  rest: '/rest/v1',
  storage,
  functions: '/functions/v1',
} as const;
/** Supabase services that the backend does not provide. Requests for them get a JSON error, not a page. */
export const absentServices: readonly string[] = ['/realtime/v1', '/graphql/v1'];

const calendar = '/calendar';
/** Returns the address of a calendar that apps subscribe to. Anyone who knows the token may read it. */
export function calendarFeed(token: string): string {
  return `${calendar}/${token}.ics`;
}
/** The route of calendars. `:file` is the token with its extension. */
export const calendarFeeds = `${calendar}/:file`;

const invitation = '/i';
/** Returns the page of an invitation, for the token of a link or of a guest. */
export function invitationPage(token: string): string {
  return `${invitation}/${token}`;
}
export const invitations = `${invitation}/:token`;
export function invitationFile(token: string): string {
  return `${invitation}/${token}/party.ics`;
}
export const invitationFiles = `${invitations}/party.ics`;

export const publicPhotos = `${storage}/object/public/dog-photos/`;
/** Followed by the name of a preview: the picture that chats show for the link to an invitation. */
export const publicPreviews = `${storage}/object/public/invitation-previews/`;

export const health = '/health';
export const readiness = '/ready';
/** What a monitoring program reads, with a token. */
export const metrics = '/metrics';
export const securityContact = '/.well-known/security.txt';

/** Followed by a token: turns off an owner's reminders by mail, or ends mails to a guest. */
export const unsubscribe = '/unsubscribe';
/** Followed by a token: confirms that an address belongs to its owner. */
export const confirmReminders = '/confirm-reminders';

/** The bundler's files, whose names contain a hash of their content. */
export const assets = '/assets/';
export const serviceWorker = '/service-worker.js';
/** The drawing in mails, which mail programs on other sites show. */
export const mailPicture = '/mail-dogs.png';
/** Photos on the device that wait for upload. The service worker serves them. */
export const waitingPhotos = '/waiting-photos/';

/** The message from the service worker to open pages when the browser has renewed its push subscription. */
export const pushChanged = 'the push subscription has changed';

/** The browser's caches of photos: those that an owner has seen, and those that wait for upload. */
export const seenPhotoCache = 'wagday-seen-photos';
export const waitingPhotoCache = 'wagday-waiting-photos';

/** Whether the path belongs to the backend rather than to a page or file. */
export function isOfBackend(path: string): boolean {
  const others = [calendar, invitation, health, readiness, '/.well-known', unsubscribe, confirmReminders];
  const backend = [...Object.values(services), ...absentServices, ...others];
  return backend.some((address) => path === address || path.startsWith(`${address}/`));
}

/** Removes the slash at the end of a path, to match the list of pages. */
export function plainPath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
