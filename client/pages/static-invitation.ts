/** How the page of an invitation comes about where no server draws it. */
import { isEmailAddress, normalizeEmail } from '../../domain/accounts/credentials.ts';
import { checkGuestDraft, guestDraftFrom } from '../../domain/guests/guest-answer.ts';
import type { AnswerTrouble, InvitationNotice, InvitationPage as Page } from '../../domain/guests/invitation-page.ts';
import type { AnswerRefusal, InvitationView } from '../../domain/guests/invitation-view.ts';
import { answerInvitation, askForOwnLink, openInvitation, ownTokenOf } from '../data/invitations/guest-invitations.ts';
import { newRecordId } from '../data/records/record-id.ts';

type Shown = Extract<Page, { kind: 'invitation' }>;

const troubles: Partial<Record<AnswerRefusal, AnswerTrouble>> = {
  'too many': 'too many',
  full: 'no room',
  answered: 'answered',
  invalid: 'refused',
};

function notice(of: InvitationNotice): Page {
  return { kind: 'notice', site: window.location.origin, notice: of };
}

function pageOf(token: string, view: InvitationView, changes: Partial<Shown> = {}): Shown {
  return {
    ...{ kind: 'invitation', site: window.location.origin, isStatic: true, token, view, now: Date.now() },
    ...{ answerKey: newRecordId(), typed: null, problems: {}, trouble: null, taken: [] },
    ...{ linkToken: null, isForSomebodyElse: false, lostLink: null },
    ...changes,
  };
}

/** The page of the answer that this device has given to an invitation; null where it has given none, or that is gone. */
async function readOwnPage(linkToken: string, { party }: InvitationView): Promise<Page | null> {
  const token = ownTokenOf(linkToken);
  const view = token === null ? null : await openInvitation(token);
  return token !== null && view?.guest && view.party.id === party.id ? pageOf(token, view, { linkToken }) : null;
}

/** What an address with this token shows. @param token null in an address without one */
export async function readPage(token: string | null, changes?: Partial<Shown>): Promise<Page> {
  try {
    const view = token === null ? null : await openInvitation(token);
    if (token === null || !view || view.isFileOnly) return notice('unknown');
    const own = view.guest || changes?.isForSomebodyElse ? null : await readOwnPage(token, view);
    return own ?? pageOf(token, view, changes);
  } catch {
    return notice('unavailable');
  }
}

/** Sends what was typed, and answers the page that follows. */
export async function sendAnswer(page: Shown, form: HTMLFormElement): Promise<Page> {
  const { token, view, answerKey, isForSomebodyElse } = page;
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
  const typed = guestDraftFrom(fields);
  const sent = { typed, answerKey, isForSomebodyElse };
  const checked = checkGuestDraft(typed);
  if (!checked.ok) return pageOf(token, view, { ...sent, problems: checked.problems });
  // Whatever goes wrong, what was typed stays.
  const outcome = await answerInvitation(token, answerKey, checked.value, isForSomebodyElse).catch(() => null);
  if (!outcome) return pageOf(token, view, { ...sent, trouble: 'not sent' });
  if ('refused' in outcome) {
    if (outcome.refused === 'unknown') return notice('unknown');
    const now = await openInvitation(token).catch(() => null);
    return pageOf(token, now ?? view, { ...sent, trouble: troubles[outcome.refused] ?? 'moved on' });
  }
  const own = outcome.guestToken ?? token;
  // The guest's own link, so that a reload shows the answer.
  window.history.replaceState(null, '', `#${own}`);
  return readPage(own, { taken: outcome.taken ?? [] });
}

/** Asks for the guest's own link by mail, and answers the page that follows. */
export async function sendLostLink({ token, view }: Shown, form: HTMLFormElement): Promise<Page> {
  const address = normalizeEmail(String(new FormData(form).get('email') ?? ''));
  if (!isEmailAddress(address)) return pageOf(token, view, { lostLink: 'not an address' });
  const isAsked = await askForOwnLink(token, address).then(
    () => true,
    () => false,
  );
  return pageOf(token, view, isAsked ? { lostLink: 'asked' } : { trouble: 'not sent' });
}

/** Whether the answer that was sent is a yes that has its place. */
export function isCelebrated(page: Page): boolean {
  if (page.kind === 'notice' || page.trouble || Object.keys(page.problems).length > 0) return false;
  const { guest } = page.view;
  return guest?.answer === 'yes' && !guest.isWaiting;
}
