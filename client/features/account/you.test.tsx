import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { contentOutside } from '../../testing/overflow.ts';
import { answerRequests, goOffline, type SeenRequest } from '../../testing/pretend-network.ts';
import { session, storeSession } from '../../testing/pretend-session.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { dogRowOf, rex } from '../../testing/sample-dogs.ts';
import { setToday } from '../../testing/today.ts';
import * as sharing from '../../ui/share.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { You } from './you.tsx';

vi.mock('../../ui/share.ts', { spy: true });

const owner = { id: '1', email: 'rex@example.com', name: 'Ola', newEmail: null };

beforeEach(() => storeSession());

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

test('A name is sent tidied, and none at all when it is empty.', async () => {
  recordActions(() => Promise.reject(new TypeError('Failed to fetch')));
  const { screen } = await renderYou();
  const name = screen.getByLabelText('What should we call you? (optional)');
  await expect.element(name).toHaveValue('Ola');
  await name.fill('  Ola   Nowak ');
  await screen.getByRole('button', { name: 'Save Name' }).click();
  const failure = screen.getByText('Could not save your name. Please try again.');
  await expect.element(failure).toBeVisible();
  const requests = recordActions(() => Response.json(session.user));
  await screen.getByRole('button', { name: 'Save Name' }).click();
  await expect.element(screen.getByText('Name saved!')).toBeVisible();
  // What failed before goes not after its time, but at once.
  expect(failure.query()).toBeNull();
  await expect.element(name).toHaveValue('Ola Nowak');
  await name.fill('   ');
  await screen.getByRole('button', { name: 'Save Name' }).click();
  await expect.element(screen.getByText('Name removed!')).toBeVisible();
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
  const { screen, email, password, send } = await openEmail({ newEmail: 'ola@example.com' });
  // The address that is waited for.
  await expect.element(screen.getByText('ola@example.com')).toBeVisible();
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

const sessionRow = (id: string, agent: string, isCurrent: boolean) => ({
  id,
  created_at: '2026-06-01T10:00:00+00:00',
  last_used_at: '2026-06-10T10:00:00+00:00',
  user_agent: agent,
  is_current: isCurrent,
});

test('Each row says what is set: the name, the reminders, how many calendars and devices. @10.125', async () => {
  const reminders = {
    ...{ id: 'r', user_id: '1', time_zone: 'Europe/Lisbon', hour: 8, days_before: [0, 7] },
    ...{ by_mail: true, by_push: false, created_at: '2026-06-01T10:00:00Z', version: 3 },
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
  expect(contentOutside(main.element())).toEqual([]);
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
  window.history.replaceState(null, '', '#you');
  await tryToDelete();
  await expect.poll(() => window.localStorage.getItem('wagday-session')).toBeNull();
  expect(window.location.hash).toBe('');
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

const otherOwner = { ...session, user: { ...session.user, id: '2' } };
const proof = '/auth/v1/token?grant_type=password';

test.for([
  ['A wrong password', refusedSignIn, [proof]],
  // The session that it has opened is ended again.
  ["Another account's password", () => Response.json(otherOwner), [proof, '/auth/v1/logout?scope=local']],
] as const)('%s deletes nothing, and the field says so.', async ([, answer, paths]) => {
  const requests = recordActions(({ path }) =>
    path.includes('/token') ? answer() : new Response(null, { status: 204 }),
  );
  const { password, confirmation, tryToDelete } = await openDeletion();
  await tryToDelete('meow-meow');
  await expect.element(password).toHaveAccessibleDescription('This is not your current password.');
  await expect.element(password).toHaveFocus();
  await expect.element(confirmation).toHaveValue('DELETE');
  expect(requests.map(({ path }) => path)).toEqual(paths);
  expect(window.localStorage.getItem('wagday-session')).not.toBeNull();
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
  goOffline();
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

const token = 'T'.repeat(43);
const grandma = {
  ...{ id: 'a', name: 'Grandma', contents: 'birthdays', parties: false, alarms: true, dog_id: 'luna' },
  ...{ created_at: '2026-06-01T10:00:00Z', last_read_at: '2026-06-14T12:00:00Z' },
};
const phone = { ...grandma, id: 'b', name: 'Phone', contents: 'all', parties: true, alarms: false, dog_id: null };

/** Returns the rows of Luna and of `others` further dogs. */
function packWith(others: number) {
  const more = Array.from({ length: others }, (_, index) => dogRowOf({ ...rex, id: `dog-${index}` }, owner.id));
  return [dogRowOf({ ...rex, id: 'luna', name: 'Luna' }, owner.id), ...more];
}

/** Stands in for the backend. `make` answers the request for a new calendar. */
function answerWith(rows: object[], make: () => Response = () => Response.json(token)) {
  const kept = [...rows];
  return answerRequests(({ method, path, body }) => {
    if (path.includes('/rpc/create_calendar_feed')) {
      const answer = make();
      if (answer.ok) kept.push({ ...phone, id: 'new', ...(body as object), last_read_at: null });
      return answer;
    }
    if (path.includes('/dogs')) return Response.json(packWith(0));
    if (method === 'DELETE') return Response.json([grandma]);
    return Response.json(kept);
  });
}

async function openSection() {
  const screen = await renderApp(<You owner={owner} section={null} reminders={null} />);
  await screen.getByRole('heading', { name: 'Calendars' }).click();
  return screen;
}

test('Calendars say what is in them and when they were read, and without any there is only the form. @10.166', async () => {
  answerWith([grandma, { ...phone, last_read_at: null }, { ...phone, id: 'c', name: 'Old', dog_id: 'gone' }]);
  const screen = await openSection();
  const rows = screen.getByRole('list', { name: 'Your calendars' }).getByRole('listitem');
  await expect
    .poll(() => rows.nth(0).element().textContent)
    .toMatch(/^GrandmaThe birthdays of Luna, alarmsLast read June 14, 2026/);
  await expect
    .poll(() => rows.nth(1).element().textContent)
    .toMatch(/^PhoneAll celebrations of the pack, partiesNot read yet/);
  await expect
    .poll(() => rows.nth(2).element().textContent)
    .toMatch(/All celebrations of a dog that was removed, parties/);
  expect(contentOutside(screen.container)).toEqual([]);
});

test('A calendar needs a name, and its address is shown once, with ways to subscribe. @10.164', async () => {
  const requests = answerWith([]);
  vi.mocked(sharing.copyText).mockResolvedValue('copied');
  const screen = await openSection();
  const name = screen.getByLabelText('Name this calendar');
  await screen.getByRole('button', { name: 'Make Calendar' }).click();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription(/Please give it a name\./);

  await name.fill('  Grandma   Ida ');
  await screen.getByText("Choose What's in It").click();
  await screen.getByLabelText('Dogs').selectOptions('Luna');
  await screen.getByRole('combobox', { name: 'Celebrations' }).selectOptions('Birthdays only');
  await screen.getByLabelText('Planned parties').click();
  await screen.getByLabelText('An alarm at nine in the morning').click();
  await screen.getByRole('button', { name: 'Make Calendar' }).click();
  await expect.element(screen.getByRole('heading', { name: '“Grandma Ida” is ready' })).toHaveFocus();
  expect(requests.find(({ path }) => path.includes('/rpc/create'))?.body).toEqual({
    ...{ name: 'Grandma Ida', contents: 'birthdays', parties: false, alarms: true, dog_id: 'luna' },
  });
  const address = `${window.location.origin}/calendar/${token}.ics`;
  await expect.element(screen.getByText(address)).toBeVisible();
  await screen.getByRole('button', { name: 'Copy Link' }).click();
  expect(sharing.copyText).toHaveBeenCalledWith(address);
  await expect.element(screen.getByRole('button', { name: 'Copied!' })).toBeVisible();
  const apple = screen.getByRole('link', { name: 'Apple' }).element() as HTMLAnchorElement;
  expect(apple.href).toBe(address.replace(/^https?:/, 'webcal:'));
  expect(contentOutside(screen.container)).toEqual([]);
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByText(address)).not.toBeInTheDocument();
  await expect.element(screen.getByText('Not read yet')).toBeVisible();
});

test('Only a second press removes a calendar. @10.167', async () => {
  const requests = answerWith([grandma]);
  const screen = await openSection();
  const remove = screen.getByRole('button', { name: 'Remove the calendar Grandma' });
  await remove.click();
  await screen.getByRole('button', { name: 'Keep It' }).click();
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await remove.click();
  await expect.element(screen.getByRole('button', { name: 'Remove Calendar' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Remove Calendar' }).click();
  await expect.element(screen.getByText('Calendar removed!')).toBeVisible();
  await expect.element(screen.getByText('“Grandma” gets nothing new from now on.')).toBeVisible();
  expect(requests.find(({ method }) => method === 'DELETE')?.path).toContain('/rest/v1/calendar_feeds?id=eq.a');
  await expect.element(remove).not.toBeInTheDocument();
});

test('An eleventh calendar is refused in plain words, and with ten there is no form. @10.172', async () => {
  const full = { code: '23514', message: 'limit reached: an owner has at most 10 calendar feeds' };
  answerWith([phone], () => Response.json(full, { status: 400 }));
  const screen = await openSection();
  await screen.getByLabelText('Name this calendar').fill('Phone');
  await screen.getByRole('button', { name: 'Make Calendar' }).click();
  await expect.element(screen.getByText('Ten is plenty')).toBeVisible();
  await screen.unmount();
  answerWith(Array.from({ length: 10 }, (_, index) => ({ ...phone, id: String(index) })));
  const again = await openSection();
  await expect.element(again.getByText('Remove a calendar before you make another one.')).toBeVisible();
  await expect.element(again.getByRole('button', { name: 'Make Calendar' })).not.toBeInTheDocument();
});

test('What cannot be loaded can be tried again, and without network it says so. @10.173', async () => {
  let isDown = true;
  answerRequests(() => (isDown ? Response.json({ message: 'down' }, { status: 500 }) : Response.json([])));
  const screen = await openSection();
  await expect.element(screen.getByText("We couldn't load your calendars.")).toBeVisible();
  const goOnline = goOffline();
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(screen.getByText("You're offline. Calendars need the network.")).toBeVisible();
  isDown = false;
  goOnline();
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(screen.getByRole('button', { name: 'Make Calendar' })).toBeVisible();
});

test('The whole pack is saved as a file: three years of who lives, and the parties to come. @10.154', async () => {
  setToday(2026, 6, 15);
  vi.mocked(sharing.saveFile).mockReturnValue();
  const revision = { created_at: '2026-01-01T00:00:00Z', version: 1, user_id: '1' };
  const dog = { ...revision, size: 'small', birth_date: '2019-06-14', photo_url: null, breed: null, notes: null };
  const planned = { ...revision, dog_id: 'luna', title: 'Cake Day', description: null, location: null };
  let isDown = false;
  answerRequests(({ path }) => {
    if (path.includes('/calendar_feeds')) return Response.json([]);
    if (isDown) return Response.json({ message: 'down' }, { status: 500 });
    if (path.includes('/dogs')) {
      return Response.json([
        { ...dog, id: 'luna', name: 'Luna' },
        { ...dog, id: 'rex', name: 'Rex', died_on: '2026-01-01' },
      ]);
    }
    return Response.json([
      { ...planned, id: 'cake', celebration_date: '2026-09-14' },
      { ...planned, id: 'past', celebration_date: '2026-01-14' },
    ]);
  });
  const screen = await openSection();
  const save = screen.getByRole('button', { name: 'Download' });
  await expect.element(screen.getByText('Just once? Download the next three years.')).toBeVisible();
  isDown = true;
  await save.click();
  await expect.element(screen.getByText('Could not save your pack as a file. Please try again.')).toBeVisible();
  isDown = false;
  await save.click();
  await expect.poll(() => vi.mocked(sharing.saveFile).mock.calls.length).toBe(1);
  const [file] = vi.mocked(sharing.saveFile).mock.lastCall!;
  const text = await file.text();
  expect(file.name).toBe('pack.ics');
  const summaries = text.match(/^SUMMARY:.*(?=\r)/gm) ?? [];
  expect(summaries.filter((line) => line.includes('Luna'))).toHaveLength(12);
  expect(summaries.filter((line) => !line.includes('Luna'))).toEqual(['SUMMARY:Cake Day']);
});

test.each([
  [250, null, 'three years', '2029-06-15'],
  [251, '18 months ahead', '18 months', '2028-01-01'],
  [1001, '4 months ahead', '4 months', '2026-11-01'],
])(
  'The owner of %i dogs is told how far a calendar of them reaches (%s), and a file has %s. @10.155',
  async (count, reach, span, end) => {
    setToday(2026, 6, 15);
    vi.mocked(sharing.saveFile).mockReturnValue();
    answerRequests(({ path }) => Response.json(path.includes('/dogs') ? packWith(count - 1) : []));
    const screen = await openSection();
    const save = screen.getByRole('button', { name: 'Download' });
    await expect.element(screen.getByText(`Just once? Download the next ${span}.`)).toBeVisible();
    const told = screen.getByText(/^Yours is a large pack/);
    if (reach === null) await expect.element(told).not.toBeInTheDocument();
    else await expect.poll(() => told.element().textContent).toContain(` reaches ${reach}.`);

    await save.click();
    await expect.poll(() => vi.mocked(sharing.saveFile).mock.calls.length).toBe(1);
    const [file] = vi.mocked(sharing.saveFile).mock.lastCall!;
    const days = (await file.text()).match(/(?<=DTSTART;VALUE=DATE:)\d{8}/g)?.sort() ?? [];
    const [first, last] = [days[0], days.at(-1)].map((day) => day?.replace(/(....)(..)(..)/, '$1-$2-$3') ?? '');
    expect(first).toBe('2026-06-20');
    // Rex celebrates every few weeks, so the last day is shortly before the end.
    expect(last! < end).toBe(true);
    expect(Date.parse(end) - Date.parse(last!)).toBeLessThan(60 * 86_400_000);
  },
);
