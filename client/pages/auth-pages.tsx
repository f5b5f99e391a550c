import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { authPage } from '../../addresses/addresses.ts';
import { Flags } from '../art/flags.tsx';
import { SignInScene } from '../art/sign-in-scene.tsx';
import { Wordmark } from '../art/wordmark.tsx';
import { AuthScreen } from '../features/auth/auth-screen.tsx';
import { EmailLink, NewPasswordForm } from '../features/auth/mailed-link-forms.tsx';
import { OfflineNote } from '../features/offline/offline-note.tsx';
import { HelpFooter } from '../shared/help-link.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { useLinkToken } from './link-token.ts';

function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="relative grid min-h-dvh content-center justify-items-center px-4 py-4 sm:py-8 lg:grid-cols-2 lg:grid-rows-[1fr_auto_auto_1fr] lg:p-0">
      <header className="mb-4 lg:col-start-2 lg:row-start-2">
        <PageLink href="/" className="rounded-field">
          <Wordmark className="text-heading" />
        </PageLink>
      </header>
      <div className="relative -mb-4 lg:row-span-4 lg:row-start-1 lg:mb-0 lg:grid lg:size-full lg:place-items-center lg:overflow-hidden lg:bg-apricot-wash">
        <SignInScene className="w-52 overflow-visible sm:w-60 lg:w-[min(30rem,38vw)]" />
      </div>
      <Flags className="absolute inset-x-0 top-0 min-h-14 w-full max-lg:hidden" />
      <div className="w-full max-w-md lg:col-start-2 lg:row-start-3">
        {/* What failed is said below the title, and before the form, which the window of a phone may cut off. */}
        <main className="flex flex-col rounded-card bg-card p-6 shadow-card sm:p-8 [&_.toasts]:mb-0 [&>h1]:-order-1">
          <Toaster place="form" />
          {children}
        </main>
        <HelpFooter />
      </div>
    </div>
  );
}

/** `signedInAs` is the e-mail of an owner who was already signed in when following a recovery link. */
export function AuthPage({ signedInAs }: { signedInAs: string | null }) {
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  return (
    <AuthFrame>
      <OfflineNote />
      <AuthScreen
        initialMode={query.has('join') ? 'sign up' : 'sign in'}
        recoveryToken={useLinkToken('recovery')}
        signedInAs={signedInAs}
        onSignedIn={() => navigate('/', { replace: true })}
        onLinkExpired={() => navigate(authPage, { replace: true })}
      />
    </AuthFrame>
  );
}

export function NewPasswordPage({ email }: { email: string }) {
  return (
    <AuthFrame>
      <title>Choose a New Password on Wagday</title>
      <NewPasswordForm email={email} />
    </AuthFrame>
  );
}

export function NewEmailPage({ token }: { token: string }) {
  const [, navigate] = useLocation();
  return (
    <AuthFrame>
      <title>Your new email at Wagday</title>
      {/* The key resets the state for another link. */}
      <EmailLink key={token} tokenHash={token} onDone={() => navigate('/', { replace: true })} />
    </AuthFrame>
  );
}
