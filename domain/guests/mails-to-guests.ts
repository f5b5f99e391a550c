/** What the database's `mails_to_guests` tells a host of the mails to the guests of a party: what went out, what waits, and what did not. */
import { instant, listOf, objectOf, oneOf, optional, type Parsed, text } from '../parse.ts';

/** The newest mail of a kind to a guest. */
const guestMail = objectOf({
  guest: text,
  kind: oneOf(['link', 'moved up', 'change', 'reminder', 'word']),
  /** `missed`: it was given up, because it was too late or refused. */
  state: oneOf(['waits', 'sent', 'missed']),
  /** When it was sent or given up, or will be tried, as ISO text. */
  at: instant,
  /** Why it waits: for the `proof` of the host's address, or because the `limit` of the day is reached. Null if it only has to take its turn. */
  waitsFor: optional(oneOf(['proof', 'limit'])),
});

export type GuestMail = Parsed<typeof guestMail>;

/** Null for an invitation that is gone. */
export const guestMailList = optional(listOf(guestMail));
