import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { InvitationSettings } from '../../../domain/guests/invitation-settings.ts';
import { guestLists, placeAudiences } from '../../../domain/guests/invitation-view.ts';
import {
  calendarDate,
  flag,
  instant,
  integer,
  listOf,
  nearestDate,
  objectOf,
  oneOf,
  optional,
  type Parser,
  text,
} from '../../../domain/parse.ts';
import { guests } from './guests.ts';
import { type Base, defineRecord, field, orDefault } from './record.ts';

type Links = {
  partyId: string;
  /** Whether there is a link that opens the invitation. */
  hasLink: boolean;
  /** The token of that link; null without one, and for a link from before tokens were kept. */
  linkToken: string | null;
  /** The name of the picture for link previews; null where there is none. */
  preview: string | null;
  /** The party as it was when it was cancelled; null otherwise. */
  cancelledParty: { title: string; date: CalendarDate } | null;
  /** The counts of answers, once the answers themselves have been deleted. */
  purgedCounts: Readonly<Record<string, number>> | null;
  /** The host has seen the answers up to this time. */
  answersSeenAt: string;
};

/** The invitation to one party: settings by its host, and the state of its link. */
export type Invitation = InvitationSettings & Links & Base;

/** Numbers by name. */
const counts: Parser<Readonly<Record<string, number>>> = (value, name) =>
  objectOf(Object.fromEntries(Object.keys(Object(value)).map((key) => [key, integer])))(value, name);

/** Invitations can be changed only online, so they are not in offline/registry.ts. The device keeps the last list. */
export const invitations = defineRecord<InvitationSettings, Links>({
  table: 'party_invitations',
  exportedAs: 'invitations',
  content: {
    placeFor: field('place_for', oneOf(placeAudiences)),
    guestList: field('guest_list', oneOf(guestLists)),
    mostPeople: field('most_people', optional(integer)),
    answerUntil: field('answer_until', optional(nearestDate)),
    message: field('message', optional(text)),
    bringList: field('bring_list', listOf(text)),
    remindsGuests: field('reminds_guests', orDefault(flag, true)),
    repliesByMail: field('replies_by_mail', orDefault(flag, false)),
  },
  links: {
    partyId: field('party_id', text),
    hasLink: field('has_link', flag),
    linkToken: field('link_token', optional(text)),
    preview: field('preview', optional(text)),
    // The column has more fields, which are not read here.
    cancelledParty: field('cancelled_party', optional(objectOf({ title: text, date: calendarDate }))),
    purgedCounts: field('purged_counts', optional(counts)),
    answersSeenAt: field('answers_seen_at', instant),
  },
  // Guests are loaded only if there are invitations.
  dependentList: guests.table,
  order: { key: 'createdAt', isAscending: false },
});
