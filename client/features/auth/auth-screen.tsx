import { useState } from 'react';
import { AuthForm, type AuthMode } from './auth-form.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { RecoveryLink } from './recovery-link.tsx';

/** Everything that leads into the pack: signing in, joining, and the way back for who has forgotten the password. */
export function AuthScreen({
  initialMode,
  recoveryToken,
  onSignedIn,
  onLinkExpired,
}: {
  initialMode: AuthMode;
  /** The token of the recovery link that led here, if one did. */
  recoveryToken: string | null;
  onSignedIn: () => void;
  /** The recovery link is of no use any more: it must not stay in the address. */
  onLinkExpired: () => void;
}) {
  const [email, setEmail] = useState('');
  const [hasForgotten, setHasForgotten] = useState(false);
  const [hasExpiredLink, setHasExpiredLink] = useState(false);

  if (recoveryToken) {
    return (
      <RecoveryLink
        tokenHash={recoveryToken}
        onFollowed={onSignedIn}
        onExpired={() => {
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
