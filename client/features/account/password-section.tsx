import { useState } from 'react';
import { passwordProblem } from '../../../domain/credentials.ts';
import { changePassword } from '../../backend/account.ts';
import { BackendError } from '../../backend/errors.ts';
import { accountMessages } from '../../copy/account-messages.ts';
import { passwordProblemText, samePassword, wrongPassword } from '../../copy/problems.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { submitWith, useSingleFlight } from '../../ui/use-single-flight.ts';
import { withoutKeys } from '../../ui/without-keys.ts';
import { accountFailure } from './account-failure.ts';
import { Fold } from './fold.tsx';

type Passwords = { current: string; next: string };
type Problems = Partial<Passwords>;

const none: Passwords = { current: '', next: '' };

function refusalOf(error: unknown): Problems | null {
  if (!(error instanceof BackendError)) return null;
  if (error.kind === 'wrong password' || error.kind === 'invalid credentials') return { current: wrongPassword };
  return error.kind === 'same password' ? { next: samePassword } : null;
}

function PasswordForm({ email }: { email: string }) {
  const [passwords, setPasswords] = useState(none);
  const [problems, setProblems] = useState<Problems>({});

  function change(part: Partial<Passwords>) {
    setPasswords({ ...passwords, ...part });
    setProblems(withoutKeys(problems, Object.keys(part)));
  }

  function refuse(form: HTMLFormElement, found: Problems) {
    setProblems(found);
    form.querySelector<HTMLInputElement>(`[name=${found.current ? 'current' : 'next'}]`)?.focus();
  }

  const [submit, isBusy] = useSingleFlight(async (form: HTMLFormElement) => {
    const badPassword = passwordProblem(passwords.next);
    if (badPassword) {
      refuse(form, { next: passwordProblemText(badPassword) });
      return;
    }
    try {
      await changePassword(passwords.current, passwords.next);
      setPasswords(none);
      showSuccessInDialog(accountMessages.passwordChanged);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) refuse(form, refusal);
      else showError(accountFailure(accountMessages.couldNotChangePassword));
    }
  });

  return (
    <form onSubmit={submitWith(submit)} noValidate className="grid gap-4">
      {/* For password managers, which keep the new password under this address. */}
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        name="current"
        autoComplete="current-password"
        value={passwords.current}
        problem={problems.current}
        onValueChange={(current) => change({ current })}
      />
      <PasswordField
        label="New password"
        name="next"
        autoComplete="new-password"
        value={passwords.next}
        problem={problems.next}
        hint="At least 6 characters; longer is safer. Other devices are signed out."
        onValueChange={(next) => change({ next })}
      />
      <Button
        type="submit"
        look="secondary"
        className="justify-self-start"
        disabled={isBusy || passwords.current === '' || passwords.next === ''}
      >
        {isBusy ? 'Please wait...' : 'Change Password'}
      </Button>
    </form>
  );
}

/** Changes the password; the one in use proves that it is the owner who asks. */
export function PasswordSection({ email }: { email: string }) {
  return (
    <Fold title="Password">
      <PasswordForm email={email} />
    </Fold>
  );
}
