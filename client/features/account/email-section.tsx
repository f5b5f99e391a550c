import { isEmailAddress, normalizeEmail } from '../../../domain/accounts/credentials.ts';
import { accountMessages } from '../../copy/account-messages.ts';
import { invalidEmail, sameEmail, wrongPassword } from '../../copy/account-problems.ts';
import { authMessages } from '../../copy/auth-messages.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { isOfKind, waitSecondsOf } from '../../data/errors.ts';
import { changeEmail } from '../../data/session/account.ts';
import type { Owner } from '../../data/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useForm, useValues } from '../../ui/use-form.ts';
import { Fold } from './fold.tsx';

const none = { newEmail: '', password: '' };

function problemOf(email: string, owner: Owner): string | undefined {
  if (!isEmailAddress(normalizeEmail(email))) return invalidEmail;
  return normalizeEmail(email) === normalizeEmail(owner.email) ? sameEmail : undefined;
}

function failureOf(error: unknown) {
  if (isOfKind(error, 'account exists')) return authMessages.accountExists;
  if (isOfKind(error, 'too often')) return accountMessages.tooOften(waitSecondsOf(error));
  if (isOfKind(error, 'sign-in too old')) return accountMessages.signInTooOld;
  return failureMessage(accountMessages.couldNotChangeEmail);
}

/** Asks for the mail to a new address. The password proves that the owner asks. */
function EmailForm({ owner }: { owner: Owner }) {
  const state = useValues(none);
  const form = useForm(state, async ({ newEmail, password }) => {
    const badEmail = problemOf(newEmail, owner);
    if (badEmail) return { newEmail: badEmail };
    try {
      await changeEmail(owner, password, normalizeEmail(newEmail));
      state.clear();
      showSuccessInDialog(accountMessages.emailChangeSent);
    } catch (error) {
      if (isOfKind(error, 'wrong password')) return { password: wrongPassword };
      showError(failureOf(error));
    }
    return undefined;
  });

  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label="New e-mail"
        {...form.field('newEmail')}
        type="email"
        autoComplete="off"
        hint="We send a link there. Until you follow it, nothing changes; your present address is told, too."
      />
      <PasswordField label="Your password" {...form.field('password')} autoComplete="current-password" />
      <Button
        type="submit"
        look="secondary"
        className="justify-self-start"
        disabled={form.isBusy || state.values.newEmail === '' || state.values.password === ''}
      >
        {form.isBusy ? 'Please wait...' : 'Send the Link'}
      </Button>
    </form>
  );
}

/** Changes the address that the owner signs in with. */
export function EmailSection({ owner }: { owner: Owner }) {
  return (
    <Fold title="E-mail">
      {owner.newEmail && (
        <p className="mb-4 rounded-field bg-sky-wash px-4 py-3 wrap-anywhere">
          Waiting for <strong>{owner.newEmail}</strong>: follow the link in the mail there within an hour, and the one
          at your present address if it holds one. No mail? Check the address for a typo; one that has an account
          already gets none.
        </p>
      )}
      <EmailForm owner={owner} />
    </Fold>
  );
}
