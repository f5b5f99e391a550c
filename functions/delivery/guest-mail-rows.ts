/** Reads the rows that claims of mails to guests return. */
import { attendances } from '../../domain/guests/guest-answer.ts';
import {
  anyObject,
  calendarDate,
  flag,
  integer,
  listOf,
  objectOf,
  oneOf,
  optional,
  type Parsed,
  text,
} from '../../domain/parse.ts';
import { partyTimeOf } from '../../domain/parties/party-time.ts';
import { withoutTurning } from '../../domain/text/text.ts';
import type { GuestNews, PartyFacts, TitledDay } from '../../mail/guest-letters.ts';

/** How many rows a claim has looked at, and the mails to send. */
const claim = objectOf({ looked: integer, mails: listOf(anyObject) });

const day = { title: text, date: calendarDate, time: optional(text), end: optional(text), zone: optional(text) };
const facts = { ...day, location: optional(text) };
const mail = { id: text, to: text, attempt: integer };

const guestMail = objectOf({
  ...{ ...mail, token: text, kind: oneOf(['link', 'moved up', 'cancelled', 'change', 'reminder', 'word']) },
  ...{ replyTo: optional(text), word: optional(text) },
  party: objectOf({ ...facts, host: optional(text), dog: optional(text), isPlaceHidden: flag, isHostNew: flag }),
  answer: objectOf({
    ...{ name: optional(text), answer: oneOf(attendances), adults: integer, children: integer, dogs: integer },
    brings: listOf(text),
    ...{ isWaiting: flag, isTooLarge: flag },
  }),
});
/** What the guest knew before a change. */
const changed = objectOf({ before: objectOf({ ...facts, isCancelled: flag }) });

/** A mail about a party of which nothing else is left, as it is claimed and released. */
const farewell = objectOf({ ...mail, party: objectOf({ ...day, isHostNew: flag }) });

/** A claimed mail. It is already recorded as handed over, and no other handler sends it. */
export type ClaimedMail = {
  readonly id: string;
  readonly to: string;
  /** From 1. */
  readonly attempt: number;
  /** The guest's own token, which opens and changes the answer. */
  readonly token: string;
  /** The host's address, if the host lets guests reply. */
  readonly replyTo: string | null;
  readonly news: GuestNews;
};

export type FarewellRow = Parsed<typeof farewell>;

export function readClaim(answer: unknown): Parsed<typeof claim> {
  return withoutTurning(claim(answer, 'claim_guest_mails'));
}

export function readMail(row: unknown): ClaimedMail {
  const { kind, party, answer, word, ...mail } = guestMail(row, 'claim_guest_mails');
  const { host, dog, isPlaceHidden, isHostNew } = party;
  const content = { party: { ...factsOf(party), host, dog, isPlaceHidden, isHostNew }, answer };
  if (kind === 'word') return { ...mail, news: { kind, ...content, word: word ?? '' } };
  if (kind !== 'change') return { ...mail, news: { kind, ...content } };
  const { before } = changed(row, 'claim_guest_mails');
  const known = { ...factsOf(before), isCancelled: before.isCancelled };
  return { ...mail, news: { kind, ...content, before: known } };
}

export function readFarewell(row: unknown): FarewellRow {
  return farewell(row, 'claim_guest_farewells');
}

export function partyOfFarewell({ party: { zone, time, end, ...party } }: FarewellRow): TitledDay {
  return { ...party, time: timeOf({ time, end, zone }) };
}

type Moment = { readonly time: string | null; readonly end: string | null; readonly zone: string | null };

function timeOf({ time, end, zone }: Moment): PartyFacts['time'] {
  return time && zone ? partyTimeOf(time, zone, end) : null;
}

function factsOf({ title, date, location, ...moment }: Omit<PartyFacts, 'time'> & Moment): PartyFacts {
  return { title, date, location, time: timeOf(moment) };
}
