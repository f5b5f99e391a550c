import { type Limit, type RateLimits, slotsOfClient } from '../platform/limits/rate-limits.ts';

/** How often a client may call functions that need no session. */
export const functionLimits = {
  // Tokens of calendars cannot be guessed: this spares the database. Reading a calendar that exists is not counted here, because
  // one service reads those of many owners.
  unknownCalendarByClient: { times: 600, seconds: 300, ofClients: true },
  // Neither can confirmations. Those that are real are not counted.
  unknownConfirmationByClient: { times: 60, seconds: 300, ofClients: true },
  // Neither can invitations. Those that exist are counted by each server, each for itself and each client: nobody shuts others out.
  unknownInvitationByClient: { times: 60, seconds: 300, ofClients: true },
  visitsOfInvitation: { times: 600, seconds: 300, ofClients: true },
  // All guests may sit in one network. The database limits how often one invitation and one guest are answered.
  answersToInvitationByClient: { times: 60, seconds: 300, ofClients: true },
  // Apps ask every few hours. Counted by each server for itself: it protects its own time.
  readsOfCalendar: { times: 60, seconds: 300, ofClients: true },
  // Services turn mails off for many owners, and who is refused comes again.
  unsubscribeByClient: { times: 30, seconds: 300, ofClients: true },
} as const satisfies Record<string, Limit>;

export type FunctionLimit = keyof typeof functionLimits;

/**
 * Counts calls of the API that answer an invitation as its page counts them: otherwise anyone who holds a link could fill the list of
 * guests from there, and try out addresses.
 * @returns the seconds until the client may call again; null when it may now
 */
export async function waitForCall(
  limits: RateLimits<FunctionLimit>,
  functionName: string,
  client: string,
): Promise<number | null> {
  if (functionName !== 'answer_invitation' && functionName !== 'ask_for_own_link') return null;
  return (await limits.take(slotsOfClient('answersToInvitationByClient', client)))?.seconds ?? null;
}
