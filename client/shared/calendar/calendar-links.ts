/** Links that open a calendar service with an event filled in. */

import { type CalendarEvent, utcStamp } from '../../../domain/celebrations/calendar-text.ts';
import { addDays } from '../../../domain/dates/calendar-date.ts';

function detailsOf({ description, url }: CalendarEvent): string {
  return [description, url].filter(Boolean).join('\n\n');
}

/** Google Calendar's form for a new event. */
export function googleCalendarUrl(event: CalendarEvent): string {
  const dates = event.hours
    ? [event.hours.start, event.hours.end].map(utcStamp)
    : [event.date, addDays(event.date, 1)].map((date) => date.replaceAll('-', ''));
  return `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: event.summary,
    dates: dates.join('/'),
    details: detailsOf(event),
    location: event.location ?? '',
  })}`;
}

/** Outlook's form for a new event. */
export function outlookCalendarUrl(event: CalendarEvent): string {
  return `https://outlook.live.com/calendar/0/action/compose?${new URLSearchParams({
    rru: 'addevent',
    subject: event.summary,
    ...(event.hours
      ? { startdt: event.hours.start.toISOString(), enddt: event.hours.end.toISOString() }
      : { startdt: event.date, enddt: addDays(event.date, 1), allday: 'true' }),
    body: detailsOf(event),
    location: event.location ?? '',
  })}`;
}
