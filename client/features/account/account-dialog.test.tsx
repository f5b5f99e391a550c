import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { answerRequests, goOffline } from '../../testing/network.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { session, storeSession } from '../../testing/session.ts';
import { dismissToasts, Toaster } from '../../ui/toaster.tsx';
import { AccountDialog } from './account-dialog.tsx';

const owner = { id: '1', email: 'rex@example.com', name: 'Ola' };

beforeEach(storeSession);
afterEach(dismissToasts);

async function renderDialog() {
  const onClose = vi.fn();
  const screen = await render(
    <>
      <AccountDialog owner={owner} onClose={onClose} />
      <Toaster />
    </>,
  );
  return { screen, onClose, dialog: screen.getByRole('dialog', { name: 'Your account' }) };
}

test('The account shows who is signed in, and by what name.', async () => {
  const { screen, dialog } = await renderDialog();
  await expect.element(screen.getByText('rex@example.com', { exact: true })).toBeVisible();
  await expect.element(screen.getByLabelText('Your name (optional)')).toHaveValue('Ola');
  expect(contentOutside(dialog.element())).toEqual([]);
});

test('A name is sent tidied, and none at all when it is empty.', async () => {
  const requests = answerRequests(() => Response.json(session.user));
  const { screen } = await renderDialog();
  const name = screen.getByLabelText('Your name (optional)');
  await name.fill('  Ola   Nowak ');
  await screen.getByRole('button', { name: 'Save Name' }).click();
  await expect.element(screen.getByText('Name saved!')).toBeVisible();
  await expect.element(name).toHaveValue('Ola Nowak');
  await name.fill('   ');
  await screen.getByRole('button', { name: 'Save Name' }).click();
  await expect.poll(() => requests.length).toBe(2);
  expect(requests).toMatchObject([
    { method: 'PUT', path: '/auth/v1/user', body: { data: { name: 'Ola Nowak' } } },
    { body: { data: { name: null } } },
  ]);
});

test('A new password goes with the current one, and both fields are empty afterwards.', async () => {
  const requests = answerRequests(() => Response.json(session.user));
  const { screen } = await renderDialog();
  await screen.getByLabelText('Current password').fill('woof-woof');
  await screen.getByLabelText('New password').fill('woof-anew');
  await screen.getByRole('button', { name: 'Change Password' }).click();
  await expect.element(screen.getByText('Password changed!')).toBeVisible();
  expect(requests).toMatchObject([{ body: { password: 'woof-anew', current_password: 'woof-woof' } }]);
  await expect.element(screen.getByLabelText('Current password')).toHaveValue('');
  await expect.element(screen.getByLabelText('New password')).toHaveValue('');
});

const refusals = [
  ['current_password_invalid', 400, 'Current password', /not your current password/],
  ['same_password', 422, 'New password', /your password already/],
] as const;

test.for(refusals)('The answer %s stands beside its field.', async ([code, status, label, text]) => {
  answerRequests(() => Response.json({ code: status, error_code: code, msg: code }, { status }));
  const { screen } = await renderDialog();
  await screen.getByLabelText('Current password').fill('woof-woof');
  await screen.getByLabelText('New password').fill('woof-anew');
  await screen.getByRole('button', { name: 'Change Password' }).click();
  await expect.element(screen.getByLabelText(label)).toHaveAccessibleDescription(text);
  await expect.element(screen.getByLabelText(label)).toHaveFocus();
});

test('Only the word or the own address lets the account be deleted.', async () => {
  const { screen } = await renderDialog();
  await screen.getByRole('button', { name: 'Delete Account…' }).click();
  const confirmation = screen.getByLabelText(/to confirm/);
  const remove = screen.getByRole('button', { name: 'Delete for Ever' });
  await expect.element(confirmation).toHaveFocus();
  for (const typed of ['', 'delete', 'rex@example.org', 'rex']) {
    await confirmation.fill(typed);
    await expect.element(remove).toBeDisabled();
  }
  for (const typed of ['DELETE', ' Rex@Example.com ']) {
    await confirmation.fill(typed);
    await expect.element(remove).toBeEnabled();
  }
});

test('Deleting takes the photos first, a hundred at a time, then the account, and forgets the session.', async () => {
  const stored = Array.from({ length: 130 }, (_, index) => ({ name: `${index}.webp`, id: String(index) }));
  const requests = answerRequests(({ method, path, body }) => {
    if (path.includes('/object/list/')) {
      const { offset } = body as { offset: number };
      return Response.json(stored.slice(offset, offset + 100));
    }
    return method === 'DELETE' ? Response.json([]) : new Response(null, { status: 204 });
  });
  const { screen } = await renderDialog();
  await screen.getByRole('button', { name: 'Delete Account…' }).click();
  await screen.getByLabelText(/to confirm/).fill('DELETE');
  await screen.getByRole('button', { name: 'Delete for Ever' }).click();
  await expect.poll(() => window.localStorage.getItem('wagday-session')).toBeNull();
  const removals = requests.filter(({ method }) => method === 'DELETE');
  expect(removals.map(({ body }) => (body as { prefixes: string[] }).prefixes.length)).toEqual([100, 30]);
  expect(removals[0]?.body).toMatchObject({ prefixes: expect.arrayContaining(['1/0.webp']) });
  expect(requests.at(-1)).toMatchObject({ method: 'POST', path: '/rest/v1/rpc/delete_own_account' });
});

test('An account that cannot be deleted says so and stays.', async () => {
  answerRequests(() => Response.json({ message: 'boom' }, { status: 400 }));
  const { screen } = await renderDialog();
  await screen.getByRole('button', { name: 'Delete Account…' }).click();
  await screen.getByLabelText(/to confirm/).fill('DELETE');
  await screen.getByRole('button', { name: 'Delete for Ever' }).click();
  await expect.element(screen.getByText('Could not delete your account. Please try again.')).toBeVisible();
  await expect.element(screen.getByLabelText(/to confirm/)).toHaveValue('DELETE');
  expect(window.localStorage.getItem('wagday-session')).not.toBeNull();
});

test('Offline, each action says so instead of asking to try again.', async () => {
  onTestFinished(goOffline());
  answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  const { screen } = await renderDialog();
  for (const name of ['Save Name', 'Export Everything']) {
    await screen.getByRole('button', { name }).click();
    await expect.element(screen.getByText('You are offline')).toBeVisible();
    await screen.getByRole('button', { name: 'Close message' }).click();
    await expect.element(screen.getByText('You are offline')).not.toBeInTheDocument();
  }
  await screen.getByLabelText('Current password').fill('woof-woof');
  await screen.getByLabelText('New password').fill('woof-anew');
  await screen.getByRole('button', { name: 'Change Password' }).click();
  await expect.element(screen.getByText('You are offline')).toBeVisible();
});

test('What failed before does not stand beside what has worked now.', async () => {
  answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  const { screen } = await renderDialog();
  await screen.getByRole('button', { name: 'Save Name' }).click();
  await expect.element(screen.getByText('Could not save your name. Please try again.')).toBeVisible();
  answerRequests(() => Response.json(session.user));
  await screen.getByRole('button', { name: 'Save Name' }).click();
  await expect.element(screen.getByText('Name saved!')).toBeVisible();
  await expect.element(screen.getByText('Could not save your name. Please try again.')).not.toBeInTheDocument();
});

test('The account is closed by its button.', async () => {
  const { screen, onClose } = await renderDialog();
  await screen.getByRole('button', { name: 'Close', exact: true }).click();
  expect(onClose).toHaveBeenCalledOnce();
});
