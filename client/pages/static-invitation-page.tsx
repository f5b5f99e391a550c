import '../styles/static-invitation.css';
import { createElement, type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { tokenOfInvitation } from '../../addresses/addresses.ts';
import { isEmailAddress, normalizeEmail } from '../../domain/accounts/credentials.ts';
import { checkGuestDraft, guestDraftFrom } from '../../domain/guests/guest-answer.ts';
import {
  type InvitationNotice,
  lostLinkQuery,
  type InvitationPage as Page,
  type ShownInvitation,
  shownInvitation,
  somebodyElseQuery,
  troubleOf,
} from '../../domain/guests/invitation-page.ts';
import type { InvitationView } from '../../domain/guests/invitation-view.ts';
import { LoadingScreen } from '../art/loading-screen.tsx';
import {
  answerInvitation,
  askForOwnLink,
  isInvitationGone,
  openInvitation,
  ownTokenOf,
} from '../data/invitations/guest-invitations.ts';
import { newRecordId } from '../data/records/record-id.ts';
import { Button } from '../ui/button.tsx';
import { Confetti } from '../ui/confetti.tsx';
import { focusOrHeading } from '../ui/focus.ts';
import { useSingleFlight } from '../ui/use-single-flight.ts';
import { type IslandProps, invitationIslands } from './invitation-islands.tsx';
import { InvitationPage } from './invitation-page.tsx';
import { enlivenAnswerForm } from './live-answer-form.ts';

function notice(of: InvitationNotice): Page {
  return { kind: 'notice', site: window.location.origin, notice: of };
}

function pageOf(token: string, view: InvitationView, changes: Partial<ShownInvitation> = {}): ShownInvitation {
  const site = window.location.origin;
  return shownInvitation({ site, isStatic: true, token, view, now: Date.now(), answerKey: newRecordId(), ...changes });
}

/** Reads the page of the answer that was given from this device; null if there was none, or if it is gone. */
async function readOwnPage(linkToken: string, { party }: InvitationView): Promise<Page | null> {
  const token = ownTokenOf(linkToken);
  const view = token === null ? null : await openInvitation(token);
  return token !== null && view?.guest && view.party.id === party.id ? pageOf(token, view, { linkToken }) : null;
}

/** Returns the page for a token that opens nothing. */
async function nothingToOpen(token: string | null): Promise<Page> {
  return notice(token !== null && (await isInvitationGone(token).catch(() => false)) ? 'gone' : 'unknown');
}

/** Reads what an address with this token shows. @param token null in an address without one */
async function readPage(token: string | null, changes?: Partial<ShownInvitation>): Promise<Page> {
  try {
    const view = token === null ? null : await openInvitation(token);
    if (token === null || !view || view.isFileOnly) return nothingToOpen(token);
    const own = view.guest || changes?.isForSomebodyElse ? null : await readOwnPage(token, view);
    return own ?? pageOf(token, view, changes);
  } catch {
    return notice('unavailable');
  }
}

/** Sends what was typed, and resolves to the page that follows. */
async function sendAnswer(page: ShownInvitation, form: HTMLFormElement): Promise<Page> {
  const { token, view, answerKey, isForSomebodyElse } = page;
  const typed = guestDraftFrom(new FormData(form));
  const sent = { typed, answerKey, isForSomebodyElse };
  const checked = checkGuestDraft(typed);
  if (!checked.ok) return pageOf(token, view, { ...sent, problems: checked.problems });
  // Keeps what was typed, whatever goes wrong.
  const outcome = await answerInvitation(token, answerKey, checked.value, isForSomebodyElse).catch(() => null);
  if (!outcome) return pageOf(token, view, { ...sent, trouble: 'not sent' });
  if ('refused' in outcome) {
    if (outcome.refused === 'unknown') return nothingToOpen(token);
    const now = await openInvitation(token).catch(() => null);
    return pageOf(token, now ?? view, { ...sent, trouble: troubleOf(outcome.refused) });
  }
  const own = outcome.guestToken ?? token;
  // The guest's own link, so that a reload shows the answer.
  window.history.replaceState(null, '', `#${own}`);
  return readPage(own, { taken: outcome.taken ?? [] });
}

/** Asks for the guest's own link by mail, and resolves to the page that follows. */
async function sendLostLink({ token, view }: ShownInvitation, form: HTMLFormElement): Promise<Page> {
  const address = normalizeEmail(String(new FormData(form).get('email') ?? ''));
  if (!isEmailAddress(address)) return pageOf(token, view, { lostLink: 'not an address' });
  const isAsked = await askForOwnLink(token, address).then(
    () => true,
    () => false,
  );
  return pageOf(token, view, isAsked ? { lostLink: 'asked' } : { trouble: 'not sent' });
}

/** Returns whether the answer that was just sent is a yes with a place. */
function isCelebrated(page: Page): boolean {
  if (page.kind === 'notice' || page.trouble || Object.keys(page.problems).length > 0) return false;
  const { guest } = page.view;
  return guest?.answer === 'yes' && !guest.isWaiting;
}

function renderIsland<Name extends keyof IslandProps>(name: Name, props: IslandProps[Name]): ReactNode {
  const Part: (props: IslandProps[Name]) => ReactNode = invitationIslands[name];
  return createElement(Part, props);
}

/**
 * The page of an invitation where no server draws it: on a static host beside hosted Supabase. It needs JavaScript, chats preview it
 * like the site itself, and its token is behind `#`, where no server or log sees it.
 */
export function StaticInvitationPage() {
  const [page, setPage] = useState<Page | null>(null);
  const [isCelebrating, setIsCelebrating] = useState(false);
  const hasNews = useRef(false);
  const opened = useRef(0);

  const open = useCallback(async () => {
    opened.current += 1;
    const turn = opened.current;
    const isForSomebodyElse = window.location.hash.endsWith(`?${somebodyElseQuery}`);
    const found = await readPage(tokenOfInvitation(window.location), { isForSomebodyElse });
    // Another link may have been opened meanwhile.
    if (turn === opened.current) setPage(found);
  }, []);

  useEffect(() => {
    // Links within the page lead to a field, and must not reload the invitation.
    const onHashChange = () => tokenOfInvitation(window.location) !== null && void open();
    void open();
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, [open]);

  useEffect(enlivenAnswerForm, []);

  const isOutOfReach = page?.kind === 'notice' && page.notice === 'unavailable';
  useEffect(() => {
    if (!isOutOfReach) return;
    const onOnline = () => void open();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isOutOfReach, open]);

  const [answer, isSending] = useSingleFlight(async (form: HTMLFormElement) => {
    if (page?.kind !== 'invitation') return;
    const isLostLink = form.closest(`#${lostLinkQuery}`) !== null;
    const next = await (isLostLink ? sendLostLink : sendAnswer)(page, form);
    hasNews.current = true;
    setIsCelebrating(!isLostLink && isCelebrated(next));
    setPage(next);
  });

  // Focuses what is new, as the reload of a page from a server does.
  useEffect(() => {
    if (!page || !hasNews.current) return;
    hasNews.current = false;
    const news = document.querySelector<HTMLElement>(`#problems, #answered, #${lostLinkQuery}[open] summary`);
    if (news) news.focus();
    else focusOrHeading();
  }, [page]);

  function tryAgain() {
    hasNews.current = true;
    setPage(null);
    void open();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void answer(event.target);
  }

  const title = page?.kind === 'invitation' ? `${page.view.party.title} · Wagday` : 'An invitation on Wagday';
  const key = page?.kind === 'invitation' ? `${page.token} ${page.now}` : page?.notice;
  const again = isOutOfReach && (
    <Button size="large" onClick={tryAgain}>
      Try Again
    </Button>
  );
  return (
    <div onSubmit={submit}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      {page ? <InvitationPage key={key} {...{ page, renderIsland, isSending, again }} /> : <LoadingScreen />}
      {isCelebrating && <Confetti onEnd={() => setIsCelebrating(false)} />}
    </div>
  );
}
