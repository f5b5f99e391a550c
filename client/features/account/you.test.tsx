import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { answerRequests, goOffline, type SeenRequest } from '../../testing/network.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { session, storeSession } from '../../testing/session.ts';
import { dismissToasts, Toaster } from '../../ui/toaster.tsx';
import { You } from './you.tsx';

const owner = { id: '1', email: 'rex@example.com', name: 'Ola', newEmail: null };

beforeEach(() => storeSession());
afterEach(dismissToasts);

/** Stands in for the backend, and records the requests but those that fill the rows. */
function recordActions(answer: Parameters<typeof answerRequests>[0]): SeenRequest[] {
  const actions: SeenRequest[] = [];
  answerRequests((request, signal) => {
    if (/list_own|calendar_feeds|reminder_settings/.test(request.path)) return Response.json([]);
    actions.push(request);
    return answer(request, signal);
  });
  return actions;
}

async function renderYou(changes: Partial<typeof owner | { newEmail: string }> = {}, section: string | null = 'name') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const at = (section: string | null) => (
    <QueryClientProvider client={client}>
      <You owner={{ ...owner, ...changes }} section={section} reminders={<p>When to remind</p>} />
      <Toaster />
    </QueryClientProvider>
  );
  const screen = await render(at(section));
  const open = (title: string) => screen.getByRole('heading', { name: title, exact: true }).click();
  const changePassword = async () => {
    await open('Password');
    await screen.getByLabelText('Current password').fill('woof-woof');
    await screen.getByLabelText('New password').fill('woof-anew');
    await screen.getByRole('button', { name: 'Change Password' }).click();
  };
  const goTo = (other: string | null) => screen.rerender(at(other));
  return { screen, open, changePassword, main: screen.getByRole('main'), goTo };
}

test('The account shows who is signed in, and by what name.', async () => {
  const { screen, main } = await renderYou();
  await expect.element(screen.getByText('rex@example.com', { exact: true })).toBeVisible();
  await expect.element(screen.getByLabelText('What should we call you? (optional)')).toHaveValue('Ola');
  expect(contentOutside(main.element())).toEqual([]);
});

test('A name is sent tidied, and none at all when it is empty.', async () => {
  const requests = recordActions(() => Response.json(session.user));
  const { screen } = await renderYou();
  const name = screen.getByLabelText('What should we call you? (optional)');
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
  const requests = recordActions(() => Response.json(session.user));
  const { screen, changePassword } = await renderYou();
  await changePassword();
  await expect.element(screen.getByText('Password changed!')).toBeVisible();
  expect(requests).toMatchObject([{ body: { password: 'woof-anew', current_password: 'woof-woof' } }]);
  await expect.element(screen.getByLabelText('Current password')).toHaveValue('');
  await expect.element(screen.getByLabelText('New password')).toHaveValue('');
});

const refusals = [
  ['current_password_invalid', 400, 'Current password', /not your current password/],
  ['same_password', 422, 'New password', /your password already/],
  ['weak_password', 422, 'New password', /one of the first that others would guess/],
] as const;

test.for(refusals)('The answer %s is shown beside its field.', async ([code, status, label, text]) => {
  const weak_password = code === 'weak_password' ? { reasons: ['pwned'] } : undefined;
  answerRequests(() => Response.json({ code: status, error_code: code, msg: code, weak_password }, { status }));
  const { screen, changePassword } = await renderYou();
  await changePassword();
  await expect.element(screen.getByLabelText(label)).toHaveAccessibleDescription(text);
  await expect.element(screen.getByLabelText(label)).toHaveFocus();
});

const refusedSignIn = () =>
  Response.json({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, { status: 400 });

async function openEmail(changes = {}) {
  const { screen, open } = await renderYou(changes);
  await open('Email');
  return {
    screen,
    email: screen.getByLabelText('New email'),
    password: screen.getByLabelText('Your password'),
    send: screen.getByRole('button', { name: 'Send the Link' }),
  };
}

test('A new address is asked for beside the session of the page, and only the mail changes anything.', async () => {
  const requests = recordActions(({ method, path }) => {
    if (path.includes('/token')) return Response.json(session);
    return path.includes('/logout') ? new Response(null, { status: 204 }) : Response.json({ ...session.user, method });
  });
  const { screen, email, password, send } = await openEmail();
  await email.fill(' Max@Example.com ');
  await password.fill('woof-woof');
  await send.click();
  await expect.element(screen.getByText('Follow the link at your new email.')).toBeVisible();
  expect(requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
    'POST /auth/v1/token',
    'PUT /auth/v1/user',
    'POST /auth/v1/logout',
    'POST /auth/v1/token',
  ]);
  expect(requests[1]?.body).toMatchObject({ email: 'max@example.com' });
  await expect.element(email).toHaveValue('');
  await expect.element(password).toHaveValue('');
});

