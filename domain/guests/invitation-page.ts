/** What the page of an invitation shows: the handler in functions/ decides it, and the client's components draw it. */
import type { GuestDraft, GuestField, GuestProblem } from './guest-answer.ts';
import type { InvitationView } from './invitation-view.ts';

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

export type InvitationPage =
  | { kind: 'notice'; site: string; notice: InvitationNotice }
  | {
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

/** How a site draws the page: HTML, and the policy under which browsers show it. */
export type InvitationPages = {
  render(page: InvitationPage): string;
  readonly policy: string;
};
