import { passwordProblem } from '../../../domain/accounts/credentials.ts';
import { accountMessages } from '../../copy/account-messages.ts';
import { passwordProblemText, samePassword, wrongPassword } from '../../copy/account-problems.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { isOfKind, waitSecondsOf } from '../../data/errors.ts';
import { changePassword } from '../../data/session/account.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { type Problems, useForm, useValues } from '../../ui/use-form.ts';
import { Fold } from './fold.tsx';

const none = { current: '', next: '' };

function refusalOf(error: unknown): Problems<typeof none> | undefined {
  if (isOfKind(error, 'wrong password', 'invalid credentials')) return { current: wrongPassword };
  return isOfKind(error, 'same password') ? { next: samePassword } : undefined;
}

function PasswordForm({ email }: { email: string }) {
  const state = useValues(none);
  const form = useForm(state, async ({ current, next }) => {
    const badPassword = passwordProblemText(passwordProblem(next));
    if (badPassword) return { next: badPassword };
    try {
      await changePassword(current, next);
      state.clear();
      showSuccessInDialog(accountMessages.passwordChanged);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal)
        showError(
          isOfKind(error, 'too often')
            ? accountMessages.tooOften(waitSecondsOf(error))
            : failureMessage(accountMessages.couldNotChangePassword),
        );
      return refusal;
    }
    return undefined;
  });

  return (
    <form {...form.props} className="grid gap-4">
      {/* For password managers, which keep the new password under this address. */}
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current password" {...form.field('current')} autoComplete="current-password" />
      <PasswordField
        label="New password"
        {...form.field('next')}
        autoComplete="new-password"
        hint="At least 6 characters; longer is safer. Other devices are signed out."
      />
      <Button
        type="submit"
        look="secondary"
        className="justify-self-start"
        disabled={form.isBusy || state.values.current === '' || state.values.next === ''}
      >
        {form.isBusy ? 'Please wait...' : 'Change Password'}
      </Button>
    </form>
  );
}

/** Changes the password. The current one proves that the owner asks. */
export function PasswordSection({ email }: { email: string }) {
  return (
    <Fold title="Password">
      <PasswordForm email={email} />
    </Fold>
  );
}
