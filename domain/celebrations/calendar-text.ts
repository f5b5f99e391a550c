/**
 * Writes iCalendar text (RFC 5545, RFC 7986). It is written here because the libraries for it fold lines inside escapes or count
 * characters instead of octets, and Google drops such events.
 */
import { addDays, type CalendarDate } from '../dates/calendar-date.ts';

/** An event of a whole day, or of some hours. */
export type CalendarEvent = {
  /** Stays the same as long as the event means the same, so that a calendar replaces it and keeps no second one. */
  uid: string;
  /** Rises with every change. Calendars ignore an event with a lower number than the one they have. */
  sequence: number;
  date: CalendarDate;
  /** The instants between which it happens. Without them it takes the whole day. */
  hours?: { start: Date; end: Date };
  summary: string;
  description?: string;
  location?: string;
  /** The page of the event. It has to be an address without line breaks. */
  url?: string;
  /** Whether the calendar reminds of it: at nine in the morning of the day, or an hour before it begins. */
  hasAlarm?: boolean;
  /** Whether it does not take place any more. Calendars that have it strike it out. */
  isCancelled?: boolean;
};

/** The most octets of UTF-8 on one line, without its line break. */
const mostOctets = 75;

/** A unit of escaped text that must not be split between lines: an escape, or one code point. */
const unit = /\\[\\;,n]|[\s\S]/gu;

/** One octet for each character. */
const plain = /^[ -~]*$/;

function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** Breaks a long line into several, each of which but the first begins with a space. */
function folded(line: string): string {
  if (line.length * 3 <= mostOctets || (line.length <= mostOctets && plain.test(line))) return line;
  let text = '';
  let octets = 0;
  for (const [part] of line.matchAll(unit)) {
    let length = 0;
    for (const character of part) length += octetsOf(character.codePointAt(0) ?? 0);
    if (octets + length > mostOctets) {
      text += '\r\n ';
      octets = 1;
    }
    text += part;
    octets += length;
  }
  return text;
}

/** Whatever is not printable ASCII that is written as it is. */
const special = /[^ -+\--:<-[\]-~]/;

/** Escapes a text value. Control characters and lone surrogates are not allowed in calendars and are left out. */
function escaped(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cs}|[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');
}

/** "2026-06-15" as "20260615". */
function basicDate(date: CalendarDate): string {
  return date.slice(0, 4) + date.slice(5, 7) + date.slice(8);
}

/** An instant in UTC as "20260615T120000Z". */
export function utcStamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** The lines of an event of a whole day, each with its line break. */
function dayLines(date: CalendarDate): string {
  return [
    `DTSTART;VALUE=DATE:${basicDate(date)}`,
    `DTEND;VALUE=DATE:${basicDate(addDays(date, 1))}`,
    // The day stays free for other appointments.
    'TRANSP:TRANSPARENT',
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    '',
  ].join('\r\n');
}

/** Hours are written in UTC, which every calendar shows by the clocks of its owner. */
function hourLines({ start, end }: { start: Date; end: Date }): string {
  return `DTSTART:${utcStamp(start)}\r\nDTEND:${utcStamp(end)}\r\n`;
}

function textLine(name: string, text: string): string {
  const line = `${name}:${text}`;
  // Most lines are short and plain, and a pack has hundreds of thousands of them.
  if (line.length <= mostOctets && !special.test(line)) return `${line}\r\n`;
  return `${folded(`${name}:${escaped(text)}`)}\r\n`;
}

function alarmLines({ summary, hours }: CalendarEvent): string {
  const trigger = hours ? 'TRIGGER:-PT1H' : 'TRIGGER:PT9H';
  return `BEGIN:VALARM\r\nACTION:DISPLAY\r\n${trigger}\r\n${textLine('DESCRIPTION', summary)}END:VALARM\r\n`;
}

/** A function that remembers its last results, for arguments that come again and again. */
function remembered<Value>(write: (text: string) => Value, most: number): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = write(text);
    if (known.size >= most) known.clear();
    known.set(text, value);
    return value;
  };
}

/** Writes an event as text. @param stamp when it was last changed, as `utcStamp` writes it */
export type EventWriter = (event: CalendarEvent, stamp: string) => string;

/** A writer for many events: among those of a pack, days and descriptions come again thousands of times. */
export function eventWriter(): EventWriter {
  const days = remembered((date) => dayLines(date as CalendarDate), 2000);
  const descriptions = remembered((text) => textLine('DESCRIPTION', text), 20);
  const urls = remembered((url) => `${folded(`URL:${url}`)}\r\n`, 20);
  return (event, stamp) => {
    const { uid, sequence, date, hours, summary, description, location, url, hasAlarm, isCancelled } = event;
    return `BEGIN:VEVENT\r\n${textLine('UID', uid)}DTSTAMP:${stamp}\r\nSEQUENCE:${sequence}\r\n${
      hours ? hourLines(hours) : days(date)
    }${textLine('SUMMARY', summary)}${description ? descriptions(description) : ''}${
      location ? textLine('LOCATION', location) : ''
    }${url ? urls(url) : ''}${isCancelled ? 'STATUS:CANCELLED\r\n' : ''}${hasAlarm ? alarmLines(event) : ''}END:VEVENT\r\n`;
  };
}

/** How often calendar apps should ask a feed again, as an iCalendar duration. Outlook honours the second of its two lines. */
const refreshInterval = 'PT12H';

/**
 * The lines before the first event. There is no METHOD, so that a file asks nobody for an answer.
 * @param isFeed whether calendar apps ask for it again and again
 */
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

/** The line after the last event. */
export const calendarEnding = 'END:VCALENDAR\r\n';

/**
 * A calendar as text, with CRLF line breaks as Outlook needs them. `writtenAt` is the instant of writing, which becomes the
 * revision time of each event.
 */
export function calendarText({
  name,
  events,
  writtenAt,
}: {
  name: string;
  events: readonly CalendarEvent[];
  writtenAt: Date;
}): string {
  const stamp = utcStamp(writtenAt);
  const write = eventWriter();
  return `${calendarOpening({ name })}${events.map((event) => write(event, stamp)).join('')}${calendarEnding}`;
}
