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
import { defineRecord, field, type ItemOf, orDefault } from './record.ts';

const counts: Parser<Readonly<Record<string, number>>> = (value, name) =>
  objectOf(Object.fromEntries(Object.keys(Object(value)).map((key) => [key, integer])))(value, name);

/**
 * The invitations to parties: settings by their host, and the state of their link. They can be changed only online, so they are not in
 * offline/registry.ts. The device keeps the last list.
 */
export const invitations = defineRecord({
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
    tellsHost: field('tells_host', orDefault(flag, true)),
    /** What guests see once the party is over. */
    thanks: field('thanks', optional(text)),
    albumUrl: field('album_url', optional(text)),
    showsPhoto: field('shows_photo', orDefault(flag, false)),
  },
  links: {
    partyId: field('party_id', text),
    hasLink: field('has_link', flag),
    /** The token of that link; null without one, and for a link from before tokens were kept. */
    linkToken: field('link_token', optional(text)),
    /** The name of the picture for link previews; null where there is none. */
    preview: field('preview', optional(text)),
    /** The party as it was when it was cancelled or removed; null otherwise. The column has more fields, which are not read here. */
    cancelledParty: field(
      'cancelled_party',
      optional(
        objectOf({
          ...{ title: text, date: calendarDate, dogId: optional(text) },
          ...{ time: optional(text), end: optional(text), zone: optional(text) },
        }),
      ),
    ),
    cancelledAt: field('cancelled_at', optional(instant)),
    cancelReason: field('cancel_reason', optional(text)),
    /** The counts of answers, once the answers themselves have been deleted. */
    purgedCounts: field('purged_counts', optional(counts)),
    /** The host has seen the answers up to this time. */
    answersSeenAt: field('answers_seen_at', instant),
  },
  // Guests are loaded only if there are invitations.
  dependentList: guests.table,
  order: { key: 'createdAt', isAscending: false },
});

export type Invitation = ItemOf<typeof invitations>;
