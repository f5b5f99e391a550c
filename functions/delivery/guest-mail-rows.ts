/** What `claim_guest_mails` answers, as the domain knows it. The database has checked every value. */
import type { CalendarDate } from '../../domain/dates/calendar-date.ts';
import { partyTimeOf } from '../../domain/parties/party-time.ts';
import { withoutTurning } from '../../domain/text/text.ts';
import type { GuestNews, PartyFacts, TitledDay } from '../../mail/guest-mail.ts';

type FactsRow = {
  title: string;
  date: CalendarDate;
  time: string | null;
  zone: string | null;
  location: string | null;
};

type MailRow = {
  id: string;
  to: string;
  token: string;
  attempt: number;
  party: FactsRow & { isPlaceHidden: boolean; isHostNew: boolean };
  answer: GuestNews['answer'];
} & ({ kind: 'link' | 'moved up' | 'cancelled' } | { kind: 'change'; before: FactsRow & { isCancelled: boolean } });

/** A mail that is recorded as handed over, and is this handler's alone. */
export type ClaimedMail = {
  readonly id: string;
  readonly to: string;
  /** The guest's own, which opens and changes the answer. */
  readonly token: string;
  /** From 1. */
  readonly attempt: number;
  readonly news: GuestNews;
};

function timeOf({ time, zone }: Pick<FactsRow, 'time' | 'zone'>): PartyFacts['time'] {
  return time && zone ? partyTimeOf(time, zone) : null;
}

function factsOf({ title, date, location, ...moment }: FactsRow): PartyFacts {
  return { title, date, time: timeOf(moment), location };
}

/** A mail about a party of which nothing else is left, as `claim_guest_farewells` answers it and `release_guest_farewells` takes it back. */
export type FarewellRow = {
  readonly id: string;
  readonly to: string;
  /** From 1. */
  readonly attempt: number;
  readonly party: Omit<FactsRow, 'location'> & { readonly isHostNew: boolean };
};

export function partyOfFarewell({ party: { zone, time, ...party } }: FarewellRow): TitledDay {
  return { ...party, time: timeOf({ time, zone }) };
}

/** What a claim has looked at, and what of that is to be sent. */
export function readClaim(claim: unknown): { looked: number; mails: ClaimedMail[] } {
  const { looked, mails } = withoutTurning(claim) as { looked: number; mails: MailRow[] };
  return { looked, mails: readMails(mails) };
}

function readMails(rows: readonly MailRow[]): ClaimedMail[] {
  return rows.map(({ id, to, token, attempt, ...row }) => {
    const { isPlaceHidden, isHostNew } = row.party;
    const party = { ...factsOf(row.party), isPlaceHidden, isHostNew };
    const { answer, kind } = row;
    const news: GuestNews =
      kind === 'change'
        ? { kind, party, answer, before: { ...factsOf(row.before), isCancelled: row.before.isCancelled } }
        : { kind, party, answer };
    return { id, to, token, attempt, news };
  });
}
