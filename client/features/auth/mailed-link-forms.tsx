import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { passwordProblem } from '../../../domain/accounts/credential-rules.ts';
import { accountMessages, passwordProblemText, recoveryTooLate, samePassword } from '../../copy/account-messages.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { isOfKind } from '../../data/backend-error.ts';
import { chooseNewPassword, confirmEmail } from '../../data/session/account.ts';
import { newPassword } from '../../shared/fields/new-password.ts';
import { SignOutQuestion, useSignOut } from '../../shared/sign-out.tsx';
import { Button } from '../../ui/button.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { dismissToasts, showErrorAtForm, showSuccess } from '../../ui/toaster.tsx';
import { useForm, useValues } from '../../ui/use-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { authFailure, MainButton, OtherWay } from './auth-screen.tsx';

const endings = {
  moved: { title: 'All set!', text: 'From now on you sign in with this email. Your password stays as it is.' },
  'one link to go': {
    title: 'Halfway there!',
    text: 'We wrote to your other email, too. Follow the link there, and your new email is set.',
  },
  'link expired': {
    title: 'This link has expired',
    text: 'It is too old or was used already. Ask for a new one in You, under Email.',
  },
  'account exists': accountMessages.emailTaken,
};

type Ending = keyof typeof endings;

function endingOf(error: unknown): Ending | null {
  if (isOfKind(error, 'account exists')) return 'account exists';
  return isOfKind(error, 'link expired', 'refused') ? 'link expired' : null;
}

/** The page that the mail to a new address links to. A click, not the visit, spends the link, because mail scanners open every link. */
export function EmailLink({ tokenHash, onDone }: { tokenHash: string; onDone: () => void }) {
  const [ending, setEnding] = useState<Ending | null>(null);
  const id = useId();

  /** The pressed button is gone, so the focus moves to the heading that replaces it. */
  function end(next: Ending) {
    flushSync(() => setEnding(next));
    focusOrHeading();
  }

  const [follow, isBusy] = useSingleFlight(async () => {
    dismissToasts();
    try {
      end(await confirmEmail(tokenHash));
    } catch (error) {
      const known = endingOf(error);
      if (known) end(known);
      else showErrorAtForm(failureMessage(accountMessages.couldNotConfirmEmail));
    }
  });

  if (!ending) {
    return (
      <>
        <h1>Is this your new email?</h1>
        <p className="mt-3 text-ink-soft">
          One more press, and you sign in to your account with the email that this link was sent to.
        </p>
        <MainButton isBusy={isBusy} onClick={() => void follow()}>
          Use This Email
        </MainButton>
      </>
    );
  }
  const { title, text } = endings[ending];
  return (
    <>
      <h1 aria-describedby={`${id}text`}>{title}</h1>
      <p id={`${id}text`} className="mt-3 text-ink-soft">
        {text}
      </p>
      <Button size="large" className="mt-6 w-full" onClick={onDone}>
        Go to Wagday
      </Button>
    </>
  );
}

export function NewPasswordForm({ email }: { email: string }) {
  const state = useValues({ password: '' });
  const { askOrLeave, ...question } = useSignOut();
  const form = useForm(state, async ({ password }) => {
    const badPassword = passwordProblemText(passwordProblem(password, email));
    if (badPassword) return { password: badPassword };
    dismissToasts();
    try {
      await chooseNewPassword(password);
      showSuccess(accountMessages.passwordChanged);
    } catch (error) {
      if (isOfKind(error, 'common password')) return { password: passwordProblemText('too common') };
      if (isOfKind(error, 'same password')) return { password: samePassword };
      // More than 15 minutes have passed since the link was used, so the server asks for the current password.
      if (isOfKind(error, 'wrong password')) return { password: recoveryTooLate };
      showErrorAtForm(authFailure(error));
    }
  });

  return (
    <>
      <h1>Choose a New Password</h1>
      <p className="mt-3 wrap-anywhere text-ink-soft">
        For <strong className="text-ink">{email}</strong>
      </p>
      <p className="mt-3 text-ink-soft">
        This signs out your other devices and ends the calendars that read your pack.
      </p>
      <form {...form.props} className="mt-6 grid gap-5">
        {/* Password managers store the new password under this address. */}
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="New password"
          {...form.field('password')}
          {...newPassword}
          hint="At least 6 characters; longer is safer."
        />
        <MainButton type="submit" isBusy={form.isBusy} disabled={state.values.password === ''}>
          Save Password
        </MainButton>
      </form>
      <OtherWay before="Not now?" label="Sign Out" onPress={askOrLeave} />
      <SignOutQuestion {...question} />
    </>
  );
}
