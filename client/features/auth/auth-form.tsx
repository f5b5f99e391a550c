import { type FormEvent, useState } from 'react';
import { isEmailAddress, normalizeEmail, passwordProblem } from '../../../domain/credentials.ts';
import { signIn, signUp } from '../../backend/auth.ts';
import { BackendError } from '../../backend/errors.ts';
import { messages } from '../../copy/messages.ts';
import { invalidEmail, passwordProblemText } from '../../copy/problems.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';

export type AuthMode = 'sign in' | 'sign up';

const wording = {
  'sign in': { title: 'Welcome Back!', submit: 'Sign In', question: 'New here?', toggle: 'Join the pack' },
  'sign up': { title: 'Join the Pack!', submit: 'Create Account', question: 'Been here before?', toggle: 'Sign in' },
} as const;

function failureMessage(error: unknown) {
  if (!(error instanceof BackendError)) return messages.authenticationError(messages.somethingWentWrong);
  if (error.kind === 'account exists') return messages.accountExists;
  if (error.kind === 'invalid credentials') return messages.invalidCredentials;
  if (error.kind === 'not reachable') return messages.authenticationError(messages.somethingWentWrong);
  return messages.authenticationError(error.message || messages.somethingWentWrong);
}

/** Signs an owner in or up. What was typed survives every failure. */
export function AuthForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [mode, setMode] = useState<AuthMode>('sign in');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<{ email?: string; password?: string }>({});
  const [isBusy, setIsBusy] = useState(false);
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
      setMode('sign in');
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
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
    setIsBusy(true);
    try {
      await authenticate();
    } catch (error) {
      showError(failureMessage(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <h1>{words.title}</h1>
      <form onSubmit={(event) => void submit(event)} noValidate className="mt-6 grid gap-5">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          problem={problems.email}
          onValueChange={setEmail}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete={mode === 'sign in' ? 'current-password' : 'new-password'}
          value={password}
          problem={problems.password}
          hint={mode === 'sign up' && 'At least 6 characters; longer is safer.'}
          onValueChange={setPassword}
        />
        <Button type="submit" size="large" disabled={isBusy || email === '' || password === ''}>
          {isBusy ? 'Please wait...' : words.submit}
        </Button>
      </form>
      <p className="mt-5 text-center">
        {words.question}{' '}
        <button
          type="button"
          className="min-h-11 rounded-field px-1 font-bold text-raspberry underline underline-offset-4"
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
