import type { CalendarDate } from '../../domain/dates/calendar-date.ts';
import type { Digest } from '../../domain/reminders/digest.ts';
import type { FunctionParts } from '../web-function.ts';
import type { Claim } from './claims.ts';
import type { ReminderParts } from './reminder-parts.ts';

export type TickParts = Pick<FunctionParts, 'service' | 'now' | 'site'> & { readonly reminders: ReminderParts };

export type Channel = 'mail' | 'push';

/** What one owner is told by one channel. */
export type Reminder = {
  readonly claim: Claim;
  readonly digest: Digest;
  /** Guests whose answers it tells. */
  readonly replies: readonly string[];
  /** The owner's own; null for a test. */
  readonly day: CalendarDate | null;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly channel: Channel;
  /** The browsers that have still to get it; null while it has been sent nowhere. */
  readonly browsers: readonly string[] | null;
};
