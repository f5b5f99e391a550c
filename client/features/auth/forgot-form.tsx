import { useState } from 'react';
import { isEmailAddress, normalizeEmail } from '../../../domain/credentials.ts';
import { requestPasswordRecovery } from '../../backend/auth.ts';
import { messages } from '../../copy/messages.ts';
import { invalidEmail } from '../../copy/problems.ts';
import { Button, linkClasses } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { dismissToasts, showError } from '../../ui/toaster.tsx';
import { submitWith, useSingleFlight } from '../../ui/use-single-flight.ts';
import { authFailure } from './auth-failure.ts';

/** Asks for the mail that lets an owner choose a new password. The answer is the same for every address. */
export function ForgotForm({
  email,
  hasExpiredLink,
  onEmailChange,
  onBack,
}: {
  email: string;
  /** The owner came by a link that is of no use any more. */
  hasExpiredLink: boolean;
  onEmailChange: (email: string) => void;
  onBack: () => void;
}) {
  const [problem, setProblem] = useState<string>();
  const [isSent, setIsSent] = useState(false);

  const [submit, isBusy] = useSingleFlight(async (form: HTMLFormElement) => {
    if (!isEmailAddress(normalizeEmail(email))) {
      setProblem(invalidEmail);
      form.querySelector('input')?.focus();
      return;
    }
    dismissToasts();
    try {
      await requestPasswordRecovery(normalizeEmail(email));
      setIsSent(true);
    } catch (error) {
      showError(authFailure(error));
    }
  });

  return (
    <>
      <h1>Forgot password?</h1>
      {hasExpiredLink && !isSent && (
        <p role="alert" className="mt-4 rounded-field bg-danger-wash px-4 py-3">
          {messages.linkExpired.text}
        </p>
      )}
      <p className="mt-3 text-ink-soft">It happens. Tell us your e-mail, and we send a link to choose a new one.</p>
      <form onSubmit={submitWith(submit)} noValidate className="mt-6 grid gap-5">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          problem={problem}
          onValueChange={(value) => {
            onEmailChange(value);
            setProblem(undefined);
            setIsSent(false);
          }}
        />
        <p role="status" className={isSent ? 'rounded-field bg-sky-wash px-4 py-3' : 'sr-only'}>
          {isSent && `${messages.recoverySent.text} The link in it works once, for a short time.`}
        </p>
        <Button type="submit" size="large" disabled={isBusy || email === ''}>
          {isBusy ? 'Please wait...' : isSent ? 'Send Again' : 'Send the Link'}
        </Button>
      </form>
      <p className="mt-5 text-center">
        <button type="button" className={linkClasses} onClick={onBack}>
          Back to sign in
        </button>
      </p>
    </>
  );
}
