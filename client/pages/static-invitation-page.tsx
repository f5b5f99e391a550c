import '../styles/static-invitation.css';
import { createElement, type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { tokenOfInvitation } from '../../addresses/addresses.ts';
import { lostLinkQuery, type InvitationPage as Page, somebodyElseQuery } from '../../domain/guests/invitation-page.ts';
import { Button } from '../ui/button.tsx';
import { Confetti } from '../ui/confetti.tsx';
import { focusOrHeading } from '../ui/focus.ts';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { useSingleFlight } from '../ui/use-single-flight.ts';
import { type IslandProps, invitationIslands } from './invitation-islands.tsx';
import { InvitationPage } from './invitation-page.tsx';
import { isCelebrated, readPage, sendAnswer, sendLostLink } from './static-invitation.ts';

function renderIsland<Name extends keyof IslandProps>(name: Name, props: IslandProps[Name]): ReactNode {
  const Part: (props: IslandProps[Name]) => ReactNode = invitationIslands[name];
  return createElement(Part, props);
}

/**
 * The page of an invitation where no server draws it: a static host beside hosted Supabase. It needs JavaScript, chats preview it as
 * they preview the site, and its token stands behind `#`, where no server or log sees it.
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
    // Links within the page lead to a field, and leave the invitation as it is.
    const onHashChange = () => tokenOfInvitation(window.location) !== null && void open();
    void open();
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, [open]);

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

  // As after the reload of a page that a server draws: what is new has the focus.
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
