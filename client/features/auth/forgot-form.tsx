import { useState } from 'react';
import { isEmailAddress, normalizeEmail } from '../../../domain/accounts/credentials.ts';
import { invalidEmail } from '../../copy/account-problems.ts';
import { authMessages } from '../../copy/auth-messages.ts';
import { requestPasswordRecovery } from '../../data/session/auth.ts';
import { Button, linkClasses } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { dismissToasts, showErrorAtForm } from '../../ui/toaster.tsx';
import { useForm } from '../../ui/use-form.ts';
import { authFailure } from './auth-failure.ts';

/** Asks for the mail that lets an owner choose a new password. The message is the same for every address. */
export function ForgotForm({
  email,
  hasExpiredLink,
  onEmailChange,
  onBack,
}: {
  email: string;
  /** The owner followed a link that has expired. */
  hasExpiredLink: boolean;
  onEmailChange: (email: string) => void;
  onBack: () => void;
}) {
  const [isSent, setIsSent] = useState(false);
  const state = {
    values: { email },
    change: (part: { email?: string }) => {
      onEmailChange(part.email ?? '');
      setIsSent(false);
    },
  };
  const form = useForm(state, async () => {
    if (!isEmailAddress(normalizeEmail(email))) return { email: invalidEmail };
    dismissToasts();
    try {
      await requestPasswordRecovery(normalizeEmail(email));
      setIsSent(true);
    } catch (error) {
      showErrorAtForm(authFailure(error));
    }
    return undefined;
  });

  return (
    <>
      <h1>Forgot password?</h1>
      {hasExpiredLink && !isSent && (
        <p role="alert" className="mt-4 rounded-field bg-danger-wash px-4 py-3">
          {authMessages.linkExpired.text}
        </p>
      )}
      <p className="mt-3 text-ink-soft">
        It happens. Tell us your e-mail, and we send a link to choose a new password.
      </p>
      <form {...form.props} className="mt-6 grid gap-5">
        <TextField label="Email" {...form.field('email')} type="email" autoComplete="email" />
        <p role="status" className={isSent ? 'rounded-field bg-sky-wash px-4 py-3' : 'sr-only'}>
          {isSent && `${authMessages.recoverySent.text} The link in it works once, for a short time.`}
        </p>
        <Button type="submit" size="large" disabled={form.isBusy || email === ''}>
          {form.isBusy ? 'Please wait...' : isSent ? 'Send Again' : 'Send the Link'}
        </Button>
      </form>
      <p className="mt-5 text-center">
        <button type="button" className={linkClasses} onClick={onBack}>
          Back to Sign In
        </button>
      </p>
    </>
  );
}
