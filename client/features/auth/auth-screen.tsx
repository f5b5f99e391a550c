import { type ComponentProps, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { isEmailAddress, normalizeEmail, passwordProblem } from '../../../domain/accounts/credential-rules.ts';
import { invalidEmail, passwordProblemText, tooOftenText } from '../../copy/account-messages.ts';
import { authMessages } from '../../copy/auth-messages.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import type { Message } from '../../copy/messages.ts';
import { BackendError, isNotReachable, isOfKind, isPassing, waitSecondsOf } from '../../data/backend-error.ts';
import { isOffline } from '../../data/network.ts';
import {
  type Credentials,
  followRecoveryLink,
  requestPasswordRecovery,
  resendConfirmation,
  signIn,
  signUp,
} from '../../data/session/auth.ts';
import { newPassword } from '../../shared/fields/new-password.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { linkClasses } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ProblemSummary } from '../../ui/problem-summary.tsx';
import { dismissToasts, showError, showErrorAtForm, showSuccess, showSuccessAtForm } from '../../ui/toaster.tsx';
import { useForm, useValues } from '../../ui/use-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

export function authFailure(error: unknown): Message {
  if (isOfKind(error, 'account exists')) return authMessages.accountExists;
  if (isOfKind(error, 'invalid credentials')) return authMessages.invalidCredentials;
  if (isOfKind(error, 'link expired')) return authMessages.linkExpired;
  if (isOfKind(error, 'too often')) return authMessages.authenticationError(tooOftenText(waitSecondsOf(error)));
  if (isNotReachable(error)) return failureMessage(authMessages.authenticationError(authMessages.cannotBeReached));
  const text = error instanceof BackendError && !isPassing(error) ? error.message : '';
  return failureMessage(authMessages.authenticationError(text || authMessages.somethingWentWrong));
}

export function MainButton(props: ComponentProps<typeof BusyButton>) {
  return <BusyButton size="large" className="w-full [:not(form)>&]:mt-6" busyText="Please wait..." {...props} />;
}

export function OtherWay({ before, label, onPress }: { before?: string; label: string; onPress: () => void }) {
  return (
    <p className="mt-5 text-center">
      {before && <span>{before} </span>}
      <button type="button" className={linkClasses} onClick={onPress}>
        {label}
      </button>
    </p>
  );
}

function Unconfirmed({ email, onConfirmed }: { email: string; onConfirmed: () => void }) {
  const [resend, isBusy] = useSingleFlight(async () => {
    dismissToasts();
    try {
      await resendConfirmation(email);
      showSuccessAtForm(authMessages.confirmationSent);
    } catch (error) {
      showErrorAtForm(authFailure(error));
    }
  });

  // The button that led here is gone.
  useEffect(() => focusOrHeading(), []);

  return (
    <>
      <title>Confirm your email at Wagday</title>
      <h1>Check your inbox</h1>
      <p className="mt-3 text-ink-soft">
        Look for our email to <strong className="block text-title wrap-anywhere text-ink">{email}</strong>
        Follow the link in it, then sign in here.
      </p>
      <MainButton variant="secondary" isBusy={isBusy} onClick={() => void resend()}>
        Send Again
      </MainButton>
      <OtherWay before="Confirmed?" label="Sign in" onPress={onConfirmed} />
    </>
  );
}

type AuthMode = 'sign in' | 'sign up';

const wording = {
  'sign in': {
    page: 'Sign in to Wagday',
    title: 'Welcome Back!',
    submit: 'Sign In',
    question: 'New here?',
    toggle: 'Join the pack',
  },
  'sign up': {
    page: 'Join Wagday',
    title: 'Join the Pack!',
    submit: 'Create Account',
    question: 'Been here before?',
    toggle: 'Sign in',
  },
} as const;

function inputProblems(mode: AuthMode, { email, password }: Credentials) {
  return {
    email: isEmailAddress(normalizeEmail(email)) ? undefined : invalidEmail,
    password: passwordProblemText(passwordProblem(password, mode === 'sign up' ? email : undefined)),
  };
}

/** Signs in or up. @returns false where the address has to be confirmed first */
async function authenticate(mode: AuthMode, credentials: Credentials): Promise<boolean> {
  if (mode === 'sign in') {
    await signIn(credentials);
    return true;
  }
  const isSignedIn = (await signUp(credentials)) === 'signed in';
  if (isSignedIn) showSuccess(authMessages.accountCreated);
  return isSignedIn;
}

/** Marks the field that a refusal is about. What to do there is said by the toast, once. */
function fieldProblems(error: unknown): { email?: string; password?: string } | undefined {
  if (isOffline()) return undefined;
  if (isOfKind(error, 'account exists')) return { email: '' };
  return isOfKind(error, 'invalid credentials') ? { password: '' } : undefined;
}

type AuthState = ReturnType<typeof useValues<Credentials>>;

type AuthFormProps = {
  initialMode: AuthMode;
  state: AuthState;
  onForgotten: () => void;
  onSignedIn: () => void;
};

/** Signs an owner in or up. The parent keeps the e-mail, because the form for a forgotten password uses it too. */
function AuthForm({ initialMode, state, onForgotten, onSignedIn }: AuthFormProps) {
  const [mode, setMode] = useState<AuthMode>(initialMode);
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const words = wording[mode];

  const form = useForm(state, async ({ email, password }) => {
    const problems = inputProblems(mode, { email, password });
    if (problems.email || problems.password) return problems;
    dismissToasts();
    try {
      if (await authenticate(mode, { email: normalizeEmail(email), password })) return void onSignedIn();
      setUnconfirmed(normalizeEmail(email));
      setMode('sign in');
    } catch (error) {
      if (isOfKind(error, 'common password')) return { password: passwordProblemText('too common') };
      if (isOfKind(error, 'e-mail not confirmed')) setUnconfirmed(normalizeEmail(email));
      showErrorAtForm(authFailure(error));
      return fieldProblems(error);
    }
  });

  if (unconfirmed !== null) {
    const enterPassword = () => {
      dismissToasts();
      flushSync(() => setUnconfirmed(null));
      focusOrHeading();
    };
    return <Unconfirmed email={unconfirmed} onConfirmed={enterPassword} />;
  }
  return (
    <>
      <title>{words.page}</title>
      <h1>{words.title}</h1>
      <form {...form.props} className="mt-6 grid gap-5">
        {/* Seen only while the focus is in it: in so short a form both problems are in sight. */}
        <div className="not-focus-within:sr-only">
          <ProblemSummary problems={form.problems} labels={{ email: 'Email', password: 'Password' }} />
        </div>
        <TextField label="Email" {...form.field('email')} type="email" autoComplete="email" />
        <PasswordField
          label="Password"
          {...form.field('password')}
          {...(mode === 'sign in' ? { autoComplete: 'current-password' } : newPassword)}
          hint={mode === 'sign up' && !form.problems.password && 'At least 6 characters; longer is safer.'}
        />
        {mode === 'sign in' && (
          <button type="button" className={`${linkClasses} -mx-1 -my-3 justify-self-end`} onClick={onForgotten}>
            Forgot password?
          </button>
        )}
        <MainButton type="submit" isBusy={form.isBusy} disabled={Object.values(state.values).includes('')}>
          {words.submit}
        </MainButton>
      </form>
      <OtherWay
        before={words.question}
        label={words.toggle}
        onPress={() => {
          dismissToasts();
          setMode(mode === 'sign in' ? 'sign up' : 'sign in');
          form.refuse();
        }}
      />
    </>
  );
}

type RecoveryLinkProps = {
  tokenHash: string;
  /** The e-mail of the owner who is signed in on this page. The link may be for another account. */
  signedInAs: string | null;
  onFollowed: () => void;
  onExpired: () => void;
};

/** The page that a recovery mail links to. The link is spent by a click, not by opening it, because mail scanners open every link. */
function RecoveryLink({ tokenHash, signedInAs, onFollowed, onExpired }: RecoveryLinkProps) {
  const [follow, isBusy] = useSingleFlight(async () => {
    dismissToasts();
    try {
      await followRecoveryLink(tokenHash);
      onFollowed();
    } catch (error) {
      if (isOfKind(error, 'link expired', 'refused')) onExpired();
      else showErrorAtForm(authFailure(error));
    }
  });

  return (
    <>
      <title>Your way back to Wagday</title>
      <h1>Nearly there!</h1>
      {signedInAs === null ? (
        <p className="mt-3 text-ink-soft">Choose a new password, and you're back in. This link works once.</p>
      ) : (
        <p className="mt-3 wrap-anywhere text-ink-soft">
          You are signed in as <strong className="block text-ink">{signedInAs}</strong>
          The link may be for another account. Choose Password signs you out here first.
        </p>
      )}
      <MainButton isBusy={isBusy} onClick={() => void follow()}>
        Choose Password
      </MainButton>
      {signedInAs !== null && (
        <p className="mt-5 text-center">
          Not now?{' '}
          <PageLink href="/" className={linkClasses}>
            Stay Signed In
          </PageLink>
        </p>
      )}
    </>
  );
}

type ForgotFormProps = {
  state: AuthState;
  hasExpiredLink: boolean;
  onBack: () => void;
};

/** Asks for the mail that lets an owner choose a new password. The message is the same for every address. */
function ForgotForm({ state: { values, change }, hasExpiredLink, onBack }: ForgotFormProps) {
  const { email } = values;
  const [isSent, setIsSent] = useState(false);
  const state = {
    values,
    change: (part: Partial<Credentials>) => {
      change(part);
      setIsSent(false);
    },
  };
  const form = useForm(state, async () => {
    if (!isEmailAddress(normalizeEmail(email))) return { email: invalidEmail };
    dismissToasts();
    try {
      await requestPasswordRecovery(normalizeEmail(email));
      setIsSent(true);
    } catch (error) {
      showErrorAtForm(authFailure(error));
    }
  });

  return (
    <>
      <title>Forgot your password at Wagday?</title>
      <h1>Forgot password?</h1>
      {hasExpiredLink && !isSent && (
        <p role="alert" className="mt-4 rounded-field bg-danger-wash px-4 py-3">
          {authMessages.linkExpired.text}
        </p>
      )}
      <p className="mt-3 text-balance text-ink-soft">It happens. Tell us your email, and we'll send a link.</p>
      <form {...form.props} className="mt-6 grid gap-5">
        <TextField label="Email" {...form.field('email')} type="email" autoComplete="email" />
        <p role="status" className={isSent ? 'rounded-field bg-sky-wash px-4 py-3' : 'sr-only'}>
          {isSent && `${authMessages.recoverySent.text} It works once, for a short time.`}
        </p>
        <MainButton type="submit" isBusy={form.isBusy} disabled={email === ''}>
          {isSent ? 'Send Again' : 'Send the Link'}
        </MainButton>
      </form>
      <OtherWay label="Back to Sign In" onPress={onBack} />
    </>
  );
}

type AuthScreenProps = {
  initialMode: AuthMode;
  recoveryToken: string | null;
  signedInAs: string | null;
  onSignedIn: () => void;
  /** Called when the recovery link has expired, to remove it from the address. */
  onLinkExpired: () => void;
};

export function AuthScreen({ initialMode, recoveryToken, signedInAs, onSignedIn, onLinkExpired }: AuthScreenProps) {
  const state = useValues({ email: '', password: '' });
  const [hasForgotten, setHasForgotten] = useState(false);
  const [hasExpiredLink, setHasExpiredLink] = useState(false);
  /** What was said of one form is not about the other. The pressed button goes with its form, and the focus would with it. */
  const change = (toForgotten: boolean, hasExpired = hasExpiredLink) => {
    dismissToasts();
    flushSync(() => {
      setHasExpiredLink(hasExpired);
      setHasForgotten(toForgotten);
      state.change({ password: '' });
    });
    focusOrHeading();
  };

  if (recoveryToken) {
    return (
      <RecoveryLink
        tokenHash={recoveryToken}
        signedInAs={signedInAs}
        onFollowed={onSignedIn}
        onExpired={() => {
          if (signedInAs !== null) showError(authMessages.linkExpired);
          onLinkExpired();
          change(true, true);
        }}
      />
    );
  }
  if (hasForgotten) {
    return <ForgotForm {...{ state, hasExpiredLink }} onBack={() => change(false)} />;
  }
  return <AuthForm {...{ initialMode, state, onSignedIn }} onForgotten={() => change(true)} />;
}
