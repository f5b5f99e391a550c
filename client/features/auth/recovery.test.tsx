import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { answerRequests } from '../../testing/network.ts';
import { session, storeSession } from '../../testing/session.ts';
import { dismissToasts, Toaster } from '../../ui/toaster.tsx';
import { AuthScreen } from './auth-screen.tsx';
import { NewPasswordForm } from './mailed-link-forms.tsx';

beforeEach(() => window.localStorage.clear());
afterEach(dismissToasts);

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

function refusal(status: number, code: string): Response {
  return Response.json({ code: status, error_code: code, msg: code }, { status });
}

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

test('A link that was used leads to asking for a new one.', async () => {
  answerRequests(() => refusal(403, 'otp_expired'));
  const { screen, onLinkExpired } = await renderScreen('the-token');
  await screen.getByRole('button', { name: 'Choose Password' }).click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('This link is too old or was used already. Please ask for a new one.');
  await expect.element(screen.getByRole('button', { name: 'Send the Link' })).toBeVisible();
  expect(onLinkExpired).toHaveBeenCalledOnce();
});

test('Without network the link is not lost.', async () => {
  answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  const { screen, onLinkExpired } = await renderScreen('the-token');
  await screen.getByRole('button', { name: 'Choose Password' }).click();
  await expect.element(screen.getByText('We cannot be reached just now. Please try again soon.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Choose Password' })).toBeEnabled();
  expect(onLinkExpired).not.toHaveBeenCalled();
});

test('A new password that is too short or the old one is refused beside its field.', async () => {
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
});

test('When the time of the link is over, the way to a new one is told beside the field.', async () => {
  storeSession();
  answerRequests(() => refusal(400, 'current_password_required'));
  const screen = await render(<NewPasswordForm email="rex@example.com" />);
  const password = screen.getByLabelText('New password');
  await password.fill('woof-woof');
  await screen.getByRole('button', { name: 'Save Password' }).click();
  await expect.element(password).toHaveAccessibleDescription(/15 minutes .* ask for a new link/);
  await expect.element(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible();
});