test('A wrong password, the same address and one that is none are refused beside their fields.', async () => {
  const requests = recordActions(refusedSignIn);
  const { email, password, send } = await openEmail();
  await password.fill('meow-meow');
  for (const [typed, problem] of [
    ['max@example', /valid email address/],
    ['REX@example.com', /This is your email already\./],
  ] as const) {
    await email.fill(typed);
    await send.click();
    await expect.element(email).toHaveAccessibleDescription(problem);
    await expect.element(email).toHaveFocus();
  }
  expect(requests).toEqual([]);
  await email.fill('max@example.com');
  await send.click();
  await expect.element(password).toHaveAccessibleDescription('This is not your current password.');
  expect(requests).toHaveLength(1);
});

test('The address that is waited for is shown.', async () => {
  const { screen } = await openEmail({ newEmail: 'max@example.com' });
  await expect.element(screen.getByText('max@example.com')).toBeVisible();
});

const sessionRow = (id: string, agent: string, isCurrent: boolean) => ({
  id,
  created_at: '2026-06-01T10:00:00+00:00',
  last_used_at: '2026-06-10T10:00:00+00:00',
  user_agent: agent,
  is_current: isCurrent,
});

test('Each row says what is set: the name, the reminders, how many calendars and devices. @10.125', async () => {
  const reminders = {
    ...{
      id: 'r',
      user_id: '1',
      time_zone: 'Europe/Lisbon',
      hour: 8,
      days_before: [0, 7],
      by_mail: true,
      by_push: false,
    },
    ...{ created_at: '2026-06-01T10:00:00Z', version: 3 },
  };
  answerRequests(({ path }) => {
    if (path.includes('reminder_settings')) return Response.json([reminders]);
    return Response.json(path.includes('list_own') ? [sessionRow('a', '', true), sessionRow('b', '', false)] : []);
  });
  const { main } = await renderYou();
  const rows = () => [...main.element().querySelectorAll('summary')].map(({ textContent }) => textContent);
  await expect
    .poll(rows)
    .toEqual([
      ...['NameOla', 'RemindersOn the day, a week before, by email', 'CalendarsNone yet'],
      ...['Emailrex@example.com', 'Password••••••••', 'Your Devices2 devices'],
      ...['ExportDogs, parties and photos', 'Delete Your AccountFor good'],
    ]);
});

test('The devices are listed in plain words, and each other one can be signed out.', async () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
  let rows = [sessionRow('a', windows, true), sessionRow('b', 'Firefox/1 (iPad)', false), sessionRow('c', '', false)];
  const requests = answerRequests(({ path }) => {
    if (path.includes('list_own')) return Response.json(rows);
    if (path.includes('end_own')) rows = rows.filter(({ id }) => id !== 'b');
    if (path.includes('logout')) rows = rows.filter(({ id }) => id === 'a');
    return new Response(null, { status: 204 });
  });
  const { screen, open } = await renderYou();
  await open('Your Devices');
  // The toast is in a list, too, and stays while the pointer is on it.
  const devices = screen.getByRole('region', { name: 'Your Devices' }).getByRole('listitem');
  await expect.poll(() => devices.elements().length).toBe(3);
  await expect.element(devices.first().getByText(/^Firefox on Windows/)).toBeVisible();
  await expect.element(devices.first().getByText('This device')).toBeVisible();
  await expect.element(devices.first().getByText(/^Signed in June 1, 2026/)).toBeVisible();
  await expect.element(devices.first().getByRole('button')).not.toBeInTheDocument();

  await screen.getByRole('button', { name: 'Sign Out this device: Firefox on an iPad' }).click();
  await expect.element(screen.getByText('Firefox on an iPad needs the password again.')).toBeVisible();
  await expect.poll(() => devices.elements().length).toBe(2);
  expect(requests.find(({ path }) => path.includes('end_own'))?.body).toEqual({ session_id: 'b' });

  await screen.getByRole('button', { name: 'Sign Out Everywhere Else' }).click();
  await expect
    .element(screen.getByText('Other devices need the password now, or a link from your email.'))
    .toBeVisible();
  await expect.poll(() => devices.elements().length).toBe(1);
  expect(requests.map(({ path }) => path)).toContain('/auth/v1/logout?scope=others');
  await expect.element(screen.getByRole('button', { name: 'Sign Out Everywhere Else' })).not.toBeInTheDocument();
});

