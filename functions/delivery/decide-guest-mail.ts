/** Decides what becomes of a mail to a guest that is due, from the facts that `claim_due_guest_mails` returns. */
import { isEmailAddress } from '../../domain/accounts/credential-rules.ts';
import { addDays } from '../../domain/dates/calendar-date.ts';
import { isTimeZone, localDayAt } from '../../domain/dates/local-time.ts';
import { attendances } from '../../domain/guests/guest-answer.ts';
import {
  calendarDate,
  flag,
  instant,
  integer,
  listOf,
  objectOf,
  oneOf,
  optional,
  type Parsed,
  text,
} from '../../domain/parse.ts';
import { isPartyOver, partyTimeOf } from '../../domain/parties/party-time.ts';
import { hasNews } from '../../mail/guest-letters.ts';
import type { GuestNews } from '../../mail/party-words.ts';

export const titledDay = {
  title: text,
  date: calendarDate,
  time: optional(text),
  end: optional(text),
  zone: optional(text),
};
const placed = { location: optional(text), dogName: optional(text), isCancelled: optional(flag) };
/** A party as it is, or as a guest knows it. */
const partyFacts = objectOf({ ...titledDay, ...placed });
type PartyFacts = Parsed<typeof partyFacts>;

const answered = { answer: oneOf(attendances), isWaiting: flag };
const group = { name: optional(text), adults: integer, children: integer, dogs: integer, brings: listOf(text) };
/** `isStopped`: mails to the address were ended. `isAgain`: another answer has the address. */
const guest = objectOf({ ...answered, ...group, id: text, email: optional(text), isStopped: flag, isAgain: flag });
/** `hostEmail` is null until it is proved. */
const host = { host: optional(text), hostEmail: optional(text), hostZone: optional(text), isHostNew: flag };
const settings = { placeFor: text, mostPeople: optional(integer), remindsGuests: flag, repliesByMail: flag };
/** Another answer that waits for the same change. `isPlain`: at the address without the tag of the guest's. */
const other = objectOf({ ...answered, guest: text, known: partyFacts, isPlain: flag });

export const dueGuestMail = objectOf({
  ...host,
  ...settings,
  id: text,
  /** Of these facts. A decision is recorded only if they are still the same. */
  version: text,
  kind: oneOf(['link', 'moved up', 'change', 'reminder', 'word']),
  attempts: integer,
  /** When it is too late to send it; null for never. */
  until: optional(instant),
  /** When a change of the party that its guest does not know is told, unless it is undone until then; null for none. */
  settlesAt: optional(instant),
  guest,
  party: partyFacts,
  /** What the guest knows of the party; null if that was not kept. */
  known: optional(partyFacts),
  word: optional(text),
  cancelReason: optional(text),
  others: listOf(other),
});
export type DueGuestMail = Parsed<typeof dueGuestMail>;

type WaitsFor = 'proof' | 'limit' | null;
/** Which other mails of the host wait with one. */
type Alike = 'host' | 'group' | 'strangers' | null;
/** As `record_guest_mails` takes it. `tells` names the other guests who learn a change by the mail, `before` is what its guest knew. */
export type Decision =
  | { readonly outcome: 'drop' | 'missed' }
  | { readonly outcome: 'wait'; readonly due_at: string; readonly waits_for: WaitsFor; readonly alike: Alike }
  | { readonly outcome: 'mail'; readonly news: GuestNews; readonly before: object | null; readonly tells: string[] };

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

type Answered = Pick<DueGuestMail['guest'], 'answer' | 'isWaiting'>;
const hasPlace = ({ answer, isWaiting }: Answered) => answer === 'yes' && !isWaiting;
const withoutPlace = (party: PartyFacts) => ({ ...party, location: null });
/** Returns the local day; that of where days end last if the zone is not known. */
const dayIn = (zone: string | null, at: number) => localDayAt(at, zone && isTimeZone(zone) ? zone : 'Etc/GMT+12');

/** @param at in milliseconds since 1970 */
export function decideGuestMail(due: DueGuestMail, at: number): Decision {
  const { kind, guest, others, until } = due;
  // The address without the tag is told first: where mail knows no tags, the one with it is somebody else's or nobody's.
  if (others.some(({ isPlain, answer }) => isPlain && answer !== 'no')) return waitUntil(at + minute);
  // An undo takes back nothing that this mail says of a change, and brings back no mail that was dropped for it.
  const settlesAt = Date.parse(due.settlesAt ?? '');
  if (settlesAt > at && !isOverAt(due, at)) return waitUntil(settlesAt);
  const seesPlace = (one: Answered) => due.placeFor === 'all' || hasPlace(one);
  const seenBy = (facts: PartyFacts) => (seesPlace(guest) ? facts : withoutPlace(facts));
  const [known, seen] = [seenBy(due.known ?? due.party), seenBy(due.party)];
  if (isPointless(due, known, seen, at)) return { outcome: 'drop' };
  if (until !== null && Date.parse(until) <= at) return { outcome: 'missed' };
  if (due.hostEmail === null) return waitUntil(nextTry(at), 'proof', 'host');
  const news = newsOf(due, known, seen, at);
  // A host in the first week may not mail a word that looks like a link.
  if (!hasNews(news)) return { outcome: kind === 'word' ? 'missed' : 'drop' };
  if (kind !== 'change') return { outcome: 'mail', news, before: null, tells: [] };
  // Others with the address are told by this mail, unless they know something else, or see the place while this guest does not.
  const places = [due.party.location, ...(seesPlace(guest) ? [known.location] : [])];
  const tells = others.flatMap((one) => {
    const isSame = !one.isPlain && !isNews(withoutPlace(one.known), withoutPlace(known));
    return isSame && (!seesPlace(one) || places.includes(one.known.location)) ? [one.guest] : [];
  });
  const { location: _, ...rest } = known;
  return { outcome: 'mail', news, before: seesPlace(guest) ? known : rest, tells };
}

