import { type FeedContents, feedContents } from '../../../domain/celebrations/calendar-feed.ts';
import { flag, instant, oneOf, optional, text } from '../../../domain/parse.ts';
import { type Base, defineRecord, field } from './record.ts';

export type CalendarChoices = {
  name: string;
  contents: FeedContents;
  parties: boolean;
  alarms: boolean;
  /** The dog of the calendar; null for the whole pack. */
  dogId: string | null;
};

/** When a calendar app last read it, to the hour; null for never. */
type Links = { lastReadAt: string | null };

export type OwnCalendar = CalendarChoices & Links & Base;

/** Calendars are not part of the pack, so they need the network. The backend never reveals their addresses again. */
export const calendars = defineRecord<CalendarChoices, Links>({
  table: 'calendar_feeds',
  columns: 'id, name, contents, parties, alarms, dog_id, created_at, last_read_at',
  isOnlineOnly: true,
  exportedAs: 'calendars',
  content: {
    name: field('name', text),
    contents: field('contents', oneOf(feedContents)),
    parties: field('parties', flag),
    alarms: field('alarms', flag),
    dogId: field('dog_id', optional(text)),
  },
  links: { lastReadAt: field('last_read_at', optional(instant)) },
  order: { key: 'createdAt', isAscending: true },
});
