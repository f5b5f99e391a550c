import { afterEach, expect, test, vi } from 'vitest';
import { waitingPhotoCache, waitingPhotos } from '../../../addresses/addresses.ts';
import { consoleError, consoleWarn } from '../../testing/console.ts';
import { answerRequests } from '../../testing/pretend-network.ts';
import { session, storeSession } from '../../testing/pretend-session.ts';
import { changeStored, readStored } from '../offline/database.ts';
import { againKey, forgetPackOnDevice } from '../offline/forget.ts';

const ownerId = session.user.id;
let pages = 0;

/** Loads a new instance of the module, as each page does. */
function openPage(): Promise<typeof import('./session.ts')> {
  pages += 1;
  return import(/* @vite-ignore */ `./session.ts?page=${pages}`);
}

const leaving = () => localStorage.getItem('wagday-leaving');

/** Stores a list, an unsent change and a waiting photo of an owner, and a draft in this tab. */
async function keepPack(owner: string) {
  await changeStored('seen', `${owner}/dogs`, () => ['Rex']);
  await changeStored('changes', owner, () => [{ table: 'dogs', id: 'rex' }]);
  const photos = await caches.open(waitingPhotoCache);
  await photos.put(`${waitingPhotos}${owner}/1`, new Response('Rex'));
  localStorage.setItem('wagday-pack-count', '3');
  localStorage.setItem(againKey(owner, 'picnic'), 'walk');
  localStorage.setItem(`wagday-celebrated-${owner}`, '"2026-06-14"');
  localStorage.setItem('wagday-reminders-asked', JSON.stringify(owner));
  localStorage.setItem('wagday-parties-in-calendar', '["picnic"]');
  localStorage.setItem('wagday-no-year-ago', 'rex-20260620');
  sessionStorage.setItem(`wagday-draft-${owner} dog new`, '{"draft":{}}');
}

async function kept(owner: string): Promise<unknown[]> {
  const photo = await caches.match(`${waitingPhotos}${owner}/1`, { cacheName: waitingPhotoCache });
  return [
    await readStored('seen', `${owner}/dogs`),
    await readStored('changes', owner),
    photo,
    localStorage.getItem('wagday-pack-count'),
    localStorage.getItem(againKey(owner, 'picnic')),
    localStorage.getItem(`wagday-celebrated-${owner}`),
    localStorage.getItem('wagday-reminders-asked'),
    localStorage.getItem('wagday-parties-in-calendar'),
    localStorage.getItem('wagday-no-year-ago'),
    sessionStorage.getItem(`wagday-draft-${owner} dog new`),
  ].filter((value) => value !== undefined && value !== null);
}

afterEach(async () => {
  for (const owner of [ownerId, '2']) await forgetPackOnDevice(owner);
});

test('An open page looks every 30 seconds whether its session needs a new token. @9.20', async () => {
  storeSession();
  answerRequests(() => Response.json([]));
  const looks = vi.spyOn(window, 'setInterval');
  await (await openPage()).connectSession();
  expect(looks.mock.calls.map(([, pause]) => pause)).toContain(30_000);
});

test.for([
  ['before the session was removed', true],
  ['before the pack was removed', false],
] as const)('A sign-out that was cut off %s is finished by the next page.', async ([, hasSession]) => {
  if (hasSession) storeSession();
  await keepPack(ownerId);
  localStorage.setItem('wagday-leaving', ownerId);
  answerRequests(() => Response.json([]));
  const page = await openPage();
  expect(page.currentSession()).toMatchObject({ status: 'signed-out', hasExpired: false });
  expect(localStorage.getItem('wagday-session')).toBe(hasSession ? 'null' : null);
  const unsubscribe = page.subscribeToSession(() => undefined);
  await expect.poll(() => kept(ownerId)).toEqual([]);
  await expect.poll(leaving).toBeNull();
  expect(localStorage.getItem('wagday-session')).toBeNull();
  unsubscribe();
});

test('A sign-out that was cut off ends no session of somebody who has signed in since, and removes nothing of theirs.', async () => {
  storeSession('2');
  await changeStored('changes', '2', () => [{ table: 'dogs', id: 'luna' }]);
  await keepPack(ownerId);
  localStorage.setItem('wagday-leaving', ownerId);
  answerRequests(() => Response.json([]));
  const page = await openPage();
  expect(page.currentSession().status).toBe('loading');
  await page.finishSignOut();
  expect(await kept(ownerId)).toEqual([]);
  expect(leaving()).toBeNull();
  expect(localStorage.getItem('wagday-session')).not.toBeNull();
  expect(await readStored('changes', '2')).toHaveLength(1);
});

