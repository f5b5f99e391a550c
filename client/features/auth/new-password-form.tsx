import { passwordProblem } from '../../../domain/accounts/credentials.ts';
import { accountMessages, passwordProblemText, recoveryTooLate, samePassword } from '../../copy/account-messages.ts';
import { isOfKind } from '../../data/errors.ts';
import { chooseNewPassword } from '../../data/session/account.ts';
import { signOut } from '../../data/session/auth.ts';
import { Button, linkClasses } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { dismissToasts, showErrorAtForm, showSuccess } from '../../ui/toaster.tsx';
import { useForm, useValues } from '../../ui/use-form.ts';
import { authFailure } from './auth-failure.ts';

/** Asks an owner who followed a recovery link for a new password. The pack opens afterwards. */
export function NewPasswordForm({ email }: { email: string }) {
  const state = useValues({ password: '' });
  const form = useForm(state, async ({ password }) => {
    const badPassword = passwordProblemText(passwordProblem(password));
    if (badPassword) return { password: badPassword };
    dismissToasts();
    try {
      await chooseNewPassword(password);
      showSuccess(accountMessages.passwordChanged);
    } catch (error) {
      if (isOfKind(error, 'same password')) return { password: samePassword };
      // The 15 minutes after the link are over. From then on the server asks for the current password.
      if (isOfKind(error, 'wrong password')) return { password: recoveryTooLate };
      showErrorAtForm(authFailure(error));
    }
    return undefined;
  });

  return (
    <>
      <h1>Choose a New Password</h1>
      <p className="mt-3 wrap-anywhere text-ink-soft">
        For <strong className="text-ink">{email}</strong>
      </p>
      <form {...form.props} className="mt-6 grid gap-5">
        {/* For password managers, which keep the new password under this address. */}
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="New password"
          {...form.field('password')}
          autoComplete="new-password"
          hint="At least 6 characters; longer is safer."
        />
        <Button type="submit" size="large" disabled={form.isBusy || state.values.password === ''}>
          {form.isBusy ? 'Please wait...' : 'Save Password'}
        </Button>
      </form>
      <p className="mt-5 text-center">
        Not now?{' '}
        <button type="button" className={linkClasses} onClick={() => void signOut()}>
          Sign Out
        </button>
      </p>
    </>
  );
}
