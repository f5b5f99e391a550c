import { type FormEvent, useState } from 'react';
import { isEmailAddress, normalizeEmail } from '../../../domain/credentials.ts';
import { changeEmail } from '../../backend/account.ts';
import { BackendError } from '../../backend/errors.ts';
import type { Owner } from '../../backend/session.ts';
import { accountMessages } from '../../copy/account-messages.ts';
import { messages } from '../../copy/messages.ts';
import { invalidEmail, sameEmail, wrongPassword } from '../../copy/problems.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { withoutKeys } from '../../ui/without-keys.ts';
import { accountFailure } from './account-failure.ts';
import { Fold } from './fold.tsx';

type Values = { email: string; password: string };
type Problems = Partial<Values>;

const none: Values = { email: '', password: '' };

function problemOf(email: string, owner: Owner): string | null {
  if (!isEmailAddress(normalizeEmail(email))) return invalidEmail;
  return normalizeEmail(email) === normalizeEmail(owner.email) ? sameEmail : null;
}

function failureOf(error: unknown) {
  const kind = error instanceof BackendError ? error.kind : null;
  if (kind === 'account exists') return messages.accountExists;
  if (kind === 'too many mails') return accountMessages.tooManyMails;
  if (kind === 'sign-in too old') return accountMessages.signInTooOld;
  return accountFailure(accountMessages.couldNotChangeEmail);
}

/** Asks for the mail to a new address; the password proves that it is the owner who asks. */
function EmailForm({ owner }: { owner: Owner }) {
  const [values, setValues] = useState(none);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);

  function change(part: Partial<Values>) {
    setValues({ ...values, ...part });
    setProblems(withoutKeys(problems, Object.keys(part)));
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const refuse = (found: Problems) => {
      setProblems(found);
      form.querySelector<HTMLInputElement>(`[name=${found.email ? 'newEmail' : 'password'}]`)?.focus();
    };
    const badEmail = problemOf(values.email, owner);
    if (badEmail) return refuse({ email: badEmail });
    setIsBusy(true);
    try {
      await changeEmail(owner, values.password, normalizeEmail(values.email));
      setValues(none);
      showSuccessInDialog(accountMessages.emailChangeSent);
    } catch (error) {
      if (error instanceof BackendError && error.kind === 'wrong password') refuse({ password: wrongPassword });
      else showError(failureOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <TextField
        label="New e-mail"
        name="newEmail"
        type="email"
        autoComplete="off"
        value={values.email}
        problem={problems.email}
        hint="We send a link there. Until you follow it, nothing changes; your present address is told, too."
        onValueChange={(email) => change({ email })}
      />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        value={values.password}
        problem={problems.password}
        onValueChange={(password) => change({ password })}
      />
      <Button
        type="submit"
        look="secondary"
        className="justify-self-start"
        disabled={isBusy || values.email === '' || values.password === ''}
      >
        {isBusy ? 'Please wait...' : 'Send the Link'}
      </Button>
    </form>
  );
}

/** The address that the owner signs in with, and the way to another one. */
export function EmailSection({ owner }: { owner: Owner }) {
  return (
    <Fold title="E-mail">
      {owner.newEmail && (
        <p className="mb-4 rounded-field bg-sky-wash px-4 py-3 wrap-anywhere">
          Waiting for <strong>{owner.newEmail}</strong>: follow the link in the mail there within an hour, and the one
          at your present address if it holds one. No mail? Then look for a slip in the address; one that has an account
          already gets none.
        </p>
      )}
      <EmailForm owner={owner} />
    </Fold>
  );
}
