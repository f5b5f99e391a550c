/** The party of an invitation as guests put it into their calendars. */
import {
  type CalendarEvent,
  calendarEnding,
  calendarOpening,
  eventWriter,
  utcStamp,
} from '../celebrations/calendar-text.ts';
import { changedAt, type EventPage, partyEvent } from '../celebrations/celebration-events.ts';
import type { InvitationView, InvitedParty } from '../guests/invitation-view.ts';
import { type PartyTime, partyTimeOf } from './party-time.ts';

/** When the party begins; null for a party of a whole day. */
export function invitedTime({ hour, zone }: Pick<InvitedParty, 'hour' | 'zone'>): PartyTime | null {
  return hour && zone ? partyTimeOf(hour, zone) : null;
}

/**
 * The event of the party, in whose calendar it has the same identifier for every guest. It leads to the page of the invitation, but not to
 * a guest's own: whoever reads a calendar, or keeps it for somebody, would have the right to change that answer.
 */
export function invitationEvent({ state, party, guest, isFileOnly }: InvitationView, page: EventPage): CalendarEvent {
  const { date, ...rest } = party;
  const { url, ...event } = partyEvent({ ...rest, celebrationDate: date, time: invitedTime(party) }, page);
  const isOwn = guest !== null || isFileOnly;
  return { ...event, ...(!isOwn && { url }), ...(state === 'cancelled' && { isCancelled: true }) };
}

/** The calendar file, which apps may also subscribe to. It depends on nothing but its arguments. */
export function invitationCalendar(view: InvitationView, page: EventPage): string {
  const text = eventWriter()(invitationEvent(view, page), utcStamp(changedAt(view.party)));
  return `${calendarOpening({ name: view.party.title, isFeed: true })}${text}${calendarEnding}`;
}
