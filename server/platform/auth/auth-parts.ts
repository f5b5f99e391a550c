import type { Tokens } from '../access/tokens.ts';
import type { Sql } from '../database/connect.ts';
import type { ClientOf } from '../http/connection.ts';
import type { Log } from '../log.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { AuthRateLimits } from './auth-limits.ts';
import type { CredentialRules } from './credentials.ts';

/** What the auth service is given. */
export type AuthParts = {
  /** The connections for accounts and sessions, as the login of the server's own work. */
  readonly sql: Sql;
  readonly tokens: Tokens;
  readonly limits: AuthRateLimits;
  readonly clientOf: ClientOf;
  readonly outbox: Outbox;
  readonly credentialRules: CredentialRules;
  /** A browser and its system in words, from what it calls itself. */
  readonly describeBrowser: (userAgent: string | null) => string;
  readonly signUpAllowed: boolean;
  /** The bcrypt cost of new passwords in tests; undefined stands for the product's. */
  readonly passwordCost?: number | undefined;
  /** The site's address; null where only the request tells it. */
  readonly publicUrl: string | null;
  readonly now: () => Date;
  readonly log: Log;
};
