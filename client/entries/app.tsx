import {
  Component,
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useLocation } from 'wouter';
import { authPage, dogLinkStart, helpPage, homePage, plainPath } from '../../addresses/addresses.ts';
import { Cast } from '../art/cast.tsx';
import { LoadingScreen } from '../art/loading-screen.tsx';
import { LostDog } from '../art/lost-dog.tsx';
import { authMessages } from '../copy/auth-messages.ts';
import type { Message } from '../copy/messages.ts';
import { keepAskedPlace } from '../data/drafts/asked-place.ts';
import { queueOf } from '../data/offline/queue.ts';
import { outboxOf } from '../data/offline/this-tab.ts';
import type { LinkProblem } from '../data/session/arrival.ts';
import { currentSession, type SessionState, subscribeToSession, takeFailedArrival } from '../data/session/session.ts';
import { useLinkToken } from '../pages/link-token.ts';
import { Button } from '../ui/button.tsx';
import { focusOrHeading } from '../ui/focus.ts';
import { NavigationContext } from '../ui/page-link.tsx';
import { prepareToasts, showCause, showError, Toaster } from '../ui/toaster.tsx';
import { isLoadFailure, isServerThere, reloadOnce } from './load-failure.ts';

/** `changes`: how many are not sent. */
function signInAgain(changes: number): Message {
  const waiting = changes === 1 ? '1 change waits' : `${changes} changes wait`;
  const kept = `${waiting} on this device and will be sent once you are back.`;
  const text = `Your session has ended. ${changes > 0 ? kept : 'What you typed is kept in this tab.'}`;
  return { title: 'Please sign in again.', text };
}

type Failure = 'broken' | 'not loaded';

const failureTexts: Record<Failure, string> = {
  broken: 'Your dogs are safe. Something broke on our side.',
  'not loaded': 'Your dogs are safe. Check your network, then try again.',
};

class ErrorBoundary extends Component<{ children: ReactNode }, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: isLoadFailure(error) ? 'not loaded' : 'broken' };
  }

  override componentDidCatch(error: unknown) {
    // If a new build was deployed while this page was open, a reload requests files that exist.
    if (isLoadFailure(error)) void isServerThere().then((isThere) => isThere && reloadOnce());
  }

  override render() {
    if (!this.state.failure) return this.props.children;
    return (
      <main className="grid min-h-dvh place-content-center justify-items-center gap-3 px-4 py-10 text-center">
        <LostDog className="w-96 max-w-full" />
        <h1>This page has lost its way</h1>
        <p className="max-w-reading text-balance">{failureTexts[this.state.failure]}</p>
        <Button size="large" className="mt-2" onClick={() => window.location.reload()}>
          Load Again
        </Button>
      </main>
    );
  }
}

const LandingPage = lazy(async () => {
  if (window.location.hash.startsWith(dogLinkStart)) (await import('./take-dog-link.ts')).takeDogLink();
  return { default: (await import('../pages/landing-page.tsx')).LandingPage };
});
const loadAuthPages = () => import('../pages/auth-pages.tsx');
const AuthPage = lazy(async () => ({ default: (await loadAuthPages()).AuthPage }));
const NewPasswordPage = lazy(async () => ({ default: (await loadAuthPages()).NewPasswordPage }));
const NewEmailPage = lazy(async () => ({ default: (await loadAuthPages()).NewEmailPage }));
const DashboardPage = lazy(async () => ({ default: (await import('../pages/dashboard-page.tsx')).DashboardPage }));
export const loadPlainPages = () => import('../pages/plain-pages.tsx');
const HelpPage = lazy(async () => ({ default: (await loadPlainPages()).HelpPage }));
const NotFoundPage = lazy(async () => ({ default: (await loadPlainPages()).NotFoundPage }));

const linkProblems: Record<LinkProblem, Message> = {
  'link expired': authMessages.linkExpired,
  'wrong browser': authMessages.linkOfAnotherBrowser,
  'signed in already': authMessages.linkWhileSignedIn,
  'not taken': authMessages.linkNotTaken,
  'too many tries': authMessages.linkTooOften,
  other: authMessages.linkFailed,
};

