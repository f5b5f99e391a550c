import { type CalendarFeed, type FeedDays, feedText } from '../domain/celebrations/calendar-feed.ts';
import type { EventPage } from '../domain/celebrations/celebration-events.ts';
import type { CalendarDate } from '../domain/dates/calendar-date.ts';
import { partyTimeOf } from '../domain/parties/party-time.ts';
import { hashOf } from './requests.ts';

/** The most versions read from If-None-Match. Real readers send one or two. */
const mostVersions = 10;

const day = (text: string) => text as CalendarDate;
const revision = { createdAt: '2020-01-01T00:00:00Z', version: 1 };

const sample: CalendarFeed = {
  ...{ name: 'Sample', contents: 'all', alarms: true },
  dogs: (['day', 'guess'] as const).map((birthPrecision) => ({
    ...{ id: 'dog', name: 'Luna', size: 'small', birthPrecision, ...revision },
    ...{ birthDate: day('2019-06-14'), gotchaDate: day('2019-08-01') },
  })),
  parties: [
    {
      ...{ id: 'party', title: 'Cake Day', celebrationDate: day('2020-06-14'), ...revision },
      ...{ time: partyTimeOf('18:30', 'UTC', '21:00'), description: 'Bring a ball.', location: 'The park' },
    },
  ],
};

/**
 * A sample calendar with one of everything, as this version of Wagday writes it. It is part of each ETag, so that a version that writes
 * calendars differently has different ETags.
 */
const edition = [
  ...feedText(
    sample,
    { from: day('2019-01-01'), end: day('2023-01-01'), ofLargePacks: [] },
    { address: 'https://wagday.example/', host: 'wagday.example' },
  ),
].join('');

const hashOfEdition = hashOf(edition);

/**
 * Makes the strong ETags of calendars. Each has two parts: the database's version of all rows of the calendar, and a hash of how they
 * are written here for these days. So a reader's versions can be checked before anything is written.
 */
export async function feedTags(days: FeedDays, page: EventPage) {
  const written = (await hashOf(JSON.stringify([await hashOfEdition, days, page]))).slice(0, 16);
  return {
    written,
    of: (version: string) => `"${version}${written}"`,
    /** Returns the versions that If-None-Match names. */
    versionsIn: (header: string | null): string[] =>
      [...(header ?? '').matchAll(/"([\da-f]{32})([\da-f]{16})"/g)]
        .filter(([, , how]) => how === written)
        .map(([, version = '']) => version)
        .slice(0, mostVersions),
  };
}
