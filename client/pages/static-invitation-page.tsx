import '../styles/static-invitation.css';
import { createElement, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { tokenOfInvitation } from '../../addresses/addresses.ts';
import { checkGuestDraft, guestDraftFrom } from '../../domain/guest-answer.ts';
import type { AnswerTrouble, InvitationNotice, InvitationPage as Page } from '../../domain/invitation-page.ts';
import type { AnswerRefusal, InvitationView } from '../../domain/invitation-view.ts';
import { answerInvitation, openInvitation } from '../backend/guest-invitations.ts';
import { newRecordId } from '../backend/records/record-id.ts';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { useSingleFlight } from '../ui/use-single-flight.ts';
import { type IslandProps, invitationIslands } from './invitation-islands.tsx';
import { InvitationPage } from './invitation-page.tsx';

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

async function read(token: string | null, changes?: Partial<Shown>): Promise<Page> {
  try {
    const view = token === null ? null : await openInvitation(token);
    return token !== null && view && !view.isFileOnly ? pageOf(token, view, changes) : notice('unknown');
  } catch {
    return notice('unavailable');
  }
}

/** Sends what was typed, and answers the page that follows. */
async function send(page: Shown, form: HTMLFormElement): Promise<Page> {
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
  return read(own, { taken: outcome.taken ?? [] });
}

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
  const hasAnswered = useRef(false);

  useEffect(() => {
    const show = () => void read(tokenOfInvitation(window.location)).then(setPage);
    // Links within the page lead to a field, and leave the invitation as it is.
    const onHashChange = () => tokenOfInvitation(window.location) !== null && show();
    show();
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, []);

  const [answer] = useSingleFlight(async (form: HTMLFormElement) => {
    if (page?.kind !== 'invitation') return;
    hasAnswered.current = true;
    setPage(await send(page, form));
  });

  // As after the reload of a page that a server draws: what is new has the focus.
  useEffect(() => {
    if (page && hasAnswered.current) document.querySelector<HTMLElement>('#problems, #answered')?.focus();
  }, [page]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void answer(event.target);
  }

  if (!page) return <LoadingScreen />;
  const key = page.kind === 'invitation' ? `${page.token} ${page.now}` : page.notice;
  return (
    <div onSubmit={submit}>
      <title>{page.kind === 'invitation' ? `${page.view.party.title} · Wagday` : 'An invitation on Wagday'}</title>
      <InvitationPage key={key} page={page} renderIsland={renderIsland} />
    </div>
  );
}
