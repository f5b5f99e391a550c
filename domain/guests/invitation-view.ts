/**
 * What whoever holds the token of an invitation may see, as the database's `open_invitation` answers it. What a guest must not see is
 * left out there, so everything that is written from a view may be shown.
 */
import type { CalendarDate } from '../dates/calendar-date.ts';
import type { PhotoFocus } from '../dogs/photo-focus.ts';
import type { DogSize } from '../dogs/size.ts';
import type { GuestAnswer } from './guest-answer.ts';

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
export type InvitedParty = {
  /** Of the invitation. It is the same for as long as the party is. */
  id: string;
  title: string;
  date: CalendarDate;
  /** When it begins, as HH:MM by the clocks of `zone`; both null for a party of a whole day. */
  hour: string | null;
  zone: string | null;
  location: string | null;
  /** Whether there is a place that this guest does not see yet. `location` is then null. */
  isPlaceHidden: boolean;
  description: string | null;
  /** When the invitation came to be, as ISO text. */
  createdAt: string;
  /** In microseconds since 1970. It rises with every change of what this guest's calendar shows. */
  version: number;
};

/** Null is what is not known any more, because the dog left the pack. */
export type InvitingDog = {
  name: string;
  size: DogSize | null;
  photoUrl: string | null;
  photoFocus: PhotoFocus | null;
};

/** Something to bring. At most one guest takes it. */
export type BringItem = { item: string; isTaken: boolean; isMine: boolean };

/** Who comes. */
export type ComingGuests = {
  people: number;
  dogs: number;
  /** The first words of the names of the first 50 guests; null where guests see only how many come. */
  names: readonly string[] | null;
  /** How many guests are not among the names. A guest may bring several people. */
  moreNames: number;
  /** Of the first 50 dogs. */
  dogNames: readonly string[] | null;
  moreDogNames: number;
};

/** A guest's own answer, for who opens the invitation with the link to it. */
export type OwnAnswer = GuestAnswer & {
  /** Whether mails to guests go out. Until the host has confirmed their own address they wait. */
  isMailed: boolean;
  isWaiting: boolean;
  /** Whether the group that waits is larger than the whole party: it does not move up while there are no more places. */
  isTooLarge: boolean;
  /** From 1; null for a guest who does not wait. */
  placeInLine: number | null;
  version: number;
};

export type InvitationView = {
  /** A hash of all that is answered here. */
  version: string;
  /** Whether it was opened with a token of a calendar file, which opens no page and answers nothing. */
  isFileOnly: boolean;
  /** Opens the calendar file in place of a guest's own token, which no calendar learns; null for the token of a link. */
  fileToken: string | null;
  state: InvitationState;
  party: InvitedParty;
  dog: InvitingDog;
  host: { name: string | null };
  message: string | null;
  answerUntil: CalendarDate | null;
  /** The name of the picture for link previews in its bucket; null where there is none. */
  preview: string | null;
  /** Null where there are no answers to count. */
  guests: ComingGuests | null;
  bringList: readonly BringItem[];
  guest: OwnAnswer | null;
};

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
      taken?: readonly string[];
    }
  | { refused: AnswerRefusal; field?: string };
