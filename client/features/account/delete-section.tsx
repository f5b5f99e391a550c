import type { ReactNode } from 'react';
import { normalizeEmail } from '../../../domain/accounts/credentials.ts';
import { accountMessages } from '../../copy/account-messages.ts';
import { wrongPassword } from '../../copy/account-problems.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { isOfKind, waitSecondsOf } from '../../data/errors.ts';
import { deleteAccount } from '../../data/session/account.ts';
import type { Owner } from '../../data/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { dismissToasts, showError, showSuccess } from '../../ui/toaster.tsx';
import { useForm, useValues } from '../../ui/use-form.ts';
import { Fold } from './fold.tsx';

function isConfirmed(typed: string, { email }: Owner): boolean {
  return typed.trim() === 'DELETE' || (email !== '' && normalizeEmail(typed) === normalizeEmail(email));
}

function failureOf(error: unknown) {
  if (isOfKind(error, 'too often')) return accountMessages.tooOften(waitSecondsOf(error));
  if (isOfKind(error, 'sign-in too old')) return accountMessages.signInTooOld;
  return failureMessage(accountMessages.couldNotDeleteAccount);
}

/** Deletes the account, after the owner has given the password and typed a confirmation. */
function DeleteForm({ owner }: { owner: Owner }) {
  const state = useValues({ password: '', confirmation: '' });
  const { password, confirmation } = state.values;
  const isReady = password !== '' && isConfirmed(confirmation, owner);
  const form = useForm(state, async () => {
    if (!isReady) return undefined;
    try {
      await deleteAccount(owner, password);
      dismissToasts();
      showSuccess(accountMessages.accountDeleted);
    } catch (error) {
      if (isOfKind(error, 'wrong password')) return { password: wrongPassword };
      showError(failureOf(error));
    }
    return undefined;
  });

  return (
    <form {...form.props} className="grid gap-4">
      {/* For password managers, which know the password by this address. */}
      <input type="text" name="email" autoComplete="username" value={owner.email} readOnly hidden />
      <PasswordField label="Your password" {...form.field('password')} autoComplete="current-password" />
      <TextField
        label="Type DELETE or your e-mail to confirm"
        {...form.field('confirmation')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <Button type="submit" look="danger" className="justify-self-start" disabled={form.isBusy || !isReady}>
        {form.isBusy ? 'Please wait...' : 'Delete Forever'}
      </Button>
    </form>
  );
}

/** Says what deleting the account deletes, and offers to do it. */
export function DeleteSection({ owner, lossOfGuests }: { owner: Owner; lossOfGuests: ReactNode }) {
  return (
    <Fold title="Delete Your Account" isDanger>
      <p className="mb-4 text-ink-soft">
        Your dogs, their parties and their photos go with it. Nobody can bring them back.
      </p>
      {lossOfGuests}
      <DeleteForm owner={owner} />
    </Fold>
  );
}
