import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { currentSession, type SessionState, subscribeToSession } from '../backend/session.ts';
import { LandingPage } from '../pages/landing-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

const AuthPage = lazy(async () => ({ default: (await import('../pages/auth-page.tsx')).AuthPage }));
const DashboardPage = lazy(async () => ({ default: (await import('../pages/dashboard-page.tsx')).DashboardPage }));

function Pages({ session }: { session: SessionState }) {
  if (session.status === 'loading') return <LoadingScreen />;
  const isSignedIn = session.status === 'signed-in';
  const dashboard = isSignedIn && <DashboardPage key={session.owner.id} owner={session.owner} />;
  return (
    <Switch>
      <Route path="/">{dashboard || <LandingPage />}</Route>
      <Route path="/auth">{dashboard || <AuthPage />}</Route>
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

export function App() {
  const session = useSyncExternalStore(subscribeToSession, currentSession);
  useFreshStartOnNavigation();
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
