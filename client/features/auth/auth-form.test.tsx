import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { answerRequests, goOffline } from '../../testing/network.ts';
import { session } from '../../testing/session.ts';
import { dismissToasts, Toaster } from '../../ui/toaster.tsx';
import { AuthScreen } from './auth-screen.tsx';

afterEach(dismissToasts);

async function renderForm() {
  const onSignedIn = vi.fn();
  const screen = await render(
    <main>
      <AuthScreen
        initialMode="sign in"
        recoveryToken={null}
        signedInAs={null}
        onSignedIn={onSignedIn}
        onLinkExpired={vi.fn()}
      />
      <Toaster />
    </main>,
  );
  const email = screen.getByRole('textbox', { name: 'Email', exact: true });
  const password = screen.getByLabelText('Password', { exact: true });
  const signIn = screen.getByRole('button', { name: 'Sign In', exact: true });
  const createAccount = screen.getByRole('button', { name: 'Create Account', exact: true });
  const toSignUp = screen.getByRole('button', { name: 'Join the pack', exact: true });
  const toSignIn = screen.getByRole('button', { name: 'Sign in', exact: true });
  const trySignIn = async (submit = signIn) => {
    await email.fill('rex@example.com');
    await password.fill('woof-woof');
    await submit.click();
  };
  const join = async () => {
    await toSignUp.click();
    await trySignIn(createAccount);
  };
  return { screen, onSignedIn, email, password, signIn, createAccount, toSignUp, toSignIn, trySignIn, join };
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code: status, error_code: code, msg: message }, { status });
}

test('The form welcomes back, and its link joins the pack and leads back again. @2.50 @2.51 @2.52 @4.10', async () => {
  const { screen, signIn, createAccount, toSignUp, toSignIn, password } = await renderForm();
  await expect.element(screen.getByRole('heading', { name: 'Welcome Back!', level: 1 })).toBeVisible();
  await expect.element(signIn).toBeVisible();
  await expect.element(password).toHaveAttribute('autocomplete', 'current-password');

  await toSignUp.click();
  await expect.element(screen.getByRole('heading', { name: 'Join the Pack!', level: 1 })).toBeVisible();
  await expect.element(createAccount).toBeVisible();
  await expect.element(signIn).not.toBeInTheDocument();
  await expect.element(password).toHaveAttribute('autocomplete', 'new-password');
  // Generators read the bounds.
  await expect.element(password).toHaveAttribute('minlength', '6');
  await expect.element(password).toHaveAttribute('passwordrules', 'minlength: 6; maxlength: 72;');
  await expect.element(password).toHaveAccessibleDescription('At least 6 characters; longer is safer.');

  await toSignIn.click();
  await expect.element(screen.getByRole('heading', { name: 'Welcome Back!', level: 1 })).toBeVisible();
  await expect.element(signIn).toBeVisible();
});

test.for(['sign in', 'sign up'] as const)('To %s, both fields must be filled in. @5.9', async (mode) => {
  const { email, password, signIn, createAccount, toSignUp } = await renderForm();
  if (mode === 'sign up') await toSignUp.click();
  const submit = mode === 'sign up' ? createAccount : signIn;
  await expect.element(submit).toBeDisabled();
  await email.fill('rex@example.com');
  await expect.element(submit).toBeDisabled();
  await password.fill('woof-woof');
  await expect.element(submit).toBeEnabled();
  await email.fill('');
  await expect.element(submit).toBeDisabled();
});

test('An invalid e-mail is refused beside its field, and nothing is sent. @5.7', async () => {
  const requests = answerRequests(() => Response.error());
  const { email, password, signIn } = await renderForm();
  await email.fill('rex@example');
  await password.fill('woof-woof');
  await signIn.click();
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(email)
    .toHaveAccessibleDescription('Please enter a valid email address, such as rex@example.com.');
  await expect.element(email).toHaveFocus();
  await expect.element(password).toHaveAttribute('aria-invalid', 'false');
  expect(requests).toEqual([]);
});

test.for(['sign in', 'sign up'] as const)(
  'To %s, a password of five characters is too short. @5.8 @8.33',
  async (mode) => {
    const requests = answerRequests(() => Response.error());
    const { email, password, signIn, createAccount, toSignUp } = await renderForm();
    if (mode === 'sign up') await toSignUp.click();
    await email.fill('rex@example.com');
    await password.fill('woof!');
    await (mode === 'sign up' ? createAccount : signIn).click();
    await expect.element(password).toHaveAttribute('aria-invalid', 'true');
    await expect.element(password).toHaveAccessibleDescription(/^Please use at least 6 characters\./);
    await expect.element(password).toHaveFocus();
    await expect.element(email).toHaveAttribute('aria-invalid', 'false');
    expect(requests).toEqual([]);
  },
);

test('With both wrong, both are marked and the e-mail has the focus.', async () => {
  const { email, password, signIn } = await renderForm();
  await email.fill('rex');
  await password.fill('woof');
  await signIn.click();
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  await expect.element(email).toHaveFocus();
});

