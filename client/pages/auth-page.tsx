import { useLocation, useSearch } from 'wouter';
import { authPage } from '../../addresses/addresses.ts';
import { AuthScreen } from '../features/auth/auth-screen.tsx';
import { OfflineNote } from '../features/offline/offline-note.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useLinkToken } from './link-token.ts';

/** `signedInAs` is the e-mail of an owner who is signed in already and followed a recovery link. */
export function AuthPage({ signedInAs }: { signedInAs: string | null }) {
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  return (
    <AuthFrame title="Sign in to Wagday">
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
