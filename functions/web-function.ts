/** Defines functions and their access to data, the same in the embedded server and on hosted Supabase. */

import type { InvitationPage, InvitationPages } from '../domain/guests/invitation-page.ts';
import type { DeliveryParts } from './delivery/delivery-parts.ts';

/** Calls database functions of schema public by name, each in its own transaction. Gives no other access to the database. */
export type Data = {
  /** @throws {DataError} when the call fails */
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown>;
};

/** Thrown when data is unavailable. With status 429 or 503, a later call may succeed. */
export class DataError extends Error {
  override readonly name = 'DataError';
  readonly status: number;

  /** @param message without values, because it may be logged */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The pages of invitations as text, or as bytes with headers that describe their encoding. */
export type SentPages = Omit<InvitationPages, 'render'> & {
  render(page: InvitationPage): string | Promise<Uint8Array<ArrayBuffer>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What removing unused files needs. */
export type FileParts = {
  /** The secret that the caller must send. */
  readonly tickSecret: string;
  /** Removes files of a bucket; some may be gone already. @throws Error when the storage refuses */
  readonly remove: (bucket: string, names: readonly string[]) => Promise<void>;
};

export type FunctionParts = {
  /** Calls as the role `anon`, which may call only public functions. */
  readonly data: Data;
  /**
   * Calls as the role `service_role`, including functions granted only to it. Use it only if the caller has proved to be the server
   * itself, or for effects that every caller of this function may have.
   */
  readonly service: Data;
  readonly now: () => Date;
  /** The origin of the site for links, such as `https://wagday.example`. */
  readonly site: string;
  /** What sending needs; absent if this site sends nothing. */
  readonly delivery?: DeliveryParts;
  /** Renders the pages of invitations; absent if the site is not built. */
  readonly invitations?: SentPages;
  /** Absent if no function removes files here. */
  readonly files?: FileParts;
};

/** Answers a request that needs no session. It uses only its parts, the domain, and what every web platform has. */
export type WebFunction = (request: Request, parts: FunctionParts) => Response | Promise<Response>;