test('Changing the mode keeps what was typed and forgets its problems.', async () => {
  const { email, password, signIn, toSignUp, toSignIn } = await renderForm();
  await email.fill('rex');
  await password.fill('woof');
  await signIn.click();
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');
  await toSignUp.click();
  await expect.element(email).toHaveValue('rex');
  await expect.element(password).toHaveValue('woof');
  await expect.element(email).toHaveAttribute('aria-invalid', 'false');
  await expect.element(password).toHaveAttribute('aria-invalid', 'false');
  await toSignIn.click();
  await expect.element(email).toHaveValue('rex');
  await expect.element(password).toHaveValue('woof');
});

test('Signing in takes a moment, during which it cannot be sent again. @2.53 @5.10', async () => {
  const answer = Promise.withResolvers<Response>();
  const requests = answerRequests(() => answer.promise);
  const { screen, email, password, signIn, onSignedIn } = await renderForm();
  await email.fill(' Rex@Example.com ');
  await password.fill(' woof ');
  await signIn.click();
  await expect.element(screen.getByRole('button', { name: 'Please wait...', exact: true })).toBeDisabled();
  await expect.poll(() => requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    body: { email: 'rex@example.com', password: ' woof ' },
  });
  expect(onSignedIn).not.toHaveBeenCalled();
  answer.resolve(Response.json(session));
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  await expect.element(signIn).toBeEnabled();
});