type PageName = 'loading' | 'landing' | 'auth' | 'dashboard' | 'new password' | 'new e-mail' | 'help' | 'not found';

function pageFor(path: string, isRecoveryLink: boolean, session: SessionState): PageName {
  if (session.status === 'loading') return 'loading';
  const isSignedIn = session.status === 'signed-in';
  if (isSignedIn && session.needsNewPassword) return 'new password';
  if (path === homePage) return isSignedIn ? 'dashboard' : 'landing';
  if (path === authPage) return isSignedIn && !isRecoveryLink ? 'dashboard' : 'auth';
  return path === helpPage ? 'help' : 'not found';
}

/** Starts a new page at its top, with the focus on its heading. On the first page, the browser itself restores the position. */
function useFreshStart(page: PageName) {
  const shown = useRef<PageName>('loading');
  useEffect(() => {
    const last = shown.current;
    shown.current = page;
    if (last === 'loading' || last === page) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    // A page that has moved the focus itself keeps it.
    if (document.activeElement && document.activeElement !== document.body) return;
    focusOrHeading();
  }, [page]);
}

function Pages({ session }: { session: SessionState }) {
  const [location] = useLocation();
  const path = plainPath(location);
  const page = pageFor(path, useLinkToken('recovery') !== null, session);
  const owner = session.status === 'signed-in' ? session.owner : null;
  const emailToken = useLinkToken('email_change');
  const isEmailLink = path === authPage && emailToken !== null && (page === 'auth' || page === 'dashboard');
  useFreshStart(isEmailLink ? 'new e-mail' : page);
  if (isEmailLink) return <NewEmailPage token={emailToken} />;
  if (owner && page === 'new password') return <NewPasswordPage email={owner.email} />;
  if (owner && page === 'dashboard') return <DashboardPage key={owner.id} owner={owner} />;
  if (page === 'landing') return <LandingPage />;
  if (page === 'auth') return <AuthPage signedInAs={owner?.email ?? null} />;
  if (page === 'help') return <HelpPage owner={owner} />;
  if (page === 'not found') return <NotFoundPage owner={owner} />;
  return <LoadingScreen />;
}

function useSessionNews(session: SessionState, navigate: (to: string) => void) {
  const hasExpired = session.status === 'signed-out' && session.hasExpired;
  const endedOwnerId = session.status === 'signed-out' ? session.ownerId : null;

  useEffect(() => {
    if (!hasExpired) return undefined;
    const signIn = { label: 'Sign In', run: () => navigate(authPage) };
    const unsent = endedOwnerId ? queueOf(outboxOf(endedOwnerId)) : Promise.resolve([]);
    const told = unsent.then(({ length }) => showCause(signInAgain(length), signIn));
    // The owner may sign in in another tab.
    return () => void told.then((takeBack) => takeBack());
  }, [hasExpired, endedOwnerId, navigate]);

  useEffect(() => {
    if (session.status === 'loading') return;
    if (session.status === 'signed-out') keepAskedPlace();
    const failed = takeFailedArrival();
    if (failed) showError(linkProblems[failed.problem]);
  }, [session.status]);
}

export function App() {
  const latest = useSyncExternalStore(subscribeToSession, currentSession);
  // Goes on with 'Loading...' until the code of an owner's page is here. In its place React would keep a fallback for 300 milliseconds.
  const last = useDeferredValue(latest);
  const session = latest.status === 'signed-in' && last.status === 'loading' ? last : latest;
  const [, navigate] = useLocation();
  useSessionNews(session, navigate);
  // The app is likely to show a toast.
  useEffect(prepareToasts, []);
  useEffect(() => {
    // An open dialog leaves its history entry behind after a reload. That module removes it.
    if (window.history.state) void import('../ui/back-to-close.ts').catch(() => undefined);
  }, []);
  return (
    <NavigationContext value={navigate}>
      <Cast />
      <ErrorBoundary>
        <Suspense fallback={session.status === 'signed-out' ? null : <LoadingScreen />}>
          <Pages session={session} />
        </Suspense>
      </ErrorBoundary>
      <Toaster />
    </NavigationContext>
  );
}
