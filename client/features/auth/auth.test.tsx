import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { answerRequests, goOffline } from '../../testing/pretend-network.ts';
import { session, storeSession } from '../../testing/pretend-session.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { AuthScreen } from './auth-screen.tsx';
import { EmailLink, NewPasswordForm } from './mailed-link-forms.tsx';

async function renderScreen(recoveryToken: string | null = null, signedInAs: string | null = null) {
  const onSignedIn = vi.fn();
  const onLinkExpired = vi.fn();
  const screenWith = (token: string | null) => (
    <main>
      <AuthScreen
        initialMode="sign in"
        recoveryToken={token}
        signedInAs={signedInAs}
        onSignedIn={onSignedIn}
        onLinkExpired={() => {
          onLinkExpired();
          void screen.rerender(screenWith(null));
        }}
      />
      <Toaster />
    </main>
  );
  const screen = await render(screenWith(recoveryToken));
  return { screen, onSignedIn, onLinkExpired };
}

async function renderForm() {
  const { screen, onSignedIn } = await renderScreen();
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

function refusal(status: number, code: string, message = code): Response {
  return Response.json({ code: status, error_code: code, msg: message }, { status });
}

test('The form welcomes back, and its link joins the pack and leads back again. @2.50 @2.51 @2.52 @4.10', async () => {
  const { screen, signIn, createAccount, toSignUp, toSignIn, email, password } = await renderForm();
  await expect.element(screen.getByRole('heading', { name: 'Welcome Back!', level: 1 })).toBeVisible();
  await expect.element(signIn).toBeVisible();
  await expect.element(password).toHaveAttribute('autocomplete', 'current-password');
  await email.fill('rex');
  await password.fill('woof');
  await signIn.click();
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');

  await toSignUp.click();
  await expect.element(email).toHaveValue('rex');
  await expect.element(email).toHaveAttribute('aria-invalid', 'false');
  await expect.element(password).toHaveAttribute('aria-invalid', 'false');
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
  await expect.element(password).toHaveValue('woof');
});

test.for(['sign in', 'sign up'] as const)(
  'To %s, both fields are needed, and what is wrong with them is said beside them and not sent. @5.7 @5.8 @5.9 @8.33',
  async (mode) => {
    const requests = answerRequests(() => Response.error());
    const { email, password, signIn, createAccount, toSignUp } = await renderForm();
    if (mode === 'sign up') await toSignUp.click();
    const submit = mode === 'sign up' ? createAccount : signIn;
    await expect.element(submit).toBeDisabled();
    await password.fill('woof!');
    await expect.element(submit).toBeDisabled();
    await email.fill('rex@example');
    await submit.click();
    const ofEmail = 'Please enter a valid email address, such as rex@example.com.';
    await expect.element(email).toHaveAccessibleDescription(ofEmail);
    await expect.element(email).toHaveFocus();
    await expect.element(password).toHaveAccessibleDescription(/^Please use at least 6 characters\./);
    await email.fill('rex@example.com');
    await submit.click();
    await expect.element(password).toHaveFocus();
    await expect.element(password).toHaveAttribute('aria-invalid', 'true');
    await expect.element(email).toHaveAttribute('aria-invalid', 'false');
    expect(requests).toEqual([]);
    await password.fill('');
    await expect.element(submit).toBeDisabled();
  },
);

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
  // The form for a forgotten password does not repeat it.
  await screen.getByRole('button', { name: 'Forgot password?' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Forgot password?' })).toBeVisible();
  expect(screen.getByText('Invalid credentials').query()).toBeNull();
});

test.for([
  ['is refused', () => refusal(422, 'user_already_exists', 'User already registered')],
  // So a backend that hides whom it knows.
  ['has a user without identities', () => Response.json({ ...session.user, identities: [] })],
] as const)(
  'A known address that %s at sign-up is told; a new one is welcomed, and signed in at once. @8.2',
  async ([, answer]) => {
    answerRequests(answer);
    const { screen, email, createAccount, onSignedIn, join } = await renderForm();
    await join();
    await expect.element(screen.getByText('Account exists')).toBeVisible();
    await expect.element(screen.getByText('This email is already registered. Try signing in instead.')).toBeVisible();
    await expect.element(email).toHaveAttribute('aria-invalid', 'true');
    await expect.element(email).toHaveFocus();
    expect(onSignedIn).not.toHaveBeenCalled();
    const requests = answerRequests(() => Response.json(session));
    await email.fill('max@example.com');
    await createAccount.click();
    await expect.element(screen.getByText('Welcome to the pack!')).toBeVisible();
    await expect.element(screen.getByText('Account created successfully!')).toBeVisible();
    expect(onSignedIn).toHaveBeenCalledOnce();
    const redirect = new URLSearchParams(requests[0]?.path.split('?')[1]).get('redirect_to');
    expect(redirect).toBe(`${window.location.origin}/`);
    expect(screen.getByText('Account exists').query()).toBeNull();
  },
);

const silent = () => Promise.reject(new TypeError('Failed to fetch'));

test('A server that gives no answer for 30 seconds is told as one that is away. @8.7', async () => {
  const waited = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  answerRequests((_request, signal) => Promise.reject(signal?.reason));
  const { screen, trySignIn } = await renderForm();
  await trySignIn();
  await expect.element(screen.getByText('We cannot be reached just now. Please try again soon.')).toBeVisible();
  expect(waited).toHaveBeenCalledWith(30_000);
});

test.for([
  ['does not answer', silent, 'We cannot be reached just now. Please try again soon.'],
  ['is away behind its gateway', () => refusal(502, '', ''), 'We cannot be reached just now. Please try again soon.'],
  ['fails', () => refusal(500, 'unexpected_failure', 'boom'), 'Something went wrong. Please try again.'],
  ['refuses for another reason', () => refusal(422, 'signup_disabled', 'Signups not allowed'), 'Signups not allowed'],
] as const)('A server that %s is told in plain words. @2.18 @8.6 @8.7', async ([, answer, text]) => {
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
  expect(screen.getByText('Authentication error').query()).toBeNull();
  expect(requests).toHaveLength(1);
});

test('Offline, signing in says so instead of asking to try again.', async () => {
  goOffline();
  answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  const { screen, password, trySignIn } = await renderForm();
  await trySignIn();
  await expect.element(screen.getByText("You're offline")).toBeVisible();
  await expect.element(screen.getByText(/This needs a network\. What you typed stays here/)).toBeVisible();
  await expect.element(password).toHaveValue('woof-woof');
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
  expect(screen.getByText('On its way!').query()).toBeNull();
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

test('The e-mail typed to sign in is there for the recovery, and back again; each form has its own title, and its heading the focus.', async () => {
  const { screen } = await renderScreen();
  expect(document.title).toBe('Sign in to Wagday');
  const email = screen.getByRole('textbox', { name: 'Email' });
  await email.fill('rex@example.com');
  await screen.getByRole('button', { name: 'Forgot password?' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Forgot password?' })).toHaveFocus();
  expect(document.title).toBe('Forgot your password at Wagday?');
  await expect.element(email).toHaveValue('rex@example.com');
  await screen.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Welcome Back!' })).toHaveFocus();
  await expect.element(email).toHaveValue('rex@example.com');
});

test('The answer is friendly, and the same for every address.', async () => {
  const requests = answerRequests(() => Response.json({}));
  const { screen } = await renderScreen();
  await screen.getByRole('button', { name: 'Forgot password?' }).click();
  await screen.getByRole('textbox', { name: 'Email' }).fill(' Rex@Example.com ');
  await screen.getByRole('button', { name: 'Send the Link' }).click();
  await expect.element(screen.getByText(/If we know this email, a link is on its way\./)).toBeVisible();
  expect(requests).toMatchObject([{ method: 'POST', body: { email: 'rex@example.com' } }]);
  const redirect = new URLSearchParams(requests[0]?.path.split('?')[1]).get('redirect_to');
  expect(redirect).toBe(`${window.location.origin}/auth`);
});

const pause = 'For security purposes, you can only request this after 43 seconds.';

test.for([
  ['its message says', 'over_email_send_rate_limit', pause, {}, '43 seconds'],
  ['a header says', 'over_email_send_rate_limit', 'email rate limit exceeded', { 'Retry-After': '1800' }, '30 minutes'],
  [
    'a header says for one more',
    'over_request_rate_limit',
    'Request rate limit reached',
    { 'Retry-After': '1' },
    '1 second',
  ],
  ['nothing says', 'over_email_send_rate_limit', 'email rate limit exceeded', {}, 'a few minutes'],
] as const)(
  'A mail that is refused as too soon is not said to be on its way, but how long to wait, as %s.',
  async ([, code, msg, headers, wait]) => {
    answerRequests(() => Response.json({ code: 429, error_code: code, msg }, { status: 429, headers }));
    const { screen } = await renderScreen();
    await screen.getByRole('button', { name: 'Forgot password?' }).click();
    await screen.getByRole('textbox', { name: 'Email' }).fill('rex@example.com');
    await screen.getByRole('button', { name: 'Send the Link' }).click();
    await expect
      .element(screen.getByText(`That was too many times in a row. Please wait ${wait}, then try again.`))
      .toBeVisible();
    expect(screen.getByText(/an email is on its way/).query()).toBeNull();
    await expect.element(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('rex@example.com');
  },
);

test('A recovery link is spent by a press, not by being opened.', async () => {
  const requests = answerRequests(() => Response.json(session));
  const { screen, onSignedIn } = await renderScreen('the-token');
  await expect.element(screen.getByRole('button', { name: 'Choose Password' })).toBeVisible();
  expect(requests).toEqual([]);
  await screen.getByRole('button', { name: 'Choose Password' }).click();
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(requests).toMatchObject([
    { method: 'POST', path: '/auth/v1/verify', body: { type: 'recovery', token_hash: 'the-token' } },
  ]);
});

test('Anyone who is signed in is asked before a recovery link signs somebody else in, and only then is their session ended.', async () => {
  storeSession();
  const other = {
    ...session,
    access_token: session.access_token.replace('c2ln', 'b3Ro'),
    user: { ...session.user, id: '2' },
  };
  const requests = answerRequests(() => Response.json(other));
  const { screen, onSignedIn } = await renderScreen('the-token', 'rex@example.com');
  await expect.element(screen.getByText('rex@example.com')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Stay Signed In' })).toHaveAttribute('href', '/');
  expect(requests).toEqual([]);
  await screen.getByRole('button', { name: 'Choose Password' }).click();
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /auth/v1/verify',
    'POST /auth/v1/logout?scope=local',
  ]);
});

test('A link is not lost without network, and one that was used leads to asking for a new one.', async () => {
  answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  const { screen, onLinkExpired } = await renderScreen('the-token');
  const choose = screen.getByRole('button', { name: 'Choose Password' });
  await choose.click();
  await expect.element(screen.getByText('We cannot be reached just now. Please try again soon.')).toBeVisible();
  await expect.element(choose).toBeEnabled();
  expect(onLinkExpired).not.toHaveBeenCalled();
  answerRequests(() => refusal(403, 'otp_expired'));
  await choose.click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('This link is too old or was used already. Please ask for a new one.');
  await expect.element(screen.getByRole('button', { name: 'Send the Link' })).toBeVisible();
  expect(onLinkExpired).toHaveBeenCalledOnce();
});

test('A new password that is too short, the old one, or too late is refused beside its field, and who changes their mind can leave.', async () => {
  storeSession();
  const requests = answerRequests(() => refusal(422, 'same_password'));
  const screen = await render(<NewPasswordForm email="rex@example.com" />);
  const password = screen.getByLabelText('New password');
  const save = screen.getByRole('button', { name: 'Save Password' });
  await expect.element(save).toBeDisabled();
  await password.fill('woof');
  await save.click();
  await expect.element(password).toHaveAccessibleDescription(/at least 6 characters/);
  expect(requests).toEqual([]);
  await password.fill('woof-woof');
  await save.click();
  await expect.element(password).toHaveAccessibleDescription(/your password already/);
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveValue('woof-woof');
  // When the time of the link is over, the way to a new one is told.
  answerRequests(() => refusal(400, 'current_password_required'));
  await save.click();
  await expect.element(password).toHaveAccessibleDescription(/15 minutes .* ask for a new link/);
  answerRequests(() => new Response(null, { status: 204 }));
  await screen.getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(() => window.localStorage.getItem('wagday-session')).toBeNull();
});

async function renderLink() {
  const onDone = vi.fn();
  // The focus moves within the main part.
  const screen = await renderApp(
    <main>
      <EmailLink tokenHash="the-token" onDone={onDone} />
    </main>,
  );
  return { screen, onDone, press: screen.getByRole('button', { name: 'Use This Email' }) };
}

test('The link to a new address is spent by a press, not by being opened or without network, and swaps nobody’s session.', async () => {
  storeSession();
  const before = window.localStorage.getItem('wagday-session');
  const other = { ...session, user: { ...session.user, id: '2', email: 'max@example.com' } };
  const offline = answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  const { screen, press, onDone } = await renderLink();
  await expect.element(press).toBeVisible();
  expect(offline).toEqual([]);
  await press.click();
  await expect.element(screen.getByText('Could not confirm your new email. Please try again.')).toBeVisible();
  await expect.element(press).toBeEnabled();
  // Answers as hosted Supabase does, which opens a session when the link is followed.
  const requests = answerRequests(({ path }) =>
    path.includes('/verify') ? Response.json(other) : new Response(null, { status: 204 }),
  );
  await press.click();
  await expect.element(screen.getByRole('heading', { name: 'All set!' })).toBeVisible();
  expect(requests).toMatchObject([
    { method: 'POST', path: '/auth/v1/verify', body: { type: 'email_change', token_hash: 'the-token' } },
    { path: '/auth/v1/logout?scope=local' },
  ]);
  expect(window.localStorage.getItem('wagday-session')).toBe(before);
  await screen.getByRole('button', { name: 'Go to Wagday' }).click();
  expect(onDone).toHaveBeenCalledOnce();
});

test.for([
  ['the other link is still to be followed', 200, { msg: 'Confirmation link accepted.', code: 200 }, 'Halfway there!'],
  ['the link is old or used', 403, { code: 403, error_code: 'otp_expired', msg: 'expired' }, 'This link has expired'],
  ['the address was taken meanwhile', 422, { code: 422, error_code: 'email_exists', msg: 'exists' }, 'Email taken'],
] as const)('It is said when %s.', async ([, status, body, title]) => {
  answerRequests(() => Response.json(body, { status }));
  const { screen, press } = await renderLink();
  await press.click();
  await expect.element(screen.getByRole('heading', { name: title })).toHaveFocus();
});
