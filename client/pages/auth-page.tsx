import { useLocation, useSearch } from 'wouter';
import { AuthScreen } from '../features/auth/auth-screen.tsx';
import { OfflineNote } from '../features/offline/offline-note.tsx';
import { AuthFrame } from './auth-frame.tsx';

export function AuthPage() {
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  return (
    <AuthFrame title="Sign in to Wagday">
      <OfflineNote />
      <AuthScreen
        initialMode={query.has('join') ? 'sign up' : 'sign in'}
        recoveryToken={query.get('type') === 'recovery' ? query.get('token_hash') : null}
        onSignedIn={() => navigate('/', { replace: true })}
        onLinkExpired={() => navigate('/auth', { replace: true })}
      />
    </AuthFrame>
  );
}
