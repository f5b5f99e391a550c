/** How the page of an invitation comes about where no server draws it. */
import { checkGuestDraft, guestDraftFrom } from '../../domain/guest-answer.ts';
import type { AnswerTrouble, InvitationNotice, InvitationPage as Page } from '../../domain/invitation-page.ts';
import type { AnswerRefusal, InvitationView } from '../../domain/invitation-view.ts';
import { answerInvitation, openInvitation } from '../backend/guest-invitations.ts';
import { newRecordId } from '../backend/records/record-id.ts';

type Shown = Extract<Page, { kind: 'invitation' }>;

const troubles: Partial<Record<AnswerRefusal, AnswerTrouble>> = {
  'too many': 'too many',
  full: 'no room',
  invalid: 'refused',
};

function notice(of: InvitationNotice): Page {
  return { kind: 'notice', site: window.location.origin, notice: of };
}

function pageOf(token: string, view: InvitationView, changes: Partial<Shown> = {}): Shown {
  return {
    ...{ kind: 'invitation', site: window.location.origin, isStatic: true, token, view, now: Date.now() },
    ...{ answerKey: newRecordId(), typed: null, problems: {}, trouble: null, taken: [] },
    ...changes,
  };
}

/** What an address with this token shows. @param token null in an address without one */
export async function readPage(token: string | null, changes?: Partial<Shown>): Promise<Page> {
  try {
    const view = token === null ? null : await openInvitation(token);
    return token !== null && view && !view.isFileOnly ? pageOf(token, view, changes) : notice('unknown');
  } catch {
    return notice('unavailable');
  }
}

/** Sends what was typed, and answers the page that follows. */
export async function sendAnswer(page: Shown, form: HTMLFormElement): Promise<Page> {
  const { token, view, answerKey } = page;
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
  const typed = guestDraftFrom(fields);
  const checked = checkGuestDraft(typed);
  if (!checked.ok) return pageOf(token, view, { typed, answerKey, problems: checked.problems });
  // Whatever goes wrong, what was typed stays.
  const outcome = await answerInvitation(token, answerKey, checked.value).catch(() => null);
  if (!outcome) return pageOf(token, view, { typed, answerKey, trouble: 'not sent' });
  if ('refused' in outcome) {
    if (outcome.refused === 'unknown') return notice('unknown');
    const now = await openInvitation(token).catch(() => null);
    return pageOf(token, now ?? view, { typed, answerKey, trouble: troubles[outcome.refused] ?? 'moved on' });
  }
  const own = outcome.guestToken ?? token;
  // The guest's own link, so that a reload shows the answer.
  window.history.replaceState(null, '', `#${own}`);
  return readPage(own, { taken: outcome.taken ?? [] });
}

/** Whether the answer that was sent is a yes that has its place. */
export function isCelebrated(page: Page): boolean {
  if (page.kind === 'notice' || page.trouble || Object.keys(page.problems).length > 0) return false;
  const { guest } = page.view;
  return guest?.answer === 'yes' && !guest.isWaiting;
}
