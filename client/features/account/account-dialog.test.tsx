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
  const open = (title: string) => screen.getByRole('heading', { name: title }).click();
  return { screen, onClose, open, dialog: screen.getByRole('dialog', { name: 'Your account' }) };
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
  const { screen, open } = await renderDialog();
  await open('Password');
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
  const { screen, open } = await renderDialog();
  await open('Password');
  await screen.getByLabelText('Current password').fill('woof-woof');
  await screen.getByLabelText('New password').fill('woof-anew');
  await screen.getByRole('button', { name: 'Change Password' }).click();
  await expect.element(screen.getByLabelText(label)).toHaveAccessibleDescription(text);
  await expect.element(screen.getByLabelText(label)).toHaveFocus();
});

async function openDeletion() {
  const { screen, open, onClose } = await renderDialog();
  await open('Delete your account');
  return {
    screen,
    onClose,
    password: screen.getByLabelText('Your password'),
    confirmation: screen.getByLabelText(/to confirm/),
    remove: screen.getByRole('button', { name: 'Delete for Ever' }),
  };
}

const refusedSignIn = () =>
  Response.json({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, { status: 400 });

test('Only with the password, and the word or the own address, can the account be deleted.', async () => {
  const { password, confirmation, remove } = await openDeletion();
  await confirmation.fill('DELETE');
  await expect.element(remove).toBeDisabled();
  await password.fill('woof-woof');
  for (const typed of ['', 'delete', 'rex@example.org', 'rex']) {
    await confirmation.fill(typed);
    await expect.element(remove).toBeDisabled();
  }
  for (const typed of ['DELETE', ' Rex@Example.com ']) {
    await confirmation.fill(typed);
    await expect.element(remove).toBeEnabled();
  }
});

test('Deleting proves the password first, takes the photos, a hundred at a time, then the account, and forgets the session.', async () => {
  const stored = Array.from({ length: 130 }, (_, index) => ({ name: `${index}.webp`, id: String(index) }));
  const requests = answerRequests(({ method, path, body }) => {
    if (path.includes('/token')) return Response.json(session);
    if (path.includes('/object/list/')) {
      const { offset } = body as { offset: number };
      return Response.json(stored.slice(offset, offset + 100));
    }
    return method === 'DELETE' ? Response.json([]) : new Response(null, { status: 204 });
  });
  const { password, confirmation, remove } = await openDeletion();
  await password.fill('woof-woof');
  await confirmation.fill('DELETE');
  await remove.click();
  await expect.poll(() => window.localStorage.getItem('wagday-session')).toBeNull();
  expect(requests[0]).toMatchObject({
    path: '/auth/v1/token?grant_type=password',
    body: { email: 'rex@example.com', password: 'woof-woof' },
  });
  const removals = requests.filter(({ method }) => method === 'DELETE');
  expect(removals.map(({ body }) => (body as { prefixes: string[] }).prefixes.length)).toEqual([100, 30]);
  expect(removals[0]?.body).toMatchObject({ prefixes: expect.arrayContaining(['1/0.webp']) });
  expect(requests.at(-1)).toMatchObject({ method: 'POST', path: '/rest/v1/rpc/delete_own_account' });
});

test('With a wrong password nothing is deleted, and the field says so.', async () => {
  const requests = answerRequests(refusedSignIn);
  const { password, confirmation, remove } = await openDeletion();
  await password.fill('meow-meow');
  await confirmation.fill('DELETE');
  await remove.click();
  await expect.element(password).toHaveAccessibleDescription('This is not your current password.');
  await expect.element(password).toHaveFocus();
  await expect.element(confirmation).toHaveValue('DELETE');
  expect(requests).toHaveLength(1);
  expect(window.localStorage.getItem('wagday-session')).not.toBeNull();
});

test("The password of an account that is not the owner's deletes nothing, and its session is ended again.", async () => {
  const other = { ...session, user: { ...session.user, id: '2' } };
  const requests = answerRequests(({ path }) =>
    path.includes('/token') ? Response.json(other) : new Response(null, { status: 204 }),
  );
  const { password, confirmation, remove } = await openDeletion();
  await password.fill('woof-woof');
  await confirmation.fill('DELETE');
  await remove.click();
  await expect.element(password).toHaveAccessibleDescription('This is not your current password.');
  expect(requests.map(({ path }) => path)).toEqual([
    '/auth/v1/token?grant_type=password',
    '/auth/v1/logout?scope=local',
  ]);
});

test.for([
  ['boom', '23514', 'Could not delete your account. Please try again.'],
  ['recent sign-in needed: again', '42501', 'To be sure that it is you, please press the button once more.'],
] as const)(
  'An account that cannot be deleted (%s) says why and stays, and the proof is ended.',
  async ([message, code, text]) => {
    const requests = answerRequests(({ path }) => {
      if (path.includes('/token')) return Response.json(session);
      if (path.includes('/object/list/')) return Response.json([]);
      if (path.includes('/logout')) return new Response(null, { status: 204 });
      return Response.json({ message, code }, { status: 400 });
    });
    const { screen, password, confirmation, remove } = await openDeletion();
    await password.fill('woof-woof');
    await confirmation.fill('DELETE');
    await remove.click();
    await expect.element(screen.getByText(text)).toBeVisible();
    await expect.element(confirmation).toHaveValue('DELETE');
    expect(requests.at(-1)?.path).toBe('/auth/v1/logout?scope=local');
    expect(window.localStorage.getItem('wagday-session')).not.toBeNull();
  },
);

test('What was typed goes when its part of the account is closed.', async () => {
  const { screen, open } = await renderDialog();
  await open('Password');
  await screen.getByLabelText('Current password').fill('woof-woof');
  await open('Password');
  await expect.element(screen.getByLabelText('Current password')).not.toBeInTheDocument();
  await open('Password');
  await expect.element(screen.getByLabelText('Current password')).toHaveValue('');
});

test('Offline, each action says so instead of asking to try again.', async () => {
  onTestFinished(goOffline());
  answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  const { screen, open } = await renderDialog();
  await open('Your data');
  for (const name of ['Save Name', 'Export Everything']) {
    await screen.getByRole('button', { name }).click();
    await expect.element(screen.getByText('You are offline')).toBeVisible();
    await screen.getByRole('button', { name: 'Close message' }).click();
    await expect.element(screen.getByText('You are offline')).not.toBeInTheDocument();
  }
  await open('Password');
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
