/** What the holder of an invitation's token may see, by the database's `open_invitation`: all of a view may be shown. */
import { photoFocus } from '../dogs/photo-focus.ts';
import { dogSizes } from '../dogs/size.ts';
import {
  calendarDate,
  flag,
  instant,
  integer,
  isObject,
  listOf,
  nearestDate,
  nearestInstant,
  objectOf,
  oneOf,
  optional,
  type Parsed,
  type Parser,
  text,
} from '../parse.ts';
import { withoutTurning } from '../text/text.ts';
import { guestAnswer, guestDog } from './guest-answer.ts';

/** The limits of an invitation. The checks in supabase/schemas use the same numbers. */
export const invitationLimits = {
  /** Of the host's message to the guests, in characters. */
  message: 1000,
  /** Of what the host writes to all guests by mail, in characters. */
  word: 500,
  /** Of why a party is called off, in characters. */
  reason: 300,
  /** Of the line of thanks after the party, in characters. */
  thanks: 280,
  /** Of the address of an album, in characters. */
  albumUrl: 500,
  bringItem: 60,
  bringItems: 30,
  mostPeople: 500,
} as const;

/** Who sees the place: all guests, or only those who said yes. */
export const placeAudiences = ['all', 'yes'] as const;

export type PlaceAudience = (typeof placeAudiences)[number];

/** What guests see of who comes: the dogs, the dogs and the guests' first names, or only how many. */
export const guestLists = ['dogs', 'names', 'counts'] as const;

export type GuestList = (typeof guestLists)[number];

/**
 * Whether it can be answered. `full`: anyone who says yes now waits for a place. `closed`: the last day for answers has passed, and only
 * a no is accepted. Days end in the party's time zone; without one, in the time zone where they end last.
 */
const invitationStates = ['open', 'full', 'closed', 'past', 'cancelled'] as const;

export type InvitationState = (typeof invitationStates)[number];

/** The party as guests see it. If it is cancelled, this is what they saw last. */
const invitedParty = objectOf({
  /** The id of the invitation. It never changes for the same party. */
  id: text,
  title: text,
  date: calendarDate,
  /** When it begins, as HH:MM in `zone`; both null for a party of a whole day. */
  hour: optional(text),
  zone: optional(text),
  /** When it ends, as HH:MM; null if that is open. Before `hour` it is on the next day. */
  end: optional(text),
  location: optional(text),
  /** Whether there is a place that this guest may not see yet. `location` is then null. */
  isPlaceHidden: flag,
  description: optional(text),
  /** When the invitation was created, as ISO text. */
  createdAt: nearestInstant,
  /** In microseconds since 1970. It rises with every change to what this guest's calendar shows. */
  version: integer,
});

/** Null fields are no longer known, because the dog has left the pack. */
const invitingDog = objectOf({
  name: text,
  size: optional(oneOf(dogSizes)),
  photoUrl: optional(text),
  photoFocus: optional(photoFocus),
  /** Which coat of its size the breed tells, which guests are not told; null where it tells none. */
  coat: optional(oneOf([0, 1, 2])),
});

export type InvitingDog = Parsed<typeof invitingDog>;

/** Something to bring, by one guest at most. */
const bringItem = objectOf({ item: text, isTaken: flag, isMine: flag });

export type BringItem = Parsed<typeof bringItem>;

const comingGuests = objectOf({
  people: integer,
  dogs: integer,
  /** The first names of the first 50 guests, those who share one with an initial; null unless the host lets guests be named. */
  names: optional(listOf(text)),
  /** How many guests are missing from `names`. Guests are not people: one guest may bring several. */
  moreNames: integer,
  /** The first 50 dogs; null if guests see only numbers. */
  seatedDogs: optional(listOf(guestDog)),
  moreDogNames: integer,
});

export type ComingGuests = Parsed<typeof comingGuests>;

/** The answer of the guest whose own link opened the invitation. */
const ownAnswer = objectOf({
  ...guestAnswer,
  /** Whether mails to guests are sent. They wait until the host has confirmed their own address. */
  isMailed: flag,
  /** When a mail with the guest's own link went to the address of the answer, as ISO text; null if none has. */
  mailedAt: optional(instant),
  /** Why the mail with the link, or that the guest has moved up, waits: for its `turn`, or beyond the `limit` of a day. Null if none does. */
  mailWaits: optional(oneOf(['turn', 'proof', 'limit'])),
  isWaiting: flag,
  /** Whether the waiting group is larger than the whole party. It cannot move up unless the host adds places. */
  isTooLarge: flag,
  /** From 1; null for a guest who is not waiting. */
  placeInLine: optional(integer),
  version: integer,
});

export type OwnAnswer = Parsed<typeof ownAnswer>;

/** What the host leaves for guests once the party is over. */
const afterwards = objectOf({ thanks: optional(text), albumUrl: optional(text), photoUrl: optional(text) });

const invitationView = objectOf({
  /** A hash of the whole view. */
  version: text,
  /** Whether it was opened with the token of a calendar file, which cannot open the page or answer. */
  isFileOnly: flag,
  /** Whether this is the link in a mail, and nobody has noted yet that it was opened. A database before this server says nothing. */
  isNewFromMail: optional(flag),
  /** The token for the calendar file, so that calendars never get the guest's own token; null for the token of a link. */
  fileToken: optional(text),
  state: oneOf(invitationStates),
  /** The host's reason for calling the party off; null without one. */
  calledOffWhy: optional(text),
  /** Null until the party is over. A database before this server says nothing. */
  afterwards: optional(afterwards),
  /** Whether guests were told that it is called off, and it is on again. */
  isOnAgain: flag,
  party: invitedParty,
  dog: invitingDog,
  host: objectOf({ name: optional(text) }),
  message: optional(text),
  answerUntil: optional(nearestDate),
  /** The name of the picture for link previews in its bucket; null if there is none. */
  preview: optional(text),
  /** Who comes; null where there are no answers to count. */
  guests: optional(comingGuests),
  bringList: listOf(bringItem),
  guest: optional(ownAnswer),
});

export type InvitationView = Parsed<typeof invitationView>;

/** Reads the answer of `open_invitation`. Returns null for a token that opens nothing. @throws ParseError */
export function readInvitationView(answer: unknown): InvitationView | null {
  return optional(invitationView)(withoutTurning(answer), 'open_invitation');
}

/**
 * Why an answer is refused. `unknown`: the token never existed or was revoked. `full`: a guest with a place asks for more places than
 * are left, and keeps the old answer; other guests join the waiting list instead.
 */
const answerRefusals = ['unknown', 'closed', 'past', 'cancelled', 'full', 'too many', 'invalid'] as const;

export type AnswerRefusal = (typeof answerRefusals)[number];

const refusal = objectOf({ refused: oneOf(answerRefusals), field: optional(text) });
const takenAnswer = objectOf({
  /** Opens the answer for changes. Null if the guest already has such a token: the one of the page, or the device's own. */
  guestToken: optional(text),
  isWaiting: flag,
  state: oneOf(invitationStates),
  /** What somebody else took meanwhile. */
  taken: optional(listOf(text)),
});

/** What `answer_invitation` returns. */
export type AnswerOutcome = Parsed<typeof takenAnswer> | { refused: AnswerRefusal; field?: string | null };

/** Reads the answer of `answer_invitation`. Returns null for a token that opens nothing. @throws ParseError */
export function readAnswerOutcome(answer: unknown): AnswerOutcome | null {
  const outcome: Parser<AnswerOutcome> = isObject(answer) && 'refused' in answer ? refusal : takenAnswer;
  return optional(outcome)(answer, 'answer_invitation');
}
