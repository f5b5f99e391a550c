import type { Sql } from 'postgres';
import type { Requests } from '../database/requests.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Log } from '../log.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Photos } from '../storage/photos.ts';
import type { LimitSettings } from './rate-limits.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** What every part of the API is given: the outside world, so that tests can bring their own. */
export type AppContext = {
  /** The connections for accounts and sessions, as the login of the server's own work. */
  readonly sql: Sql;
  /** The database for data requests, in turn. */
  readonly requests: Requests;
  /** What access tokens are signed with. */
  readonly keys: KeyRing;
  readonly signUpAllowed: boolean;
  /** The site's address; null where only the request tells it. */
  readonly publicUrl: string | null;
  /** The only clock: tests inject it. */
  readonly now: () => Date;
  readonly log: Log;
  readonly outbox: Outbox;
  readonly photos: Photos;
  /** Nobody is where it is left out. */
  readonly trustedProxies?: TrustedProxies;
  /** Where they differ from the defaults. */
  readonly limits?: Partial<LimitSettings>;
};
