import { homePage, placeInHash } from '../../addresses/addresses.ts';

/** Makes a notification of a push message. Nothing here asks the browser, so that tests need none. */

/** What is said where a message cannot be read. Something is always shown: browsers end subscriptions that show nothing. */
const unreadable = {
  title: 'A nudge from your pack',
  body: 'Something is worth a celebration. Open Wagday to see what.',
};

/** Returns the address that a notification opens: a page of the owner on this site, or the home page for anything else. */
export function ownAddress(navigate: unknown, origin: string): string {
  if (typeof navigate === 'string' && URL.canParse(navigate, origin)) {
    const url = new URL(navigate, origin);
    const isPlace = url.origin === origin && url.pathname === homePage && placeInHash(url.hash).name !== 'pack';
    if (isPlace) return `${origin}${homePage}${url.hash}`;
  }
  return `${origin}${homePage}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function read(text: string | null): Record<string, unknown> {
  try {
    const message: unknown = JSON.parse(text ?? '');
    return isObject(message) && isObject(message.notification) ? message.notification : {};
  } catch {
    return {};
  }
}

/** The notification of a message in the shape that functions/push/send-push.ts gives it. */
export function notificationOf(text: string | null, origin: string): { title: string; options: NotificationOptions } {
  const { title, body, tag, navigate } = read(text);
  const isReadable = typeof title === 'string' && title.trim() !== '';
  return {
    title: isReadable ? title : unreadable.title,
    options: {
      body: isReadable ? (typeof body === 'string' ? body : '') : unreadable.body,
      // A later message of the same day takes the place of an earlier one.
      tag: typeof tag === 'string' && tag !== '' ? tag : 'wagday',
      icon: '/icons/icon-192.png',
      lang: 'en',
      data: ownAddress(navigate, origin),
    },
  };
}
