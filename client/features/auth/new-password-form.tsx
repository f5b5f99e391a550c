import { useState } from 'react';
import { passwordProblem } from '../../../domain/credentials.ts';
import { chooseNewPassword } from '../../backend/account.ts';
import { signOut } from '../../backend/auth.ts';
import { BackendError } from '../../backend/errors.ts';
import { accountMessages } from '../../copy/account-messages.ts';
import { passwordProblemText, recoveryTooLate, samePassword } from '../../copy/problems.ts';
import { Button, linkClasses } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { dismissToasts, showError, showSuccess } from '../../ui/toaster.tsx';
import { submitWith, useSingleFlight } from '../../ui/use-single-flight.ts';
import { authFailure } from './auth-failure.ts';

/** For who came by a recovery link: the pack opens when the new password is chosen. */
export function NewPasswordForm({ email }: { email: string }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();

  const [submit, isBusy] = useSingleFlight(async (form: HTMLFormElement) => {
    const refuse = (text: string) => {
      setProblem(text);
      form.querySelector<HTMLInputElement>('[name=password]')?.focus();
    };
    const badPassword = passwordProblem(password);
    if (badPassword) {
      refuse(passwordProblemText(badPassword));
      return;
    }
    dismissToasts();
    try {
      await chooseNewPassword(password);
      showSuccess(accountMessages.passwordChanged);
    } catch (error) {
      if (error instanceof BackendError && error.kind === 'same password') refuse(samePassword);
      // The link's time is over: only whoever knows the current password may set another.
      else if (error instanceof BackendError && error.kind === 'wrong password') refuse(recoveryTooLate);
      else showError(authFailure(error));
    }
  });

  return (
    <>
      <h1>Choose a new password</h1>
      <p className="mt-3 wrap-anywhere text-ink-soft">
        For <strong className="text-ink">{email}</strong>
      </p>
      <form onSubmit={submitWith(submit)} noValidate className="mt-6 grid gap-5">
        {/* For password managers, which keep the new password under this address. */}
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          value={password}
          problem={problem}
          hint="At least 6 characters; longer is safer."
          onValueChange={(value) => {
            setPassword(value);
            setProblem(undefined);
          }}
        />
        <Button type="submit" size="large" disabled={isBusy || password === ''}>
          {isBusy ? 'Please wait...' : 'Save Password'}
        </Button>
      </form>
      <p className="mt-5 text-center">
        Not now?{' '}
        <button type="button" className={linkClasses} onClick={() => void signOut()}>
          Sign out
        </button>
      </p>
    </>
  );
}
