/** The party of an invitation as an event for guests' calendars. */
import {
  type CalendarEvent,
  calendarEnding,
  calendarOpening,
  eventText,
  utcStamp,
} from '../celebrations/calendar-text.ts';
import { changedAt, type EventPage, partyEvent } from '../celebrations/celebration-events.ts';
import type { InvitationView } from '../guests/invitation-view.ts';
import { partyTimeOf } from './party-time.ts';

/**
 * Returns the event of the party. Its identifier is the same for every guest. It never links to a guest's own page, because anyone who
 * reads or hosts the calendar could then change that guest's answer.
 */
export function invitationEvent({ state, party, guest, isFileOnly }: InvitationView, page: EventPage): CalendarEvent {
  const { date, hour, zone, end, ...rest } = party;
  const { url, ...event } = partyEvent({ ...rest, celebrationDate: date, time: partyTimeOf(hour, zone, end) }, page);
  const isOwn = guest !== null || isFileOnly;
  return { ...event, ...(!isOwn && { url }), ...(state === 'cancelled' && { isCancelled: true }) };
}

/** Returns the calendar file, which apps may also subscribe to. It depends only on its arguments. */
export function invitationCalendar(view: InvitationView, page: EventPage): string {
  const text = eventText(invitationEvent(view, page), utcStamp(changedAt(view.party)));
  return `${calendarOpening({ name: view.party.title, isFeed: true })}${text}${calendarEnding}`;
}
