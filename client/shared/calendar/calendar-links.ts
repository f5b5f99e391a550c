/** Links that open a calendar service, with an event filled in or to subscribe to the address of a calendar. */
import { type CalendarEvent, utcStamp } from '../../../domain/celebrations/calendar-text.ts';
import { addDays } from '../../../domain/dates/calendar-date.ts';

function detailsOf({ description, url }: CalendarEvent): string {
  return [description, url].filter(Boolean).join('\n\n');
}

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

/** Returns the address with the scheme that opens a calendar app: Apple's and most others. */
export function webcalUrl(address: string): string {
  return address.replace(/^https?:/, 'webcal:');
}

/** Returns the address that subscribes in Google Calendar, which accepts no calendar that begins with https. */
export function googleSubscribeUrl(address: string): string {
  return `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcalUrl(address))}`;
}

export function outlookSubscribeUrl(address: string, name: string): string {
  return `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(address)}&name=${encodeURIComponent(name)}`;
}

/** Returns whether external services can reach the address: not if it is on this machine or in a home network. */
export function isOnTheInternet(address: string): boolean {
  const { hostname } = new URL(address);
  const isPrivate = /^(localhost|\[.*\]|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(hostname);
  return !isPrivate && hostname.includes('.') && !/\.(local|localhost|lan|home|internal)$/.test(hostname);
}
