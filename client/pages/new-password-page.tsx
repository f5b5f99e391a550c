import { NewPasswordForm } from '../features/auth/new-password-form.tsx';
import { AuthFrame } from './auth-frame.tsx';

export function NewPasswordPage({ email }: { email: string }) {
  return (
    <AuthFrame title="Choose a New Password on Wagday">
      <NewPasswordForm email={email} />
    </AuthFrame>
  );
}
