import { beforeEach, expect, test } from 'vitest';
import { answerAsBackend } from '../../testing/pretend-backend.ts';
import { formerKey, pretendPush, siteKey } from '../../testing/pretend-push.ts';
import { storeSession } from '../../testing/pretend-session.ts';
import { signOut } from '../session/auth.ts';
import { removePushDevice, renewPush, turnPushOn } from './push.ts';
import { keepPushOwner, keepSentEndpoint, pushOwnerOfDevice } from './push-device.ts';

beforeEach(() => storeSession());

function answer() {
  return answerAsBackend({ push_subscriptions: [] }, ({ path }) => {
    if (path.endsWith('/push-key')) return Response.json({ key: siteKey });
    return path.includes('/auth/v1/') ? new Response(null, { status: 204 }) : undefined;
  });
}

test('At a start nothing is asked or sent on a device that never asked for push.', async () => {
  const { ask, subscribe } = pretendPush('granted');
  const { requests } = answer();
  await renewPush('1');
  expect([ask.mock.calls, subscribe.mock.calls, requests]).toEqual([[], [], []]);
});

test('At each start the browser is subscribed again, and a new subscription is told to the backend once. @10.323', async () => {
  const { subscribe, endpoint } = pretendPush('granted');
  const backend = answer();
  keepPushOwner('1');
  await renewPush('1');
  await renewPush('1');
  expect(subscribe).toHaveBeenCalledOnce();
  expect(backend.rows('push_subscriptions')).toMatchObject([{ endpoint: endpoint() }]);
});

test('A device that was removed on another one stays so at its next start. @10.317', async () => {
  const { subscribe, endpoint } = pretendPush('granted');
  const backend = answer();
  await turnPushOn('1');
  const [device] = backend.rows('push_subscriptions');
  await removePushDevice(String(device?.id));
  expect(backend.rows('push_subscriptions')).toEqual([]);
  await renewPush('1');
  expect([endpoint(), pushOwnerOfDevice()]).toEqual([null, null]);
  await renewPush('1');
  expect(subscribe).toHaveBeenCalledOnce();
  expect(backend.rows('push_subscriptions')).toEqual([]);
});

test('A subscription that the browser has replaced is told to the backend. @10.317', async () => {
  const { endpoint } = pretendPush('granted');
  const backend = answer();
  keepPushOwner('1');
  keepSentEndpoint('https://fcm.googleapis.com/fcm/send/former');
  await renewPush('1');
  expect(backend.rows('push_subscriptions')).toMatchObject([{ endpoint: endpoint() }]);
  expect(pushOwnerOfDevice()).toBe('1');
});

test('A subscription that is bound to a former key of the site is replaced. @10.323', async () => {
  const { subscribe, endpoint } = pretendPush('granted', formerKey);
  const before = endpoint();
  const backend = answer();
  await turnPushOn('1');
  expect(subscribe).toHaveBeenCalledOnce();
  expect(endpoint()).not.toBe(before);
  expect(backend.rows('push_subscriptions')).toMatchObject([{ endpoint: endpoint() }]);
});

test.each([
  ['another owner has signed in', 'granted', '2'],
  ['notifications are no longer allowed', 'denied', '1'],
] as const)('Push ends on this device where %s.', async (_, permission, ownerId) => {
  const { endpoint } = pretendPush(permission, siteKey);
  const { requests } = answer();
  keepPushOwner('1');
  await renewPush(ownerId);
  expect([endpoint(), pushOwnerOfDevice()]).toEqual([null, null]);
  expect(requests).toEqual([]);
});

test("Signing out removes this device's subscription, here and at the backend, before the session ends there. @10.323", async () => {
  const { endpoint } = pretendPush('granted', siteKey);
  const { requests } = answer();
  keepPushOwner('1');
  const address = encodeURIComponent(String(endpoint()));
  await signOut();
  expect([endpoint(), pushOwnerOfDevice()]).toEqual([null, null]);
  await expect.poll(() => requests.length).toBe(2);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `DELETE /rest/v1/push_subscriptions?endpoint=eq.${address}`,
    'POST /auth/v1/logout?scope=local',
  ]);
});
