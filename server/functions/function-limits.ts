import { type Limit, type RateLimits, slotsOfClient } from 'embedded-supabase';

/** Limits for clients that call functions without a session. */
export const functionLimits = {
  // Tokens of calendars cannot be guessed: this spares the database. Reads of existing calendars do not count, because one service
  // reads the calendars of many owners.
  unknownCalendarByClient: { times: 600, seconds: 300, ofClients: true },
  // Tokens of confirmations cannot be guessed, either. Real ones do not count.
  unknownConfirmationByClient: { times: 60, seconds: 300, ofClients: true },
  // Nor can tokens of invitations. Each server counts visits to existing ones by client, so that nobody shuts others out.
  unknownInvitationByClient: { times: 60, seconds: 300, ofClients: true },
  visitsOfInvitation: { times: 600, seconds: 300, ofClients: true },
  // All guests may be in one network. The database limits how often one invitation and one guest are answered.
  answersToInvitationByClient: { times: 60, seconds: 300, ofClients: true },
  // Apps read a calendar every few hours. Each server counts for itself, to protect its own time.
  readsOfCalendar: { times: 60, seconds: 300, ofClients: true },
  // Services unsubscribe for many owners, and try again when they are refused.
  mailChangesByClient: { times: 30, seconds: 300, ofClients: true },
} as const satisfies Record<string, Limit>;

export type FunctionLimit = keyof typeof functionLimits;

/**
 * Counts the API calls that answer an invitation or ask for a guest's link, just as the invitation's page does. Otherwise anyone
 * with a link could fill the list of guests through the API, and try out addresses.
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
