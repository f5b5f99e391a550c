/** What a function is, and how it reaches data: alike in the embedded server and on hosted Supabase. */

import type { InvitationPage, InvitationPages } from '../domain/guests/invitation-page.ts';
import type { DeliveryParts } from './delivery/delivery-parts.ts';

/** Calls functions of schema public by name, each call in a transaction of its own. Nothing else of the database is in reach. */
export type Data = {
  /** @throws {DataError} when it cannot be answered */
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown>;
};

/** The data cannot be had. With status 429 or 503 it may be had later. */
export class DataError extends Error {
  override readonly name = 'DataError';
  readonly status: number;

  /** @param message without values, because it may be logged */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The pages of invitations as text, or as bytes with the headers that say how to read them. */
export type SentPages = Omit<InvitationPages, 'render'> & {
  render(page: InvitationPage): string | Promise<Uint8Array<ArrayBuffer>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** How files that nothing shows are removed. */
export type FileParts = {
  /** What the caller proves to know. */
  readonly tickSecret: string;
  /** Removes files of a bucket; some may be gone already. @throws Error when the storage refuses */
  readonly remove: (bucket: string, names: readonly string[]) => Promise<void>;
};

export type FunctionParts = {
  /** Calls as the role `anon`: what anybody may call. */
  readonly data: Data;
  /**
   * Calls as the role `service_role`, functions that are granted to it alone. Use it where the caller has proved to be the server
   * itself, or for what every caller of this function may cause.
   */
  readonly service: Data;
  readonly now: () => Date;
  /** The origin of the site, whose pages links lead to, such as `https://wagday.example`. */
  readonly site: string;
  /** How people are sent what is due; absent where this site sends nothing. */
  readonly delivery?: DeliveryParts;
  /** Draws the pages of invitations; absent where the site is not built. */
  readonly invitations?: SentPages;
  /** Absent where removing files is not a function's work. */
  readonly files?: FileParts;
};

/** Answers a request that needs no session. It uses nothing but its parts, the domain, and what every web platform has. */
export type WebFunction = (request: Request, parts: FunctionParts) => Response | Promise<Response>;