/** The limits of a day: of the host, of the address, and of strangers that new hosts of a domain or of the site may mail. */
export const limits = ['host', 'address', 'domain', 'site'] as const;

/** Decides what becomes of a mail that is beyond a limit. */
export function decideBeyondLimit(kind: DueGuestMail['kind'], full: (typeof limits)[number], at: number): Decision {
  // The page has shown the link.
  if (full === 'address' && kind === 'link') return { outcome: 'drop' };
  return waitUntil(nextTry(at), 'limit', full === 'address' ? null : full === 'host' ? 'group' : 'strangers');
}

function waitUntil(dueAt: number, waits_for: WaitsFor = null, alike: Alike = null): Decision {
  return { outcome: 'wait', due_at: new Date(dueAt).toISOString(), waits_for, alike };
}

/** When a mail that has to wait is looked at again: in an hour, or when the next day begins in UTC, with its limits. */
function nextTry(at: number): number {
  return Math.min(at + hour, at - (at % day) + day);
}

/** Whether a mail would say nothing, or nothing that is still true. */
function isPointless(due: DueGuestMail, known: PartyFacts, seen: PartyFacts, at: number): boolean {
  const { kind, guest, party, until } = due;
  if (guest.email === null || !isEmailAddress(guest.email) || guest.isStopped) return true;
  const latest = until === null ? at : Date.parse(until);
  // After the party only thanks are mailed: a word that was written after its end.
  if (isOverAt(due, at) && !(kind === 'word' && isOverAt(due, latest - day))) return true;
  if (kind === 'change') {
    // Another day may suit who cannot come.
    const isNewDay = !seen.isCancelled && (known.date !== seen.date || known.isCancelled === true);
    return !isNews(known, seen) || (guest.answer === 'no' && !isNewDay);
  }
  if (party.isCancelled) return true;
  if (kind === 'link') return false;
  if (kind === 'moved up') return !hasPlace(guest);
  if (kind === 'word') return guest.answer === 'no';
  // The party may have moved, or its host may have switched reminders off, while the reminder waited.
  const zone = party.zone ?? due.hostZone ?? 'UTC';
  const isOtherDay = isTimeZone(zone) && party.date !== addDays(localDayAt(Math.min(at, latest - 1000), zone), 1);
  return guest.answer === 'no' || guest.isWaiting || !due.remindsGuests || isOtherDay;
}

/** Whether what guests know differs from what is true. A renamed dog is no news. */
function isNews(known: PartyFacts, party: PartyFacts): boolean {
  const facts = ['title', 'date', 'time', 'end', 'zone', 'location', 'isCancelled'] as const;
  return facts.some((fact) => known[fact] !== party[fact]);
}

/** Whether the party is over for its guests. One without a time takes place in its host's time zone. */
function isOverAt({ party, hostZone }: DueGuestMail, at: number): boolean {
  const time = partyTimeOf(party.time, party.zone, party.end);
  return isPartyOver({ celebrationDate: party.date, time }, { today: dayIn(hostZone, at), instant: at });
}

function newsOf(due: DueGuestMail, known: PartyFacts, seen: PartyFacts, at: number): GuestNews {
  const { kind, guest, host, isHostNew, mostPeople, party } = due;
  const withTime = ({ time, end, zone, ...facts }: PartyFacts) => ({ ...facts, time: partyTimeOf(time, zone, end) });
  const isPlaceHidden = seen.location !== party.location;
  const isTooLarge = guest.isWaiting && guest.adults + guest.children > (mostPeople ?? Infinity);
  const content = {
    party: { ...withTime(seen), dog: party.dogName, host, isHostNew, isPlaceHidden },
    answer: { ...guest, isTooLarge },
  };
  if (kind === 'word') return { kind, ...content, word: due.word ?? '', isThanks: isOverAt(due, at) };
  if (kind !== 'change') return { kind, ...content };
  if (party.isCancelled) return { kind: 'cancelled', ...content, why: due.cancelReason };
  return { kind, ...content, before: { ...withTime(known), isCancelled: known.isCancelled === true } };
}
