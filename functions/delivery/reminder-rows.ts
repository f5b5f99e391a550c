/** Reads the rows of `claim_due_reminders` and `reminder_packs`. */
import { isTimeZone } from '../../domain/dates/local-time.ts';
import { birthPrecisions } from '../../domain/dogs/life.ts';
import { dogSizes } from '../../domain/dogs/size.ts';
import { attendances } from '../../domain/guests/guest-answer.ts';
import {
  calendarDate,
  flag,
  instant,
  integer,
  isObject,
  listOf,
  objectOf,
  oneOf,
  optional,
  type Parsed,
  type Parser,
  text,
} from '../../domain/parse.ts';
import { formatPartyTimeIn, instantOf, partyTimeOf } from '../../domain/parties/party-time.ts';
import { DataError } from '../web-function.ts';
import type { SendingBackend } from './delivery.ts';

/** An instant in milliseconds since 1970. */
const milliseconds: Parser<number> = (value, field) => Date.parse(instant(value, field));

const claimRows = listOf(
  objectOf({
    userId: text,
    claim: integer,
    doneUntil: milliseconds,
    isTest: flag,
    /** The browsers that still have to get the test; null before it was sent anywhere. */
    testBrowsers: optional(listOf(text)),
    /** Whether the owner wants mails to an address that may be unconfirmed. */
    isProofWanted: flag,
  }),
);

/** What the celebrations of a dog are written from. */
export const celebratedDog = {
  id: text,
  name: text,
  size: oneOf(dogSizes),
  birthDate: calendarDate,
  birthPrecision: oneOf(birthPrecisions),
  gotchaDate: optional(calendarDate),
  diedOn: optional(calendarDate),
};

const group = { name: text, adults: integer, children: integer, dogs: integer, brings: listOf(text) };
const party = { id: text, dogId: text, title: text, celebrationDate: calendarDate };
const time = { celebrationTime: optional(text), timeZone: optional(text) };
const partyRow = objectOf({
  ...party,
  ...time,
  isTold: optional(flag),
  /** Null at other times than around the day of the party. */
  guests: optional(listOf(objectOf({ ...group, allergies: optional(text) }))),
});
const reply = { guestId: text, dogId: text, partyId: text, partyTitle: text, name: text, answer: oneOf(attendances) };

const packRow = objectOf({
  userId: text,
  /** The confirmed address; null if there is none. */
  email: optional(text),
  /** Whether reminders are wanted by mail, and whether at all. */
  byMail: flag,
  isReminded: flag,
  /** Whether a host is told of guests' answers. */
  isToldHost: optional(flag),
  settings: objectOf({ timeZone: text, hour: integer, daysBefore: listOf(integer) }),
  dogs: listOf(objectOf(celebratedDog)),
  parties: listOf(partyRow),
  // A database before this server names no dog.
  replies: listOf(objectOf({ ...reply, dog: optional(text), isWaiting: flag, arrivedAt: milliseconds })),
  /** When the host was told of answers within the last day, oldest first. */
  letters: listOf(milliseconds),
  /** Empty if push is not wanted. */
  subscriptions: listOf(objectOf({ id: text, endpoint: text, p256dh: text, auth: text })),
});

/** The claim of an owner whose reminder is due. For a while, no other handler gets this owner. */
export type Claimed = ReturnType<typeof readClaimed>[number];

export type Claim = Claimed & ReturnType<typeof readPack>;

/** Names the fields of rows as the domain does: `birth_date` becomes `birthDate`. */
function camelCased(rows: unknown): unknown {
  if (Array.isArray(rows)) return rows.map(camelCased);
  if (!isObject(rows)) return rows;
  const nameOf = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(rows).map(([column, value]) => [nameOf(column), camelCased(value)]));
}

export function readClaimed(rows: unknown) {
  const claimed = claimRows(camelCased(rows), 'claim_due_reminders');
  return claimed.map(({ userId: owner, claim: number, ...row }) => ({ owner, number, ...row }));
}

/** @param claimed includes the owners of the rows */
function readClaims(rows: unknown, claimed: readonly Claimed[]): Claim[] {
  const byOwner = new Map(claimed.map((one) => [one.owner, one]));
  return listOf(packRow)(camelCased(rows), 'reminder_packs').flatMap((row) => {
    const one = byOwner.get(row.userId);
    return one ? [{ ...one, ...readPack(row) }] : [];
  });
}

function readPack({ userId: _, dogs, parties, settings, ...row }: Parsed<typeof packRow>) {
  // A host without reminders has not chosen the zone, and a database may know zones that this runtime does not.
  const isKnown = row.isReminded || isTimeZone(settings.timeZone);
  const ownZone = isKnown ? settings.timeZone : 'UTC';
  const timed = parties.map(({ celebrationTime, timeZone, isTold, guests, ...party }) => {
    const time = partyTimeOf(celebrationTime, timeZone);
    return {
      ...{ ...party, isTold: isTold === true, guests: guests ?? [] },
      time: time && formatPartyTimeIn(time, ownZone),
      startsAt: time && instantOf(party.celebrationDate, time),
    };
  });
  return { ...row, settings: { ...settings, timeZone: ownZone }, pack: { dogs, parties: timed } };
}

/** Reads the pack of one owner; null if the owner is gone, or has nothing to be told any more. */
export async function loadPack({ service, now }: Pick<SendingBackend, 'service' | 'now'>, owner: string) {
  const rows = await service.call('reminder_packs', { owners: [owner], at: now().toISOString() });
  const [row] = listOf(packRow)(camelCased(rows), 'reminder_packs');
  return row ? readPack(row) : null;
}

/** Packs per request: few, because each may be large. */
const atOnce = 10;

/**
 * Reads the packs of owners who are due, a few at a time. If a request fails, its owners are split in halves until the unreadable pack is
 * found. That owner's claim expires, later each time, and nobody else waits.
 * @param end in milliseconds since 1970, after which nothing more is read
 * @returns also the claims for whose packs there was no time, and how many packs could not be read
 */
export async function loadPacks({ service, now }: SendingBackend, claimed: readonly Claimed[], end: number) {
  const loaded = { claims: [] as Claim[], left: [] as Claimed[], failed: 0 };
  const at = now().toISOString();

  async function load(some: readonly Claimed[]): Promise<void> {
    if (now().getTime() > end) {
      loaded.left.push(...some);
      return;
    }
    try {
      const owners = some.map(({ owner }) => owner);
      loaded.claims.push(...readClaims(await service.call('reminder_packs', { owners, at }), some));
    } catch (error) {
      // Too many requests: no pack is at fault, and the whole run has to wait.
      if (error instanceof DataError && error.status === 429) throw error;
      if (some.length === 1) {
        loaded.failed += 1;
        return;
      }
      const half = Math.ceil(some.length / 2);
      await load(some.slice(0, half));
      await load(some.slice(half));
    }
  }

  for (let first = 0; first < claimed.length; first += atOnce) await load(claimed.slice(first, first + atOnce));
  return loaded;
}
