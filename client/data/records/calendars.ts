import { feedContents } from '../../../domain/celebrations/calendar-feed.ts';
import { flag, instant, oneOf, optional, text } from '../../../domain/parse.ts';
import { defineRecord, field, type ItemOf } from './record.ts';

/** Calendars are not part of the pack, so they need the network. The backend never reveals their addresses again. */
export const calendars = defineRecord({
  table: 'calendar_feeds',
  columns: 'id, name, contents, parties, alarms, dog_id, created_at, last_read_at',
  isOnlineOnly: true,
  exportedAs: 'calendars',
  content: {
    name: field('name', text),
    contents: field('contents', oneOf(feedContents)),
    parties: field('parties', flag),
    alarms: field('alarms', flag),
    /** The dog of the calendar; null for the whole pack. */
    dogId: field('dog_id', optional(text)),
  },
  /** When a calendar app last read it, to the hour; null for never. */
  links: { lastReadAt: field('last_read_at', optional(instant)) },
  order: { key: 'createdAt', isAscending: true },
});

export type OwnCalendar = ItemOf<typeof calendars>;
export type CalendarChoices = Pick<OwnCalendar, 'name' | 'contents' | 'parties' | 'alarms' | 'dogId'>;
