import { type CalendarDate, parseCalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { InvitationSettings } from '../../../domain/guests/invitation-settings.ts';
import { guestLists, placeAudiences } from '../../../domain/guests/invitation-view.ts';
import { optionalDate, optionalText, text } from './fields.ts';
import { guests } from './guests.ts';
import { chosen, counts, flag, optionalCount, texts } from './invitation-fields.ts';
import { type Base, defineRecord, isWords } from './record.ts';

type Links = {
  partyId: string;
  /** Whether there is a link that opens the invitation. */
  hasLink: boolean;
  /** The token of that link; null without one, and for a link from before tokens were kept. */
  linkToken: string | null;
  /** The name of the picture for link previews; null where there is none. */
  preview: string | null;
  /** What the party was when it was called off; null while it is on. */
  cancelledParty: { title: string; date: CalendarDate } | null;
  /** How many answered, once the answers themselves have been deleted. */
  purgedCounts: Readonly<Record<string, number>> | null;
  /** Answers up to this moment have been seen by the host. */
  answersSeenAt: string;
};

/** What lies behind the links of one party. Its host has set it, and guests answer it. */
export type Invitation = InvitationSettings & Links & Base;

/** The title and day of a party that was called off. The database keeps more of it. */
function readCancelledParty(value: unknown): Links['cancelledParty'] | undefined {
  if (value === null || value === undefined) return null;
  if (!isWords(value)) return undefined;
  const [title, date] = [value.title, parseCalendarDate(String(value.date))];
  return typeof title === 'string' && date ? { title, date } : null;
}

/** Invitations are changed online alone, so they are no part of sync/registry.ts. The device keeps them as last seen. */
export const invitations = defineRecord<InvitationSettings, Links>({
  table: 'party_invitations',
  exportedAs: 'invitations',
  content: {
    placeFor: chosen('place_for', placeAudiences),
    guestList: chosen('guest_list', guestLists),
    mostPeople: optionalCount('most_people'),
    answerUntil: optionalDate('answer_until'),
    message: optionalText('message'),
    bringList: texts('bring_list'),
  },
  links: {
    partyId: text('party_id'),
    hasLink: flag('has_link'),
    linkToken: optionalText('link_token'),
    preview: optionalText('preview'),
    cancelledParty: { column: 'cancelled_party', parse: readCancelledParty },
    purgedCounts: counts('purged_counts'),
    answersSeenAt: text('answers_seen_at'),
  },
  // Guests are read only where there are invitations.
  dependentList: guests.table,
  order: { key: 'createdAt', isAscending: false },
});
