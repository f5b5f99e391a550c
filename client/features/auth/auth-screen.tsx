import { useState } from 'react';
import { authMessages } from '../../copy/auth-messages.ts';
import { showError } from '../../ui/toaster.tsx';
import { AuthForm, type AuthMode } from './auth-form.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { RecoveryLink } from './recovery-link.tsx';

/** Signing in, signing up, and recovering a forgotten password. */
export function AuthScreen({
  initialMode,
  recoveryToken,
  signedInAs,
  onSignedIn,
  onLinkExpired,
}: {
  initialMode: AuthMode;
  /** The token of the recovery link that led here, if one did. */
  recoveryToken: string | null;
  /** The e-mail of the owner whose session is in use here already. */
  signedInAs: string | null;
  onSignedIn: () => void;
  /** The recovery link has expired, and must not stay in the address. */
  onLinkExpired: () => void;
}) {
  const [email, setEmail] = useState('');
  const [hasForgotten, setHasForgotten] = useState(false);
  const [hasExpiredLink, setHasExpiredLink] = useState(false);

  if (recoveryToken) {
    return (
      <RecoveryLink
        tokenHash={recoveryToken}
        signedInAs={signedInAs}
        onFollowed={onSignedIn}
        onExpired={() => {
          if (signedInAs !== null) showError(authMessages.linkExpired);
          setHasExpiredLink(true);
          setHasForgotten(true);
          onLinkExpired();
        }}
      />
    );
  }
  if (hasForgotten) {
    return (
      <ForgotForm
        email={email}
        hasExpiredLink={hasExpiredLink}
        onEmailChange={setEmail}
        onBack={() => setHasForgotten(false)}
      />
    );
  }
  return (
    <AuthForm
      initialMode={initialMode}
      email={email}
      onEmailChange={setEmail}
      onForgotten={() => setHasForgotten(true)}
      onSignedIn={onSignedIn}
    />
  );
}
