import { useLocation, useSearch } from 'wouter';
import { authPage } from '../../addresses/addresses.ts';
import { AuthScreen } from '../features/auth/auth-screen.tsx';
import { OfflineNote } from '../features/offline/offline-note.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useRecoveryToken } from './recovery-token.ts';

/** Whoever is signed in comes here only by a recovery link, which may be for another account. */
export function AuthPage({ signedInAs }: { signedInAs: string | null }) {
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  return (
    <AuthFrame title="Sign in to Wagday">
      <OfflineNote />
      <AuthScreen
        initialMode={query.has('join') ? 'sign up' : 'sign in'}
        recoveryToken={useRecoveryToken()}
        signedInAs={signedInAs}
        onSignedIn={() => navigate('/', { replace: true })}
        onLinkExpired={() => navigate(authPage, { replace: true })}
      />
    </AuthFrame>
  );
}