test('Devices that cannot be listed can be asked for again, and one that cannot be signed out stays.', async () => {
  answerRequests(() => Response.json({ message: 'boom' }, { status: 400 }));
  const { screen, open } = await renderYou();
  await open('Your Devices');
  await expect.element(screen.getByText('We could not check where you are signed in.')).toBeVisible();
  answerRequests(({ path }) =>
    path.includes('list_own')
      ? Response.json([sessionRow('b', 'Firefox/1 (iPad)', false)])
      : Response.json({ message: 'boom' }, { status: 400 }),
  );
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await screen.getByRole('button', { name: /^Sign Out this device/ }).click();
  await expect.element(screen.getByText('Could not sign out that device. Please try again.')).toBeVisible();
  await expect.element(screen.getByText('Firefox on an iPad', { exact: true })).toBeVisible();
});

async function openDeletion() {
  const { screen, open } = await renderYou();
  await open('Delete Your Account');
  const password = screen.getByLabelText('Your password');
  const confirmation = screen.getByLabelText(/to confirm/);
  const remove = screen.getByRole('button', { name: 'Delete Forever' });
  const tryToDelete = async (typed = 'woof-woof') => {
    await password.fill(typed);
    await confirmation.fill('DELETE');
    await remove.click();
  };
  return { screen, password, confirmation, remove, tryToDelete };
}

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
  const requests = recordActions(({ method, path, body }) => {
    if (path.includes('/token')) return Response.json(session);
    if (path.includes('/object/list/')) {
      const { offset } = body as { offset: number };
      const files = path.endsWith('/invitation-previews') ? [{ name: 'preview.jpg', id: '0' }] : stored;
      return Response.json(files.slice(offset, offset + 100));
    }
    return method === 'DELETE' ? Response.json([]) : new Response(null, { status: 204 });
  });
  const { tryToDelete } = await openDeletion();
  await tryToDelete();
  await expect.poll(() => window.localStorage.getItem('wagday-session')).toBeNull();
  expect(requests[0]).toMatchObject({
    path: '/auth/v1/token?grant_type=password',
    body: { email: 'rex@example.com', password: 'woof-woof' },
  });
  const removals = requests.filter(({ method }) => method === 'DELETE');
  expect(removals.map(({ body }) => (body as { prefixes: string[] }).prefixes.length)).toEqual([100, 30, 1]);
  expect(removals[0]?.body).toMatchObject({ prefixes: expect.arrayContaining(['1/0.webp']) });
  expect(removals[2]).toMatchObject({
    path: '/storage/v1/object/invitation-previews',
    body: { prefixes: ['1/preview.jpg'] },
  });
  expect(requests.at(-1)).toMatchObject({ method: 'POST', path: '/rest/v1/rpc/delete_own_account' });
});

test('With a wrong password nothing is deleted, and the field says so.', async () => {
  const requests = recordActions(refusedSignIn);
  const { password, confirmation, tryToDelete } = await openDeletion();
  await tryToDelete('meow-meow');
  await expect.element(password).toHaveAccessibleDescription('This is not your current password.');
  await expect.element(password).toHaveFocus();
  await expect.element(confirmation).toHaveValue('DELETE');
  expect(requests).toHaveLength(1);
  expect(window.localStorage.getItem('wagday-session')).not.toBeNull();
});

