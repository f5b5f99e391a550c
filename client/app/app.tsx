import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { Route, Switch, useLocation, useSearch } from 'wouter';
import { currentSession, type SessionState, subscribeToSession, takeFailedArrival } from '../backend/session.ts';
import { messages } from '../copy/messages.ts';
import { LandingPage } from '../pages/landing-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { showError, Toaster } from '../ui/toaster.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

const AuthPage = lazy(async () => ({ default: (await import('../pages/auth-page.tsx')).AuthPage }));
const DashboardPage = lazy(async () => ({ default: (await import('../pages/dashboard-page.tsx')).DashboardPage }));
const NewPasswordPage = lazy(async () => ({
  default: (await import('../pages/new-password-page.tsx')).NewPasswordPage,
}));

function Pages({ session }: { session: SessionState }) {
  const isRecoveryLink = new URLSearchParams(useSearch()).has('token_hash');
  if (session.status === 'loading') return <LoadingScreen />;
  const isSignedIn = session.status === 'signed-in';
  if (isSignedIn && session.needsNewPassword) return <NewPasswordPage email={session.owner.email} />;
  const dashboard = isSignedIn && <DashboardPage key={session.owner.id} owner={session.owner} />;
  return (
    <Switch>
      <Route path="/">{dashboard || <LandingPage />}</Route>
      <Route path="/auth">{(!isRecoveryLink && dashboard) || <AuthPage />}</Route>
      <Route>
        <NotFoundPage isSignedIn={isSignedIn} />
      </Route>
    </Switch>
  );
}

/** A new page starts at its top. The first one is left alone: the browser knows where the visitor was. */
function useFreshStartOnNavigation() {
  const [path] = useLocation();
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [path]);
}

/** Tells what the address or the end of a session has to tell. */
function useSessionNews(session: SessionState) {
  const [, navigate] = useLocation();
  const hasExpired = session.status === 'signed-out' && session.hasExpired;

  useEffect(() => {
    if (hasExpired) showError(messages.signInAgain, { label: 'Sign In', run: () => navigate('/auth') });
  }, [hasExpired, navigate]);

  useEffect(() => {
    if (session.status === 'loading') return;
    const failed = takeFailedArrival();
    if (failed?.problem === 'link expired') showError(messages.linkExpired);
    else if (failed?.problem === 'wrong browser') showError(messages.linkOfAnotherBrowser);
    else if (failed) showError(messages.authenticationError(failed.text || messages.somethingWentWrong));
  }, [session.status]);
}

export function App() {
  const session = useSyncExternalStore(subscribeToSession, currentSession);
  useFreshStartOnNavigation();
  useSessionNews(session);
  return (
    <>
      <ErrorBoundary>
        <Suspense fallback={<LoadingScreen />}>
          <Pages session={session} />
        </Suspense>
      </ErrorBoundary>
      <Toaster />
    </>
  );
}
