import { type ComponentProps, useRef } from 'react';
import { isEmailAddress, normalizeEmail, passwordProblem } from '../../../domain/accounts/credential-rules.ts';
import { limits } from '../../../domain/limits.ts';
import { characterCount, tidyLine } from '../../../domain/text/text.ts';
import {
  accountMessages,
  invalidEmail,
  nameTooLong,
  passwordProblemText,
  sameEmail,
  samePassword,
  wrongPassword,
} from '../../copy/account-messages.ts';
import { authMessages } from '../../copy/auth-messages.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import type { Message } from '../../copy/messages.ts';
import { isOfKind, waitSecondsOf } from '../../data/backend-error.ts';
import { changeEmail, changeName, changePassword, deleteAccount } from '../../data/session/account.ts';
import type { Owner } from '../../data/session/session.ts';
import { newPassword } from '../../shared/fields/new-password.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { dismissToasts, showError, showSuccess } from '../../ui/toaster.tsx';
import { type Problems, useForm, useValues } from '../../ui/use-form.ts';

function failureOf(error: unknown, otherwise: Message): Message {
  if (isOfKind(error, 'too often')) return accountMessages.tooOften(waitSecondsOf(error));
  if (isOfKind(error, 'sign-in too old')) return accountMessages.signInTooOld;
  return failureMessage(otherwise);
}

/** Shows what has failed until the next attempt begins, because it would contradict what works then. */
function useFailure() {
  const takeBack = useRef(() => {});
  return {
    show: (message: Message) => {
      takeBack.current = showError(message);
    },
    end: () => takeBack.current(),
  };
}

function Submit({
  form,
  ...rest
}: Pick<ComponentProps<typeof BusyButton>, 'disabled' | 'variant' | 'children'> & { form: { isBusy: boolean } }) {
  return (
    <BusyButton type="submit" className="justify-self-start" isBusy={form.isBusy} busyText="Please wait..." {...rest} />
  );
}

export function NameForm({ owner }: { owner: Owner }) {
  const state = useValues({ ownerName: owner.name ?? '' });
  const failure = useFailure();
  const form = useForm(state, async (typed) => {
    const ownerName = tidyLine(typed.ownerName);
    if (characterCount(ownerName) > limits.ownerName) return { ownerName: nameTooLong };
    failure.end();
    try {
      await changeName(ownerName);
      state.change({ ownerName });
      showSuccess(ownerName ? accountMessages.nameChanged : accountMessages.nameRemoved);
    } catch {
      failure.show(failureMessage(accountMessages.couldNotSaveName));
    }
  });

  return (
    <form {...form.props} className="grid gap-4">
      <TextField label="What should we call you?" {...form.field('ownerName')} isOptional autoComplete="nickname" />
      <BusyButton type="submit" className="justify-self-start" isBusy={form.isBusy} busyText="Saving...">
        Save Name
      </BusyButton>
    </form>
  );
}

/** Requests a mail to the new sign-in address, which completes the change. The password proves that the owner asks. */
export function EmailForm({ owner }: { owner: Owner }) {
  const state = useValues({ newEmail: '', password: '' });
  const failure = useFailure();
  const form = useForm(state, async ({ newEmail, password }) => {
    const email = normalizeEmail(newEmail);
    if (!isEmailAddress(email)) return { newEmail: invalidEmail };
    if (email === normalizeEmail(owner.email)) return { newEmail: sameEmail };
    failure.end();
    try {
      await changeEmail(owner, password, email);
      state.clear();
      showSuccess(accountMessages.emailChangeSent);
    } catch (error) {
      if (isOfKind(error, 'wrong password')) return { password: wrongPassword };
      failure.show(
        isOfKind(error, 'account exists')
          ? authMessages.accountExists
          : failureOf(error, accountMessages.couldNotChangeEmail),
      );
    }
  });

  return (
    <form {...form.props} className="grid gap-4">
      {owner.newEmail && (
        <p className="rounded-field bg-sky-wash px-4 py-3 wrap-anywhere">
          Waiting for <strong>{owner.newEmail}</strong>: follow the link there within an hour. If one comes to your
          current email, follow it, too. Nothing there? Check for a typo. An email that already has an account gets no
          link.
        </p>
      )}
      <TextField
        label="New email"
        {...form.field('newEmail')}
        type="email"
        autoComplete="email"
        hint="Nothing changes until you follow the link there. We'll let your current email know, too."
      />
      <PasswordField label="Your password" {...form.field('password')} autoComplete="current-password" />
      <Submit form={form} disabled={state.values.newEmail === '' || state.values.password === ''}>
        Send the Link
      </Submit>
    </form>
  );
}

const noPasswords = { current: '', next: '' };

function refusalOf(error: unknown): Problems<typeof noPasswords> | undefined {
  if (isOfKind(error, 'wrong password', 'invalid credentials')) return { current: wrongPassword };
  if (isOfKind(error, 'common password')) return { next: passwordProblemText('too common') };
  return isOfKind(error, 'same password') ? { next: samePassword } : undefined;
}

export function PasswordForm({ email }: { email: string }) {
  const state = useValues(noPasswords);
  const failure = useFailure();
  const form = useForm(state, async ({ current, next }) => {
    const badPassword = passwordProblemText(passwordProblem(next, email));
    if (badPassword) return { next: badPassword };
    failure.end();
    try {
      await changePassword(current, next);
      state.clear();
      showSuccess(accountMessages.passwordChanged);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) failure.show(failureOf(error, accountMessages.couldNotChangePassword));
      return refusal;
    }
  });

  return (
    <form {...form.props} className="grid gap-4">
      {/* Password managers store the new password under this address. */}
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current password" {...form.field('current')} autoComplete="current-password" />
      <PasswordField
        label="New password"
        {...form.field('next')}
        {...newPassword}
        hint="At least 6 characters; longer is safer. Other devices will need it, too."
      />
      <Submit form={form} disabled={state.values.current === '' || state.values.next === ''}>
        Change Password
      </Submit>
    </form>
  );
}

export function DeleteForm({ owner }: { owner: Owner }) {
  const state = useValues({ password: '', confirmation: '' });
  const { password, confirmation } = state.values;
  const isOwnEmail = owner.email !== '' && normalizeEmail(confirmation) === normalizeEmail(owner.email);
  const isReady = password !== '' && (confirmation.trim() === 'DELETE' || isOwnEmail);
  const form = useForm(state, async () => {
    if (!isReady) return undefined;
    try {
      await deleteAccount(owner, password);
      dismissToasts();
      showSuccess(accountMessages.accountDeleted);
    } catch (error) {
      if (isOfKind(error, 'wrong password')) return { password: wrongPassword };
      showError(failureOf(error, accountMessages.couldNotDeleteAccount));
    }
  });

  return (
    <form {...form.props} className="grid gap-4">
      {/* Password managers find the password by this address. */}
      <input type="text" name="email" autoComplete="username" value={owner.email} readOnly hidden />
      <PasswordField label="Your password" {...form.field('password')} autoComplete="current-password" />
      <TextField
        label="Type DELETE or your email to confirm"
        {...form.field('confirmation')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <Submit form={form} variant="danger" disabled={!isReady}>
        Delete Forever
      </Submit>
    </form>
  );
}