test("The password of an account that is not the owner's deletes nothing, and its session is ended again.", async () => {
  const other = { ...session, user: { ...session.user, id: '2' } };
  const requests = recordActions(({ path }) =>
    path.includes('/token') ? Response.json(other) : new Response(null, { status: 204 }),
  );
  const { password, tryToDelete } = await openDeletion();
  await tryToDelete();
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
    const requests = recordActions(({ path }) => {
      if (path.includes('/token')) return Response.json(session);
      if (path.includes('/object/list/')) return Response.json([]);
      if (path.includes('/logout')) return new Response(null, { status: 204 });
      return Response.json({ message, code }, { status: 400 });
    });
    const { screen, confirmation, tryToDelete } = await openDeletion();
    await tryToDelete();
    await expect.element(screen.getByText(text)).toBeVisible();
    await expect.element(confirmation).toHaveValue('DELETE');
    expect(requests.at(-1)?.path).toBe('/auth/v1/logout?scope=local');
    expect(window.localStorage.getItem('wagday-session')).not.toBeNull();
  },
);

test('Opening one part of the account closes the others, and what was typed there stays. @10.126', async () => {
  const { screen, open } = await renderYou();
  const name = screen.getByLabelText('What should we call you? (optional)');
  await name.fill('Ola N');
  await open('Email');
  await screen.getByLabelText('New email').fill('max@example.com');
  await expect.element(name).not.toBeVisible();
  await open('Name');
  await expect.element(name).toBeVisible();
  await expect.element(name).toHaveValue('Ola N');
  await open('Email');
  await expect.element(screen.getByLabelText('New email')).toHaveValue('max@example.com');
});

test('A part that the address comes to name opens, again after it was closed, and what was typed elsewhere stays. @10.130', async () => {
  recordActions(() => Response.json({}));
  const { screen, open, goTo } = await renderYou({}, null);
  if (!screen.getByLabelText('What should we call you? (optional)').query()) await open('Name');
  await screen.getByLabelText('What should we call you? (optional)').fill('Half a na');
  for (let round = 0; round < 2; round += 1) {
    await goTo('reminders');
    await expect.element(screen.getByText('When to remind')).toBeVisible();
    await goTo(null);
    await expect.element(screen.getByText('When to remind')).toBeVisible();
    await open('Name');
    await expect.element(screen.getByText('When to remind')).not.toBeVisible();
  }
  await expect.element(screen.getByLabelText('What should we call you? (optional)')).toHaveValue('Half a na');
});

test('The deletion is apart at the end, and forgets what was typed when it is closed. @10.126', async () => {
  const { screen, open, main } = await renderYou();
  const headings = main.getByRole('heading').elements();
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    ...['You', 'Basics', 'Name', 'Reminders', 'Calendars'],
    ...['Security', 'Email', 'Password', 'Your Devices'],
    ...['Your Data', 'Export'],
    'Delete Your Account',
  ]);
  await open('Delete Your Account');
  await screen.getByLabelText('Your password').fill('woof-woof');
  await open('Export');
  await expect.element(screen.getByLabelText('Your password')).not.toBeInTheDocument();
  await open('Delete Your Account');
  await expect.element(screen.getByLabelText('Your password')).toHaveValue('');
});

test('Offline, each action says so instead of asking to try again.', async () => {
  onTestFinished(goOffline());
  answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  const { screen, open, changePassword } = await renderYou();
  for (const name of ['Save Name', 'Export Everything']) {
    if (name === 'Export Everything') await open('Export');
    await screen.getByRole('button', { name }).click();
    await expect.element(screen.getByText("You're offline")).toBeVisible();
    await screen.getByRole('button', { name: 'Close message' }).click();
    await expect.element(screen.getByText("You're offline")).not.toBeInTheDocument();
  }
  await changePassword();
  await expect.element(screen.getByText("You're offline")).toBeVisible();
});

test('What failed before is not shown beside what has worked now.', async () => {
  answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  const { screen } = await renderYou();
  await screen.getByRole('button', { name: 'Save Name' }).click();
  await expect.element(screen.getByText('Could not save your name. Please try again.')).toBeVisible();
  answerRequests(() => Response.json(session.user));
  await screen.getByRole('button', { name: 'Save Name' }).click();
  await expect.element(screen.getByText('Name saved!')).toBeVisible();
  // Not after its time, but at once.
  expect(screen.getByText('Could not save your name. Please try again.').query()).toBeNull();
});