test('A wrong password is told, and what was typed stays. @10.122 @8.4 @8.32', async () => {
  answerRequests(() => refusal(400, 'invalid_credentials', 'Invalid login credentials'));
  const { screen, email, password, signIn, onSignedIn, trySignIn } = await renderForm();
  await trySignIn();
  await expect.element(screen.getByText('Invalid credentials')).toBeVisible();
  await expect.element(screen.getByText('Please check your email and password.')).toBeVisible();
  await expect.element(signIn).toBeEnabled();
  await expect.element(email).toHaveValue('rex@example.com');
  await expect.element(password).toHaveValue('woof-woof');
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  await expect.element(password).toHaveFocus();
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('Signing up for a known address is told. @8.2', async () => {
  answerRequests(() => refusal(422, 'user_already_exists', 'User already registered'));
  const { screen, email, onSignedIn, join } = await renderForm();
  await join();
  await expect.element(screen.getByText('Account exists')).toBeVisible();
  await expect.element(screen.getByText('This email is already registered. Try signing in instead.')).toBeVisible();
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');
  await expect.element(email).toHaveFocus();
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('Any other refusal is told in the words of the backend. @2.18 @8.6', async () => {
  answerRequests(() => refusal(422, 'signup_disabled', 'Signups not allowed for this instance'));
  const { screen, email, password, join } = await renderForm();
  await join();
  await expect.element(screen.getByText('Authentication error')).toBeVisible();
  await expect.element(screen.getByText('Signups not allowed for this instance')).toBeVisible();
  await expect.element(email).toHaveValue('rex@example.com');
  await expect.element(password).toHaveValue('woof-woof');
});

const silent = () => Promise.reject(new TypeError('Failed to fetch'));

test('A server that gives no answer for 30 seconds is told as one that is away. @8.7', async () => {
  const waited = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  answerRequests((_request, signal) => Promise.reject(signal?.reason));
  const { screen, trySignIn } = await renderForm();
  await trySignIn();
  await expect.element(screen.getByText('We cannot be reached just now. Please try again soon.')).toBeVisible();
  expect(waited).toHaveBeenCalledWith(30_000);
  waited.mockRestore();
});

test.for([
  ['does not answer', silent, 'We cannot be reached just now. Please try again soon.'],
  ['is away behind its gateway', () => refusal(502, '', ''), 'We cannot be reached just now. Please try again soon.'],
  ['fails', () => refusal(500, 'unexpected_failure', 'boom'), 'Something went wrong. Please try again.'],
] as const)('A server that %s is told in plain words. @8.7', async ([, answer, text]) => {
  answerRequests(answer);
  const { screen, signIn, trySignIn } = await renderForm();
  await trySignIn();
  await expect.element(screen.getByText('Authentication error')).toBeVisible();
  await expect.element(screen.getByText(text)).toBeVisible();
  await expect.element(signIn).toBeEnabled();
});

test('A password that is guessed early is refused beside its field, by the page or by the server.', async () => {
  const requests = answerRequests(() =>
    Response.json(
      { code: 422, error_code: 'weak_password', msg: 'Weak', weak_password: { reasons: ['pwned'] } },
      { status: 422 },
    ),
  );
  const { screen, email, password, createAccount, toSignUp } = await renderForm();
  await toSignUp.click();
  await email.fill('rex@example.com');
  await password.fill('rex@example.com');
  await createAccount.click();
  await expect.element(password).toHaveAccessibleDescription(/^This password is one of the first/);
  expect(requests).toEqual([]);
  await password.fill('sunshine');
  await expect.element(password).not.toHaveAccessibleDescription(/^This password is one of the first/);
  await createAccount.click();
  await expect.element(password).toHaveAccessibleDescription(/^This password is one of the first/);
  await expect.element(password).toHaveFocus();
  await expect.element(screen.getByText('Authentication error')).not.toBeInTheDocument();
  expect(requests).toHaveLength(1);
});

test('Offline, signing in says so instead of asking to try again.', async () => {
  onTestFinished(goOffline());
  answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  const { screen, password, trySignIn } = await renderForm();
  await trySignIn();
  await expect.element(screen.getByText("You're offline")).toBeVisible();
  await expect.element(screen.getByText(/This needs a network\. What you typed stays here/)).toBeVisible();
  await expect.element(password).toHaveValue('woof-woof');
});

test('What went wrong is taken away before the next answer comes.', async () => {
  answerRequests(() => refusal(422, 'user_already_exists', 'User already registered'));
  const { screen, email, createAccount, join } = await renderForm();
  await join();
  await expect.element(screen.getByText('Account exists')).toBeVisible();
  answerRequests(() => Response.json(session));
  await email.fill('max@example.com');
  await createAccount.click();
  await expect.element(screen.getByText('Welcome to the pack!')).toBeVisible();
  await expect.element(screen.getByText('Account exists')).not.toBeInTheDocument();
});

test('A new account is welcomed and signed in at once.', async () => {
  const requests = answerRequests(() => Response.json(session));
  const { screen, onSignedIn, join } = await renderForm();
  await join();
  await expect.element(screen.getByText('Welcome to the pack!')).toBeVisible();
  await expect.element(screen.getByText('Account created successfully!')).toBeVisible();
  expect(onSignedIn).toHaveBeenCalledOnce();
  const redirect = new URLSearchParams(requests[0]?.path.split('?')[1]).get('redirect_to');
  expect(redirect).toBe(`${window.location.origin}/`);
});

test('A new account that must be confirmed is asked to look at the mail, and then to sign in.', async () => {
  answerRequests(() => Response.json(session.user));
  const { screen, signIn, toSignIn, onSignedIn, join } = await renderForm();
  await join();
  await expect.element(screen.getByRole('heading', { name: 'Check your inbox', level: 1 })).toHaveFocus();
  await expect.element(screen.getByRole('heading', { name: 'Welcome Back!' })).not.toBeInTheDocument();
  await expect.element(screen.getByText('rex@example.com', { exact: true })).toBeVisible();
  expect(onSignedIn).not.toHaveBeenCalled();

  const requests = answerRequests(() => Response.json({}));
  await screen.getByRole('button', { name: 'Send Again' }).click();
  await expect.element(screen.getByText('On its way!')).toBeVisible();
  expect(requests).toMatchObject([{ method: 'POST', body: { type: 'signup', email: 'rex@example.com' } }]);

  await toSignIn.click();
  await expect.element(screen.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  await expect.element(signIn).toBeEnabled();
  await expect.element(screen.getByText('On its way!')).not.toBeInTheDocument();
});

test('Signing in before the address is confirmed offers the mail once more.', async () => {
  answerRequests(() => refusal(400, 'email_not_confirmed', 'Email not confirmed'));
  const { screen, password, toSignIn, trySignIn } = await renderForm();
  await trySignIn();
  await expect.element(screen.getByText('Email not confirmed')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Send Again' })).toBeVisible();
  await toSignIn.click();
  await expect.element(password).toHaveValue('woof-woof');
});

test('A known address that the backend hides behind a user without identities is told.', async () => {
  answerRequests(() => Response.json({ ...session.user, identities: [] }));
  const { screen, join } = await renderForm();
  await join();
  await expect.element(screen.getByText('Account exists')).toBeVisible();
});

test('A refused sign-in is not repeated above the form for a forgotten password.', async () => {
  answerRequests(() => refusal(400, 'invalid_credentials', 'Invalid login credentials'));
  const { screen, trySignIn } = await renderForm();
  await trySignIn();
  await expect.element(screen.getByText('Invalid credentials')).toBeVisible();
  await screen.getByRole('button', { name: 'Forgot password?' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Forgot password?' })).toBeVisible();
  await expect.element(screen.getByText('Invalid credentials')).not.toBeInTheDocument();
});

test('A double click, or Enter twice, signs in once.', async () => {
  const answer = Promise.withResolvers<void>();
  const requests = answerRequests(async () => {
    await answer.promise;
    return refusal(400, 'invalid_credentials', 'Invalid login credentials');
  });
  const { screen, email, password, signIn } = await renderForm();
  await email.fill('rex@example.com');
  await password.fill('wag-wag-wag');
  const button = signIn.element() as HTMLButtonElement;
  button.click();
  button.click();
  button.form?.requestSubmit();
  answer.resolve();
  await expect.element(screen.getByText('Invalid credentials')).toBeVisible();
  expect(requests.filter(({ path }) => path.includes('/auth/v1/token'))).toHaveLength(1);
});
