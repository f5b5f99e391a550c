/** Reads the rows of `claim_due_reminders` and `reminder_packs`. */
import { birthPrecisions } from '../../domain/dogs/life.ts';
import { dogSizes } from '../../domain/dogs/size.ts';
import { attendances } from '../../domain/guests/guest-answer.ts';
import {
  calendarDate,
  flag,
  instant,
  integer,
  listOf,
  objectOf,
  oneOf,
  optional,
  type Parsed,
  text,
} from '../../domain/parse.ts';
import { formatPartyTimeIn, partyTimeOf } from '../../domain/parties/party-time.ts';
import type { Pack, ReminderSettings } from '../../domain/reminders/reminders.ts';
import type { Subscription } from '../push/send-push.ts';
import { DataError } from '../web-function.ts';
import type { KindParts } from './delivery.ts';

const claimRows = listOf(
  objectOf({
    user_id: text,
    claim: integer,
    done_until: instant,
    is_test: flag,
    test_browsers: optional(listOf(text)),
    is_proof_wanted: flag,
  }),
);

const packRow = objectOf({
  user_id: text,
  email: optional(text),
  settings: objectOf({ time_zone: text, hour: integer, days_before: listOf(integer) }),
  dogs: listOf(
    objectOf({
      id: text,
      name: text,
      size: oneOf(dogSizes),
      birth_date: calendarDate,
      birth_precision: oneOf(birthPrecisions),
      gotcha_date: optional(calendarDate),
      died_on: optional(calendarDate),
    }),
  ),
  parties: listOf(
    objectOf({
      dog_id: text,
      title: text,
      celebration_date: calendarDate,
      celebration_time: optional(text),
      time_zone: optional(text),
    }),
  ),
  replies: listOf(
    objectOf({
      guest_id: text,
      dog_id: text,
      party_id: text,
      party_title: text,
      name: text,
      answer: oneOf(attendances),
      is_waiting: flag,
      arrived_at: instant,
      pushed_at: optional(instant),
    }),
  ),
  subscriptions: listOf(objectOf({ id: text, endpoint: text, p256dh: text, auth: text })),
});
type PackRow = Parsed<typeof packRow>;

/** The claim of an owner whose reminder is due. For a while, no other handler gets this owner. */
export type Claimed = {
  readonly owner: string;
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly doneUntil: number;
  readonly isTest: boolean;
  /** The browsers that still have to get the test; null before it was sent anywhere. */
  readonly testBrowsers: readonly string[] | null;
  /** Whether the owner wants mails to an address that may be unconfirmed. */
  readonly isProofWanted: boolean;
};

/** An owner who is due, with all data for the reminder. */
export type Claim = Claimed & {
  /** The confirmed address; null if there is none or mail is not wanted. */
  readonly email: string | null;
  readonly settings: ReminderSettings;
  readonly pack: Pack;
  /** Empty if push is not wanted. */
  readonly subscriptions: readonly (Subscription & { readonly id: string })[];
};

/** Formats the party's time for a reader in this zone. */
function timeOf({ celebration_time, time_zone }: PackRow['parties'][number], zone: string): string | null {
  const time = celebration_time && time_zone ? partyTimeOf(celebration_time, time_zone) : null;
  return time && formatPartyTimeIn(time, zone);
}

export function readClaimed(rows: unknown): Claimed[] {
  return claimRows(rows, 'claim_due_reminders').map((row) => ({
    owner: row.user_id,
    number: row.claim,
    doneUntil: Date.parse(row.done_until),
    isTest: row.is_test,
    testBrowsers: row.test_browsers,
    isProofWanted: row.is_proof_wanted,
  }));
}

/** @param claimed includes the owners of the rows */
function readClaims(rows: unknown, claimed: readonly Claimed[]): Claim[] {
  const byOwner = new Map(claimed.map((one) => [one.owner, one]));
  return listOf(packRow)(rows, 'reminder_packs').flatMap((row) => {
    const one = byOwner.get(row.user_id);
    return one ? [{ ...one, ...readPack(row) }] : [];
  });
}

function readPack(row: PackRow): Omit<Claim, keyof Claimed> {
  return {
    email: row.email,
    settings: { timeZone: row.settings.time_zone, hour: row.settings.hour, daysBefore: row.settings.days_before },
    pack: {
      dogs: row.dogs.map((dog) => ({
        id: dog.id,
        name: dog.name,
        size: dog.size,
        birthDate: dog.birth_date,
        birthPrecision: dog.birth_precision,
        gotchaDate: dog.gotcha_date,
        diedOn: dog.died_on,
      })),
      parties: row.parties.map((party) => ({
        dogId: party.dog_id,
        title: party.title,
        celebrationDate: party.celebration_date,
        time: timeOf(party, row.settings.time_zone),
      })),
      replies: row.replies.map((reply) => ({
        guestId: reply.guest_id,
        dogId: reply.dog_id,
        partyId: reply.party_id,
        partyTitle: reply.party_title,
        name: reply.name,
        answer: reply.answer,
        isWaiting: reply.is_waiting,
        arrivedAt: Date.parse(reply.arrived_at),
        pushedAt: reply.pushed_at,
      })),
    },
    subscriptions: row.subscriptions,
  };
}

/** Packs per request: few, because each may be large. */
const atOnce = 10;

type Loaded = {
  readonly claims: Claim[];
  /** The claims for whose packs there was no time. */
  readonly left: Claimed[];
  /** How many packs could not be read. */
  failed: number;
};

/**
 * Reads the packs of owners who are due, a few at a time. If a request fails, its owners are split in halves until the unreadable pack is
 * found. That owner's claim expires, later each time, and nobody else waits.
 * @param end in milliseconds since 1970, after which nothing more is read
 */
export async function loadPacks(
  { service, now }: KindParts,
  claimed: readonly Claimed[],
  end: number,
): Promise<Loaded> {
  const loaded: Loaded = { claims: [], left: [], failed: 0 };
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
