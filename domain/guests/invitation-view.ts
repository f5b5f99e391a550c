/**
 * What whoever holds the token of an invitation may see, as the database's `open_invitation` answers it. What a guest must not see is
 * left out there, so everything that is written from a view may be shown.
 */
import { photoFocus } from '../dogs/photo-focus.ts';
import { dogSizes } from '../dogs/size.ts';
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
} from '../parse.ts';
import { withoutTurning } from '../text/text.ts';
import { guestAnswer } from './guest-answer.ts';

/** The most that an invitation holds. The checks in supabase/schemas have the same numbers. */
export const invitationLimits = {
  /** Of the host's word to the guests, in characters. */
  message: 1000,
  bringItem: 60,
  bringItems: 30,
  mostPeople: 500,
} as const;

/** Who sees where the party is. */
export const placeAudiences = ['all', 'yes'] as const;

export type PlaceAudience = (typeof placeAudiences)[number];

/** Whether guests see who comes, or only how many. */
export const guestLists = ['names', 'counts'] as const;

export type GuestList = (typeof guestLists)[number];

/**
 * Whether it can be answered. `full`: anyone who says yes now waits for a place. `closed`: the last day for answers has passed, and only a
 * no is taken. By the
 * clocks of the party, and of the last time zone of the world where it has none.
 */
const invitationStates = ['open', 'full', 'closed', 'past', 'cancelled'] as const;

export type InvitationState = (typeof invitationStates)[number];

/** The party as guests see it. Of one that is cancelled it is what they knew last. */
const invitedParty = objectOf({
  /** Of the invitation. It is the same for as long as the party is. */
  id: text,
  title: text,
  date: calendarDate,
  /** When it begins, as HH:MM by the clocks of `zone`; both null for a party of a whole day. */
  hour: optional(text),
  zone: optional(text),
  location: optional(text),
  /** Whether there is a place that this guest does not see yet. `location` is then null. */
  isPlaceHidden: flag,
  description: optional(text),
  /** When the invitation came to be, as ISO text. */
  createdAt: instant,
  /** In microseconds since 1970. It rises with every change of what this guest's calendar shows. */
  version: integer,
});

export type InvitedParty = Parsed<typeof invitedParty>;

/** Null is what is not known any more, because the dog left the pack. */
const invitingDog = objectOf({
  name: text,
  size: optional(oneOf(dogSizes)),
  photoUrl: optional(text),
  photoFocus: optional(photoFocus),
});

export type InvitingDog = Parsed<typeof invitingDog>;

/** Something to bring. At most one guest takes it. */
const bringItem = objectOf({ item: text, isTaken: flag, isMine: flag });

export type BringItem = Parsed<typeof bringItem>;

/** Who comes. */
const comingGuests = objectOf({
  people: integer,
  dogs: integer,
  /** The first words of the names of the first 50 guests; null where guests see only how many come. */
  names: optional(listOf(text)),
  /** How many guests are not among the names. A guest may bring several people. */
  moreNames: integer,
  /** Of the first 50 dogs. */
  dogNames: optional(listOf(text)),
  moreDogNames: integer,
});

export type ComingGuests = Parsed<typeof comingGuests>;

/** A guest's own answer, for who opens the invitation with the link to it. */
const ownAnswer = objectOf({
  ...guestAnswer,
  /** Whether mails to guests go out. Until the host has confirmed their own address they wait. */
  isMailed: flag,
  isWaiting: flag,
  /** Whether the group that waits is larger than the whole party: it does not move up while there are no more places. */
  isTooLarge: flag,
  /** From 1; null for a guest who does not wait. */
  placeInLine: optional(integer),
  version: integer,
});

export type OwnAnswer = Parsed<typeof ownAnswer>;

const invitationView = objectOf({
  /** A hash of all that is answered here. */
  version: text,
  /** Whether it was opened with a token of a calendar file, which opens no page and answers nothing. */
  isFileOnly: flag,
  /** Opens the calendar file in place of a guest's own token, which no calendar learns; null for the token of a link. */
  fileToken: optional(text),
  state: oneOf(invitationStates),
  party: invitedParty,
  dog: invitingDog,
  host: objectOf({ name: optional(text) }),
  message: optional(text),
  answerUntil: optional(calendarDate),
  /** The name of the picture for link previews in its bucket; null where there is none. */
  preview: optional(text),
  /** Null where there are no answers to count. */
  guests: optional(comingGuests),
  bringList: listOf(bringItem),
  guest: optional(ownAnswer),
});

export type InvitationView = Parsed<typeof invitationView>;

/** Reads what `open_invitation` answers; null for a token that opens nothing. @throws ParseError */
export function readInvitationView(answer: unknown): InvitationView | null {
  return optional(invitationView)(withoutTurning(answer), 'open_invitation');
}

/**
 * Why an answer is refused. `unknown` stands for tokens that never were and for those that were revoked. `full`: a guest who has a place
 * asks for more than there are, and keeps what they had; anybody else waits in line instead. `answered`: the address has answered before,
 * and is mailed the link to that answer.
 */
const answerRefusals = ['unknown', 'closed', 'past', 'cancelled', 'full', 'too many', 'answered', 'invalid'] as const;

export type AnswerRefusal = (typeof answerRefusals)[number];

/** What `answer_invitation` answers. */
export type AnswerOutcome =
  | {
      /** Opens the answer to change it. Null where the guest has such a token: the one of the page, or the device's own. */
      guestToken: string | null;
      isWaiting: boolean;
      state: InvitationState;
      /** What somebody else took meanwhile. */
      taken?: readonly string[] | null;
    }
  | { refused: AnswerRefusal; field?: string | null };

const refusal = objectOf({ refused: oneOf(answerRefusals), field: optional(text) });
const takenAnswer = objectOf({
  guestToken: optional(text),
  isWaiting: flag,
  state: oneOf(invitationStates),
  taken: optional(listOf(text)),
});

/** Reads what `answer_invitation` answers; null for a token that opens nothing. @throws ParseError */
export function readAnswerOutcome(answer: unknown): AnswerOutcome | null {
  const outcome: Parser<AnswerOutcome> = isObject(answer) && 'refused' in answer ? refusal : takenAnswer;
  return optional(outcome)(answer, 'answer_invitation');
}
