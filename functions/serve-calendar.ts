import { homePage, partyHash } from '../addresses/addresses.ts';
import {
  type CalendarFeed,
  type FeedDays,
  feedContents,
  feedDaysOn,
  feedText,
} from '../domain/celebrations/calendar-feed.ts';
import type { EventPage } from '../domain/celebrations/celebration-events.ts';
import { localDayAt } from '../domain/dates/local-time.ts';
import {
  calendarDate,
  flag,
  integer,
  isObject,
  listOf,
  nearestInstant,
  objectOf,
  oneOf,
  optional,
  text,
} from '../domain/parse.ts';
import { partyTimeOf } from '../domain/parties/party-time.ts';
import { celebratedDog } from './delivery/reminder-rows.ts';
import type { Backend } from './web-function.ts';
import { hashOf, matchesTag, refuse } from './web-requests.ts';

/** In UTF-16 units: about a millisecond of work. */
const pieceLength = 64 * 1024;

/** Lets sockets have a turn: by Node's function, and by a timer on platforms that lack it. */
const { setImmediate: afterSockets = setTimeout } = globalThis as { setImmediate?: (act: () => void) => unknown };
const pause = () => new Promise<void>((resolve) => void afterSockets(resolve));

let lastPause = Promise.resolve();

/** Waits for a turn: only one writer continues after each pause, however many write at once. */
function rest(): Promise<void> {
  lastPause = lastPause.then(pause);
  return lastPause;
}

/**
 * Encodes the whole text in UTF-8, so that its source can be freed before a slow reader has read it. Rests after each piece of it, so
 * that other requests get a turn in between.
 */
async function writtenOf(text: Iterable<string>): Promise<Uint8Array<ArrayBuffer>> {
  const utf8 = new TextEncoder();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let piece = '';
  for (const part of text) {
    piece += part;
    if (piece.length < pieceLength) continue;
    pieces.push(utf8.encode(piece));
    piece = '';
    await rest();
  }
  pieces.push(utf8.encode(piece));
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** The part of the answer of `public.calendar_feed` that is always there. */
const feedAnswer = objectOf({ isReadNoted: flag, version: text });

const revision = { id: text, createdAt: nearestInstant, version: integer };

/** The rest of the answer, which is missing for a version that the reader already has. */
const feedRow = objectOf({
  name: text,
  contents: oneOf(feedContents),
  alarms: flag,
  dogs: listOf(objectOf({ ...celebratedDog, ...revision })),
  parties: listOf(
    objectOf({
      ...revision,
      title: text,
      celebrationDate: calendarDate,
      hour: optional(text),
      zone: optional(text),
      end: optional(text),
      description: optional(text),
      location: optional(text),
      /** Null without an invitation. */
      coming: optional(objectOf({ people: integer, dogs: integer })),
    }),
  ),
});

function readFeed(answer: unknown): CalendarFeed {
  const { parties, ...feed } = feedRow(answer, 'calendar_feed');
  return {
    ...feed,
    parties: parties.map(({ hour, zone, end, ...party }) => ({ ...party, time: partyTimeOf(hour, zone, end) })),
  };
}

/** The most versions read from If-None-Match. Real readers send one or two. */
const mostVersions = 10;

/** Rises when calendars are written differently, so that readers load them again. A test compares it with what is written. */
export const edition = 2;

/**
 * Makes the strong ETags of calendars. Each has two parts: the database's version of all rows of the calendar, and a hash of how they
 * are written here for these days. So a reader's versions can be checked before anything is written.
 */
export async function feedTags(days: FeedDays, page: EventPage) {
  const written = (await hashOf(JSON.stringify([edition, days, page]))).slice(0, 16);
  return {
    written,
    of: (version: string) => `"${version}${written}"`,
    versionsIn: (header: string | null): string[] =>
      [...(header ?? '').matchAll(/"([\da-f]{32})([\da-f]{16})"/g)]
        .filter(([, , how]) => how === written)
        .map(([, version = '']) => version)
        .slice(0, mostVersions),
  };
}

/** The texts of calendars with at most this many dogs are cached. */
const mostDogsCached = 50;

const headers = {
  'Content-Type': 'text/calendar; charset=utf-8',
  // Only the holder of the address may cache it, and must revalidate it each time.
  'Cache-Control': 'private, no-cache',
  'X-Robots-Tag': 'noindex',
};

/** Returns the token in the address of a calendar, or undefined. */
export function tokenIn(path: string): string | undefined {
  return /\/([\w-]{43})\.ics$/.exec(path)?.[1];
}

/** `GET …/<token>.ics` returns the calendar of a feed. For a reader with its ETag it is neither read nor written. */
export async function calendar(request: Request, { data, now, site }: Backend): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(405, 'METHOD_NOT_ALLOWED', 'Only GET, HEAD is answered here', { Allow: 'GET, HEAD' });
  }
  const token = tokenIn(new URL(request.url).pathname);
  // A feed covers months or years, so the time zone of its reader does not matter.
  const days = feedDaysOn(localDayAt(now().getTime(), 'UTC'));
  const page = { address: `${site}${homePage}`, host: new URL(site).hostname, party: partyHash('') };
  const tags = await feedTags(days, page);
  const had = request.headers.get('If-None-Match');
  const place = `${token} ${tags.written}`;
  const cached = texts.get(place);
  const known = [...new Set([...tags.versionsIn(had), ...(cached ? [cached.version] : [])])];
  const answered = token === undefined ? null : await data.call('calendar_feed', { token, known });
  if (answered === null) return refuse(404, 'NOT_FOUND', 'There is no such calendar', { 'X-Robots-Tag': 'noindex' });
  const answer = feedAnswer(answered, 'calendar_feed');
  const isWhole = isObject(answered) && 'dogs' in answered;
  // A failure to note the read must not fail the calendar.
  if (!answer.isReadNoted && request.method === 'GET')
    await data.call('note_calendar_read', { token }).catch(() => null);

  const tag = tags.of(answer.version);
  const isCached = cached?.version === answer.version;
  if (matchesTag(had, tag) || !(isCached || isWhole)) {
    const { 'Content-Type': _, ...others } = headers;
    return new Response(null, { status: 304, headers: { ...others, ETag: tag } });
  }
  if (request.method === 'HEAD') return new Response(null, { headers: { ...headers, ETag: tag } });
  let body = cached?.body;
  if (!isCached && isWhole) {
    const feed = readFeed(answered);
    body = await writtenOf(feedText(feed, days, page));
    if (feed.dogs.length <= mostDogsCached) cacheText(place, { version: answer.version, body });
  }
  const length = String(body?.byteLength ?? 0);
  return new Response(body, { headers: { ...headers, 'Content-Length': length, ETag: tag } });
}

type Written = { readonly version: string; readonly body: Uint8Array<ArrayBuffer> };

/** Caches recent texts by token and way of writing, because apps that forget their ETag request the same text again. */
const texts = new Map<string, Written>();
/** In bytes, for all texts together. */
const mostCached = 8 * 1024 * 1024;
let cachedLength = 0;

function forget(place: string): void {
  cachedLength -= texts.get(place)?.body.byteLength ?? 0;
  texts.delete(place);
}

function cacheText(place: string, written: Written): void {
  forget(place);
  texts.set(place, written);
  cachedLength += written.body.byteLength;
  for (const oldest of texts.keys()) {
    if (cachedLength <= mostCached) break;
    forget(oldest);
  }
}
