import type { Sql } from 'postgres';
import type { Log } from '../log.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Secrets } from '../secrets.ts';
import type { Photos } from '../storage/photos.ts';
import type { LimitSettings } from './rate-limits.ts';

/** What every part of the API is given: the outside world, so that tests can bring their own. */
export type AppContext = {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly signUpAllowed: boolean;
  /** The site's address; null where only the request tells it. */
  readonly publicUrl: string | null;
  /** The only clock: tests inject it. */
  readonly now: () => Date;
  readonly log: Log;
  readonly outbox: Outbox;
  readonly photos: Photos;
  /** Where they differ from the defaults. */
  readonly limits?: Partial<LimitSettings>;
};