test('A sign-out is marked before it waits for anything, and the mark goes at its end.', async () => {
  localStorage.setItem('wagday-session', JSON.stringify({ ...session, expires_at: 1 }));
  await keepPack(ownerId);
  const refresh = Promise.withResolvers<Response>();
  answerRequests(() => refresh.promise);
  const { signOut } = await import('./auth.ts');
  const leave = signOut();
  expect(leaving()).toBe(ownerId);
  expect(localStorage.getItem('wagday-session')).not.toBeNull();
  refresh.resolve(new Response('', { status: 503 }));
  await leave;
  expect(localStorage.getItem('wagday-session')).toBeNull();
  expect(await kept(ownerId)).toEqual([]);
  expect(leaving()).toBeNull();
});

test('What is stored in the place of a session and is none is logged and taken away, and nobody is signed in. @4.9 @8.30', async () => {
  await keepPack(ownerId);
  localStorage.setItem('wagday-session', '{"access_token": "half a tok');
  const page = await openPage();
  await page.connectSession();
  expect(page.currentSession()).toMatchObject({ status: 'signed-out', hasExpired: true });
  expect(localStorage.getItem('wagday-session')).toBeNull();
  expect(await readStored('seen', `${ownerId}/dogs`)).toBeUndefined();
  const words = 'The session could not be checked: what is stored in its place cannot be read.';
  expect(consoleError.mock.calls).toEqual([[words]]);
  consoleError.mockClear();
});

test.for([
  [100, 0],
  [121, 1],
] as const)('A session in the address that is %i seconds old raises %i warnings. @9.23', async ([age, warnings]) => {
  const issuedAt = Math.floor(Date.now() / 1000) - age;
  const address = { access_token: 'a', refresh_token: 'r', expires_in: '3600', expires_at: String(issuedAt + 3600) };
  const here = window.location.pathname + window.location.search;
  window.history.replaceState(null, '', `#${new URLSearchParams({ ...address, token_type: 'bearer' })}`);
  await openPage();
  expect(consoleWarn.mock.calls).toHaveLength(warnings);
  consoleWarn.mockClear();
  expect(window.location.hash).toBe('');
  window.history.replaceState(null, '', here);
});

test('A page on the way back shows whose session the device has by now.', async () => {
  storeSession();
  answerRequests(() => Response.json([]));
  const page = await openPage();
  const unsubscribe = page.subscribeToSession(() => undefined);
  await page.connectSession();
  const comeBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  storeSession('2');
  comeBack();
  expect(page.currentSession()).toMatchObject({ status: 'signed-in', owner: { id: '2' } });
  localStorage.removeItem('wagday-session');
  comeBack();
  expect(page.currentSession()).toMatchObject({ status: 'signed-out', ownerId: '2' });
  unsubscribe();
});

test.for([
  ['An expired session keeps what was typed.', null, '{"draft":{}}'],
  ['A sign-out in another tab removes what was typed in this one.', 'wished', null],
] as const)('%s', async ([, goodbye, draft]) => {
  storeSession();
  await keepPack(ownerId);
  answerRequests(() => Response.json([]));
  const page = await openPage();
  const unsubscribe = page.subscribeToSession(() => undefined);
  await page.connectSession();
  if (goodbye) localStorage.setItem('wagday-goodbye', goodbye);
  localStorage.removeItem('wagday-session');
  window.dispatchEvent(new StorageEvent('storage', { key: 'wagday-session' }));
  expect(page.currentSession()).toMatchObject({ status: 'signed-out', hasExpired: goodbye === null });
  expect(sessionStorage.getItem(`wagday-draft-${ownerId} dog new`)).toBe(draft);
  unsubscribe();
});

test('A page asks whether the new address that it waits for was confirmed on another device.', async () => {
  const withUser = (user: object) => ({ ...session, user: { ...session.user, ...user } });
  localStorage.setItem('wagday-session', JSON.stringify(withUser({ new_email: 'max@example.com' })));
  answerRequests(({ path }) => Response.json(path.includes('/token') ? withUser({ email: 'max@example.com' }) : []));
  const page = await openPage();
  await page.connectSession();
  await expect.poll(page.currentSession).toMatchObject({ owner: { email: 'max@example.com', newEmail: null } });
});

test('A page that finds no sign-out cut off keeps what was not sent.', async () => {
  await keepPack(ownerId);
  await (await openPage()).finishSignOut();
  expect(await kept(ownerId)).toHaveLength(10);
});
