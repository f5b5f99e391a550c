import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { answerRequests } from '../../testing/network.ts';
import { session, storeSession } from '../../testing/session.ts';
import { dismissToasts, Toaster } from '../../ui/toaster.tsx';
import { EmailLink } from './mailed-link-forms.tsx';

afterEach(dismissToasts);

async function renderLink() {
  const onDone = vi.fn();
  const screen = await render(
    <main>
      <EmailLink tokenHash="the-token" onDone={onDone} />
      <Toaster />
    </main>,
  );
  return { screen, onDone, press: screen.getByRole('button', { name: 'Use This Email' }) };
}

test('The link to a new address is spent by a press, not by being opened, and swaps nobody’s session.', async () => {
  storeSession();
  const before = window.localStorage.getItem('wagday-session');
  const other = { ...session, user: { ...session.user, id: '2', email: 'max@example.com' } };
  // Answers as hosted Supabase does, which opens a session when the link is followed.
  const requests = answerRequests(({ path }) =>
    path.includes('/verify') ? Response.json(other) : new Response(null, { status: 204 }),
  );
  const { screen, press, onDone } = await renderLink();
  await expect.element(press).toBeVisible();
  expect(requests).toEqual([]);
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

test('Without network the link is not lost.', async () => {
  answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  const { screen, press } = await renderLink();
  await press.click();
  await expect.element(screen.getByText('Could not confirm your new email. Please try again.')).toBeVisible();
  await expect.element(press).toBeEnabled();
});
