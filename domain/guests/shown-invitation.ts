/** What the page of an invitation shows. The handler in functions/ decides it, and the client's components render it. */
import type { GuestDraft, GuestField, GuestProblem } from './guest-answer.ts';
import type { AnswerRefusal, InvitationView } from './invitation-view.ts';

/**
 * Why an answer was not taken, apart from problems of its fields. `moved on`: the invitation can no longer be answered. `not sent`: the
 * answer did not arrive, or the database could not be reached.
 */
export type AnswerTrouble = 'too many' | 'no room' | 'over' | 'moved on' | 'refused' | 'not sent';

/** Queries of a link's address: to answer for somebody else, to get one's own link by mail, and to note that the link in a mail was opened. */
export const somebodyElseQuery = 'somebody-else';
export const lostLinkQuery = 'lost-link';
export const openedQuery = 'opened';

/** `unknown`: links that never existed, or were revoked; `gone`: those of a removed invitation, until the day of its party. */
export type InvitationNotice = 'unknown' | 'gone' | 'too many' | 'unavailable' | 'other site' | 'too large';

/** An invitation as its page shows it. */
export type ShownInvitation = {
  kind: 'invitation';
  /** The origin of the site, such as `https://wagday.example`. */
  site: string;
  token: string;
  /** The token of the invitation's link if the page shows the answer that this device gave by it; otherwise null. */
  linkToken: string | null;
  /** Whether the form is for another guest than the one that this device has answered for. */
  isForSomebodyElse: boolean;
  /** The result of asking for one's own link by mail; null if not asked. */
  lostLink: 'asked' | 'not an address' | null;
  view: InvitationView;
  /** In milliseconds since 1970. */
  now: number;
  /** Identifies the form, so that sending it twice gives one answer. */
  answerKey: string;
  /** What was typed into a form that was refused; null for a form that has not been sent. */
  typed: GuestDraft | null;
  problems: Partial<Record<GuestField, GuestProblem>>;
  trouble: AnswerTrouble | null;
  /** What this guest wanted to bring but somebody else took first. */
  taken: readonly string[];
};

/** What a guest sent when it could not be taken, to be sent once more: where to, and the fields of the form. */
export type UnsentForm = { action: string; fields: readonly (readonly [name: string, value: string])[] };

export type InvitationPage =
  | { kind: 'notice'; site: string; notice: InvitationNotice; unsent?: UnsentForm }
  | ShownInvitation;

/** What the caller says about an opened invitation. */
type Opening = Pick<ShownInvitation, 'site' | 'token' | 'view' | 'now' | 'answerKey'> & Partial<ShownInvitation>;

export function shownInvitation(opening: Opening): ShownInvitation {
  const form = { typed: null, problems: {}, trouble: null, taken: [] };
  return { kind: 'invitation', ...form, linkToken: null, isForSomebodyElse: false, lostLink: null, ...opening };
}

export function troubleOf(refusal: AnswerRefusal): Exclude<AnswerTrouble, 'not sent'> {
  if (refusal === 'too many') return refusal;
  if (refusal === 'full') return 'no room';
  if (refusal === 'past') return 'over';
  return refusal === 'invalid' ? 'refused' : 'moved on';
}

/** How a site renders the page: HTML, and its content security policy. */
export type InvitationPages = {
  render(page: InvitationPage): string;
  readonly policy: string;
};
