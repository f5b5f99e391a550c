import { useLocation } from 'wouter';
import { EmailLink } from '../features/auth/email-link.tsx';
import { AuthFrame } from './auth-frame.tsx';

export function NewEmailPage({ token }: { token: string }) {
  const [, navigate] = useLocation();
  return (
    <AuthFrame title="Your new address at Wagday">
      {/* The key resets the state for another link. */}
      <EmailLink key={token} tokenHash={token} onDone={() => navigate('/', { replace: true })} />
    </AuthFrame>
  );
}
