import { useState } from 'react';
import { isEmailAddress, normalizeEmail, passwordProblem } from '../../../domain/credentials.ts';
import { signIn, signUp } from '../../backend/auth.ts';
import { BackendError } from '../../backend/errors.ts';
import { messages } from '../../copy/messages.ts';
import { invalidEmail, passwordProblemText } from '../../copy/problems.ts';
import { Button, linkClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ProblemSummary } from '../../ui/problem-summary.tsx';
import { dismissToasts, showError, showSuccess } from '../../ui/toaster.tsx';
import { submitWith, useSingleFlight } from '../../ui/use-single-flight.ts';
import { authFailure } from './auth-failure.ts';
import { Unconfirmed } from './unconfirmed.tsx';

export type AuthMode = 'sign in' | 'sign up';

const wording = {
  'sign in': { title: 'Welcome Back!', submit: 'Sign In', question: 'New here?', toggle: 'Join the pack' },
  'sign up': { title: 'Join the Pack!', submit: 'Create Account', question: 'Been here before?', toggle: 'Sign in' },
} as const;

/**
 * Signs an owner in or up. What was typed survives every failure; the e-mail is kept outside, for whoever has forgotten the
 * password.
 */
export function AuthForm({
  initialMode = 'sign in',
  email,
  onEmailChange: setEmail,
  onForgotten,
  onSignedIn,
}: {
  initialMode?: AuthMode;
  email: string;
  onEmailChange: (email: string) => void;
  onForgotten: () => void;
  onSignedIn: () => void;
}) {
  const [mode, setMode] = useState<AuthMode>(initialMode);
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<{ email?: string; password?: string }>({});
  const words = wording[mode];

  async function authenticate() {
    const credentials = { email: normalizeEmail(email), password };
    if (mode === 'sign in') {
      await signIn(credentials);
      onSignedIn();
    } else if ((await signUp(credentials)) === 'signed in') {
      showSuccess(messages.accountCreated);
      onSignedIn();
    } else {
      showSuccess(messages.confirmEmail);
      setUnconfirmed(credentials.email);
      setMode('sign in');
    }
  }

  const [submit, isBusy] = useSingleFlight(async (form: HTMLFormElement) => {
    const badPassword = passwordProblem(password);
    const found = {
      ...(!isEmailAddress(normalizeEmail(email)) && { email: invalidEmail }),
      ...(badPassword && { password: passwordProblemText(badPassword) }),
    };
    setProblems(found);
    if (found.email || found.password) {
      form.querySelector<HTMLInputElement>(`[name=${found.email ? 'email' : 'password'}]`)?.focus();
      return;
    }
    dismissToasts();
    try {
      await authenticate();
    } catch (error) {
      if (error instanceof BackendError && error.kind === 'e-mail not confirmed') setUnconfirmed(normalizeEmail(email));
      showError(authFailure(error));
    }
  });

  return (
    <>
      <h1>{words.title}</h1>
      {unconfirmed && <Unconfirmed email={unconfirmed} />}
      <form onSubmit={submitWith(submit)} noValidate className="mt-6 grid gap-5">
        <ProblemSummary problems={problems} labels={{ email: 'Email', password: 'Password' }} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          problem={problems.email}
          onValueChange={setEmail}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete={mode === 'sign in' ? 'current-password' : 'new-password'}
          value={password}
          problem={problems.password}
          hint={mode === 'sign up' && 'At least 6 characters; longer is safer.'}
          onValueChange={setPassword}
        />
        {mode === 'sign in' && (
          <button type="button" className={classNames(linkClasses, '-my-3 justify-self-end')} onClick={onForgotten}>
            Forgot password?
          </button>
        )}
        <Button type="submit" size="large" disabled={isBusy || email === '' || password === ''}>
          {isBusy ? 'Please wait...' : words.submit}
        </Button>
      </form>
      <p className="mt-5 text-center">
        {words.question}{' '}
        <button
          type="button"
          className={linkClasses}
          onClick={() => {
            setMode(mode === 'sign in' ? 'sign up' : 'sign in');
            setProblems({});
          }}
        >
          {words.toggle}
        </button>
      </p>
    </>
  );
}
