/**
 * What the page of an invitation shows: the handler in functions/ decides it, or the app on a static host, and the client's components
 * draw it.
 */
import type { GuestDraft, GuestField, GuestProblem } from './guest-answer.ts';
import type { AnswerRefusal, InvitationView } from './invitation-view.ts';

/**
 * Why an answer was not taken, beside the problems of its fields. `moved on`: it cannot be answered any more. `not sent`: it did not
 * arrive, which the page of a server cannot say.
 */
export type AnswerTrouble = 'too many' | 'no room' | 'answered' | 'moved on' | 'refused' | 'not sent';

/** What the address of a link asks for behind `?`: to answer for somebody else, and to get one's own link by mail. */
export const somebodyElseQuery = 'somebody-else';
export const lostLinkQuery = 'lost-link';

/** What stands in place of an invitation. `unknown` is the same for a link that never was and for one that was revoked. */
export type InvitationNotice = 'unknown' | 'too many' | 'unavailable' | 'other site' | 'too large';

/** An invitation as its page shows it. */
export type ShownInvitation = {
  kind: 'invitation';
  /** The origin of the site, such as `https://wagday.example`. */
  site: string;
  /** Set on a static host: the token stands behind `#`, and nothing answers for calendars. */
  isStatic?: boolean;
  /** The token that the form answers with. */
  token: string;
  /** The token of the invitation's link, where that shows the answer that this device has given; null otherwise. */
  linkToken: string | null;
  /** Whether the form is for somebody else than this device has answered for. */
  isForSomebodyElse: boolean;
  /** What became of the wish to get one's own link by mail; null where there was none. */
  lostLink: 'asked' | 'not an address' | null;
  view: InvitationView;
  /** In milliseconds since 1970. */
  now: number;
  /** Makes a form that is sent twice one answer. */
  answerKey: string;
  /** What was typed into a form that was refused; null for a form that has not been sent. */
  typed: GuestDraft | null;
  problems: Partial<Record<GuestField, GuestProblem>>;
  trouble: AnswerTrouble | null;
  /** What this guest wanted to bring and somebody else took first. */
  taken: readonly string[];
};

export type InvitationPage = { kind: 'notice'; site: string; notice: InvitationNotice } | ShownInvitation;

/** What differs from opening to opening of an invitation. */
type Opening = Pick<ShownInvitation, 'site' | 'token' | 'view' | 'now' | 'answerKey'> & Partial<ShownInvitation>;

/** An invitation as it opens: with nothing typed, nothing refused and nothing asked for unless `opening` says otherwise. */
export function shownInvitation(opening: Opening): ShownInvitation {
  const form = { typed: null, problems: {}, trouble: null, taken: [] };
  return { kind: 'invitation', ...form, linkToken: null, isForSomebodyElse: false, lostLink: null, ...opening };
}

/** What the page says of an answer that was refused. A link that is unknown has a notice instead. */
export function troubleOf(refusal: AnswerRefusal): Exclude<AnswerTrouble, 'not sent'> {
  if (refusal === 'too many' || refusal === 'answered') return refusal;
  if (refusal === 'full') return 'no room';
  return refusal === 'invalid' ? 'refused' : 'moved on';
}

/** How a site draws the page: HTML, and the policy under which browsers show it. */
export type InvitationPages = {
  render(page: InvitationPage): string;
  readonly policy: string;
};
