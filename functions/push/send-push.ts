import { characterCount, shortened } from '../../domain/text/text.ts';
import { type BrowserKeys, encrypt } from './encrypt.ts';
import { type Vapid, vapidAuthorization } from './vapid.ts';

type PushMessage = {
  readonly title: string;
  readonly body: string;
  /** An absolute address of this site, which a press opens. */
  readonly navigate: string;
  /** Letters, digits, - and _. A later message with the same tag replaces an earlier one, in transit and on the screen. */
  readonly tag?: string;
};

/** In bytes. Services refuse more than about 4,000, encrypted. */
export const payloadLimit = 3000;

function encode({ title, body, navigate, tag }: PushMessage): Uint8Array<ArrayBuffer> {
  const notification = { title, body, navigate, ...(tag && { tag }) };
  return new TextEncoder().encode(JSON.stringify({ web_push: 8030, notification }));
}

/** Writes the message as JSON of Declarative Web Push, which Safari shows without a service worker. Cuts long texts. */
export function pushPayload(message: PushMessage): Uint8Array<ArrayBuffer> {
  const title = shortened(message.title, 120);
  let { body } = message;
  let payload = encode({ ...message, title, body });
  while (payload.length > payloadLimit && body !== '…') {
    body = shortened(body, Math.floor(characterCount(body) / 2));
    payload = encode({ ...message, title, body });
  }
  return payload;
}

/** The push services of Chrome, Edge and others, Firefox, Safari and Windows. A star matches one or more labels. */
const pushServices: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** In characters. The longest known endpoints have about 600. */
const endpointMaxLength = 1000;

function isHostOf(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

/**
 * Whether a message may be sent to an address: https on the usual port of a known service, without a user name. The client names the
 * address, so without this anyone could make this server send requests anywhere. Checks both the raw spelling and the result of a URL
 * parser, which may normalize it. The table `push_subscriptions` has the same check.
 * @param moreServices names or patterns that the operator adds
 */
export function isPushEndpoint(endpoint: string, moreServices: readonly string[] = []): boolean {
  if (endpoint.length > endpointMaxLength) return false;
  const host = /^https:\/\/((?:[a-z\d-]+\.)+[a-z][a-z\d-]*)\/[!-~]*$/.exec(endpoint)?.[1];
  if (host === undefined || URL.parse(endpoint)?.host !== host) return false;
  return [...pushServices, ...moreServices].some((pattern) => isHostOf(host, pattern));
}

/** A browser's subscription, as stored in the table `push_subscriptions`. */
type Subscription = BrowserKeys & { readonly endpoint: string };

export type PushOutcome =
  | { readonly outcome: 'sent' }
  /** The subscription has ended: delete it. */
  | { readonly outcome: 'gone' }
  /** The service is busy or was not reached. */
  | { readonly outcome: 'retry'; readonly afterSeconds: number }
  /** Sending it again would fail again. `reason` is for the log and names neither owner nor address. */
  | { readonly outcome: 'refused'; readonly reason: string };

export type PushOptions = {
  readonly vapid: Vapid;
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Push services that the operator allows besides those of the browsers. */
  readonly moreServices?: readonly string[];
  /** How long a service keeps the message for a device that is off, in seconds: at most, and by default, half a day. */
  readonly timeToLive?: number;
  /** In milliseconds. */
  readonly timeLimit?: number;
};

/** In seconds. A reminder is useless after half a day. */
const longestTimeToLive = 43_200;

/** How long to wait before a retry, in seconds. The service may ask for another time, within the two bounds. */
const wait = { usual: 300, atLeast: 30, atMost: 3600 };

function retry(answer: Response | null, now: number): PushOutcome {
  const asked = answer?.headers.get('Retry-After') ?? '';
  const seconds = /^\d{1,9}$/.test(asked) ? Number(asked) : Math.ceil((Date.parse(asked) - now) / 1000);
  const afterSeconds = Number.isNaN(seconds) ? wait.usual : Math.min(wait.atMost, Math.max(wait.atLeast, seconds));
  return { outcome: 'retry', afterSeconds };
}

function judge(answer: Response, now: number): PushOutcome {
  const { status } = answer;
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  if (status === 429 || status >= 500) return retry(answer, now);
  // Redirects are not followed, because they could lead anywhere.
  return { outcome: 'refused', reason: `the push service answered ${status}` };
}

/** Sends a message to one browser. @throws Error when the site's own key or subject cannot be used, and for nothing else */
export async function sendPush(
  { endpoint, ...keys }: Subscription,
  message: PushMessage,
  { vapid, fetch, now, moreServices = [], timeToLive = longestTimeToLive, timeLimit = 4_000 }: PushOptions,
): Promise<PushOutcome> {
  if (!isPushEndpoint(endpoint, moreServices))
    return { outcome: 'refused', reason: 'no push service is at this address' };
  const body = await encrypt(pushPayload(message), keys).catch(() => null);
  if (!body) return { outcome: 'refused', reason: "the keys of the subscription are no browser's" };
  const headers: Record<string, string> = {
    Authorization: await vapidAuthorization(endpoint, vapid, now),
    'Content-Encoding': 'aes128gcm',
    'Content-Type': 'application/octet-stream',
    TTL: String(Math.min(timeToLive, longestTimeToLive)),
    Urgency: 'normal',
    ...(message.tag && /^[\w-]{1,32}$/.test(message.tag) && { Topic: message.tag }),
  };
  const signal = AbortSignal.timeout(timeLimit);
  const answer = await fetch(endpoint, { method: 'POST', headers, body, redirect: 'manual', signal }).catch(() => null);
  if (!answer) return retry(null, now);
  // Never reads the body, which could be of any length.
  await answer.body?.cancel().catch(() => undefined);
  return judge(answer, now);
}
