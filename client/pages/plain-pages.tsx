import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { LostDog } from '../art/lost-dog.tsx';
import { AccountActions } from '../features/landing/landing-buttons.tsx';
import { SignOutQuestion, useSignOut } from '../shared/sign-out.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Help, PlainPage } from './help.tsx';

function SignOut() {
  const { askOrLeave, ...question } = useSignOut();
  return (
    <nav aria-label="Account" className="sm:order-1">
      <Button variant="secondary" onClick={askOrLeave}>
        Sign Out
      </Button>
      <SignOutQuestion {...question} />
    </nav>
  );
}

const accountOf = (isSignedIn: boolean) => (isSignedIn ? <SignOut /> : <AccountActions />);

export function HelpPage({ isSignedIn }: { isSignedIn: boolean }) {
  return <Help account={accountOf(isSignedIn)} />;
}

export function NotFoundPage({ isSignedIn }: { isSignedIn: boolean }) {
  const [path] = useLocation();

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification requires unknown routes to be logged.
    console.error('404: no page at', path);
  }, [path]);

  return (
    <PlainPage
      title="Page not found on Wagday"
      account={accountOf(isSignedIn)}
      className="grid grow place-content-center justify-items-center gap-3 px-4 py-10 text-center"
    >
      <LostDog className="w-96 max-w-full" />
      <h1 className="text-hero">404</h1>
      <p className="mb-3 text-title">Oops! Page not found</p>
      <PageLink href="/" className={buttonClasses('primary', 'large')}>
        Return to Home
      </PageLink>
    </PlainPage>
  );
}
