import type { Requests } from '../../database/requests.ts';
import type { ClientOf } from '../../http/connection.ts';
import type { Log } from '../../log.ts';
import type { Tokens } from '../../services/access/tokens.ts';
import type { Photos } from '../../services/photos/photos.ts';

/** What the storage service is given. */
export type StorageParts = {
  readonly requests: Requests;
  readonly tokens: Tokens;
  readonly clientOf: ClientOf;
  readonly photos: Photos;
  readonly now: () => Date;
  readonly log: Log;
};
