/**
 * Writes iCalendar text (RFC 5545, RFC 7986). No library is used, because the existing ones fold lines inside escapes or count
 * characters instead of octets, and Google drops such events.
 */
import { addDays, type CalendarDate } from '../dates/calendar-date.ts';
import { utf8Length } from '../text/text.ts';

export type CalendarEvent = {
  /** Identifies the event. It stays the same through changes, so that a calendar replaces the event instead of adding another. */
  uid: string;
  /** Rises with every change. Calendars ignore an event with a lower number than their own copy. */
  sequence: number;
  date: CalendarDate;
  /** Start and end. Without them the event takes the whole day. */
  hours?: { start: Date; end: Date };
  summary: string;
  description?: string;
  location?: string;
  /** The address of the event's page. It must not contain line breaks. */
  url?: string;
  /** Whether it has an alarm: at nine in the morning for an all-day event, otherwise an hour before the start. */
  hasAlarm?: boolean;
  /** Whether the event is cancelled. Calendars that have it strike it out. */
  isCancelled?: boolean;
};

/** The most octets of UTF-8 on one line, without its line break. */
const mostOctets = 75;

/** A unit of escaped text that must not be split between lines: an escape, or one code point. */
const unit = /\\[\\;,n]|[\s\S]/gu;

/** Text with one octet for each character. */
const plain = /^[ -~]*$/;

/** Folds a long line into several. Each continuation begins with a space. */
function folded(line: string): string {
  if (line.length * 3 <= mostOctets || (line.length <= mostOctets && plain.test(line))) return line;
  let text = '';
  let octets = 0;
  for (const [part] of line.matchAll(unit)) {
    const length = utf8Length(part);
    if (octets + length > mostOctets) {
      text += '\r\n ';
      octets = 1;
    }
    text += part;
    octets += length;
  }
  return text;
}

/** Any character except printable ASCII that needs no escape. */
const special = /[^ -+\--:<-[\]-~]/;

/** Escapes a text value. It drops control characters and lone surrogates, because calendars do not allow them. */
function escaped(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\p{Cs}|[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');
}

/** Formats an instant in UTC as "20260615T120000Z". */
export function utcStamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function dayLines(date: CalendarDate): string {
  return [
    `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${addDays(date, 1).replaceAll('-', '')}`,
    // Does not block the day for other appointments.
    'TRANSP:TRANSPARENT',
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    '',
  ].join('\r\n');
}

function textLine(name: string, text: string): string {
  const line = `${name}:${text}`;
  // A fast path: most lines are short and plain, and the calendar of a pack may have hundreds of thousands.
  if (line.length <= mostOctets && !special.test(line)) return `${line}\r\n`;
  return `${folded(`${name}:${escaped(text)}`)}\r\n`;
}

function alarmLines({ summary, hours }: CalendarEvent): string {
  const trigger = hours ? 'TRIGGER:-PT1H' : 'TRIGGER:PT9H';
  return `BEGIN:VALARM\r\nACTION:DISPLAY\r\n${trigger}\r\n${textLine('DESCRIPTION', summary)}END:VALARM\r\n`;
}

/** Writes an event. @param stamp the time of its last change, from `utcStamp` */
export function eventText(event: CalendarEvent, stamp: string): string {
  const { uid, sequence, date, hours, summary, description, location, url, hasAlarm, isCancelled } = event;
  return `BEGIN:VEVENT\r\n${textLine('UID', uid)}DTSTAMP:${stamp}\r\nSEQUENCE:${sequence}\r\n${
    hours ? `DTSTART:${utcStamp(hours.start)}\r\nDTEND:${utcStamp(hours.end)}\r\n` : dayLines(date)
  }${textLine('SUMMARY', summary)}${description ? textLine('DESCRIPTION', description) : ''}${
    location ? textLine('LOCATION', location) : ''
  }${url ? `${folded(`URL:${url}`)}\r\n` : ''}${isCancelled ? 'STATUS:CANCELLED\r\n' : ''}${hasAlarm ? alarmLines(event) : ''}END:VEVENT\r\n`;
}

/** How often calendar apps should reload a feed, as an iCalendar duration. Outlook reads only the X- line. */
const refreshInterval = 'PT12H';

/** Returns the lines before the first event, without a METHOD, which asks readers to reply. @param isFeed for apps that reload it */
export function calendarOpening({ name, isFeed = false }: { name: string; isFeed?: boolean }): string {
  const refresh = [`REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`, `X-PUBLISHED-TTL:${refreshInterval}`];
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Wagday//Wagday//EN',
    'CALSCALE:GREGORIAN',
    folded(`NAME:${escaped(name)}`),
    folded(`X-WR-CALNAME:${escaped(name)}`),
    ...(isFeed ? refresh : []),
    '',
  ].join('\r\n');
}

export const calendarEnding = 'END:VCALENDAR\r\n';

/** Writes a calendar with CRLF line breaks, which Outlook needs. The time of writing becomes the revision time of each event. */
export function calendarText(name: string, events: readonly CalendarEvent[], writtenAt: Date): string {
  const stamp = utcStamp(writtenAt);
  return `${calendarOpening({ name })}${events.map((event) => eventText(event, stamp)).join('')}${calendarEnding}`;
}
