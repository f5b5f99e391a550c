import { expect, test } from 'vitest';
import { PushBrowser } from '../../tests/support/push-browser.ts';
import { forbiddenEndpoints } from '../../tests/support/push-endpoints.ts';
import { isPushEndpoint, type PushOptions, payloadLimit, pushPayload, sendPush } from './send-push.ts';
import { createVapidKey } from './vapid.ts';

const now = Date.UTC(2026, 10, 23, 8);
const message = {
  title: 'Luna is 7 today!',
  body: 'Time for cake.',
  navigate: 'https://wagday.example/#dog=1',
  tag: '2026-11-23',
};
const vapid = { key: await createVapidKey(), subject: 'mailto:help@wagday.example' };

/** A push service that gives every request the same answer, and records what it received. */
function service(answer: () => Response | Promise<Response>) {
  const received: { endpoint: string; init: RequestInit }[] = [];
  const options: PushOptions = {
    vapid,
    now,
    fetch: async (endpoint, init) => {
      received.push({ endpoint, init });
      return answer();
    },
  };
  return { received, options };
}

test('a message arrives encrypted, with what a push service asks for', async () => {
  const browser = new PushBrowser();
  const { received, options } = service(() => new Response(null, { status: 201 }));
  expect(await sendPush(browser.subscription(), message, options)).toEqual({ outcome: 'sent' });
  expect(received).toHaveLength(1);
  const { endpoint, init } = received[0]!;
  expect(endpoint).toBe(browser.subscription().endpoint);
  expect(init).toMatchObject({ method: 'POST', redirect: 'manual' });
  expect(init.headers).toEqual({
    Authorization: expect.stringMatching(/^vapid t=[\w.-]+, k=[\w-]{87}$/),
    'Content-Encoding': 'aes128gcm',
    'Content-Type': 'application/octet-stream',
    TTL: '43200',
    Urgency: 'normal',
    Topic: '2026-11-23',
  });
  expect(JSON.parse(browser.read(init.body as Uint8Array))).toEqual({ web_push: 8030, notification: message });
});

test.each(['x'.repeat(33), 'a b', 'x\r\nHost: evil.example', ''])('a tag such as %j is no topic', async (tag) => {
  const { received, options } = service(() => new Response());
  await sendPush(new PushBrowser().subscription(), { ...message, tag }, options);
  expect(received[0]!.init.headers).not.toHaveProperty('Topic');
});

test.each([
  [200, {}, { outcome: 'sent' }],
  [201, {}, { outcome: 'sent' }],
  [404, {}, { outcome: 'gone' }],
  [410, {}, { outcome: 'gone' }],
  [429, {}, { outcome: 'retry', afterSeconds: 300 }],
  [429, { 'Retry-After': '120' }, { outcome: 'retry', afterSeconds: 120 }],
  [429, { 'Retry-After': '0' }, { outcome: 'retry', afterSeconds: 30 }],
  [429, { 'Retry-After': '999999999' }, { outcome: 'retry', afterSeconds: 3600 }],
  [429, { 'Retry-After': '-5' }, { outcome: 'retry', afterSeconds: 30 }],
  [503, { 'Retry-After': 'Mon, 23 Nov 2026 08:10:00 GMT' }, { outcome: 'retry', afterSeconds: 600 }],
  [503, { 'Retry-After': 'Mon, 23 Nov 2099 08:10:00 GMT' }, { outcome: 'retry', afterSeconds: 3600 }],
  [503, { 'Retry-After': 'soon' }, { outcome: 'retry', afterSeconds: 300 }],
  [500, {}, { outcome: 'retry', afterSeconds: 300 }],
  [301, { Location: 'https://127.0.0.1/' }, { outcome: 'refused' }],
  [307, { Location: 'https://127.0.0.1/' }, { outcome: 'refused' }],
  [400, {}, { outcome: 'refused' }],
  [403, {}, { outcome: 'refused' }],
  [413, {}, { outcome: 'refused' }],
])('an answer of %i with %j means %j', async (status, headers, outcome) => {
  const { options } = service(() => new Response(null, { status, headers: headers as Record<string, string> }));
  expect(await sendPush(new PushBrowser().subscription(), message, options)).toMatchObject(outcome);
});

test('a service that cannot be reached is asked again later', async () => {
  const { options } = service(() => Promise.reject(new TypeError('fetch failed')));
  const outcome = await sendPush(new PushBrowser().subscription(), message, options);
  expect(outcome).toEqual({ outcome: 'retry', afterSeconds: 300 });
});

test('a service that never answers is left after the time limit', async () => {
  const fetch = (_: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      signal!.addEventListener('abort', () => reject(signal!.reason));
    });
  const outcome = await sendPush(new PushBrowser().subscription(), message, { vapid, now, fetch, timeLimit: 1 });
  expect(outcome).toEqual({ outcome: 'retry', afterSeconds: 300 });
});

test('an answer without end is not read', async () => {
  let pulled = 0;
  let isCancelled = false;
  const endless = () =>
    new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1 << 16));
      },
      cancel() {
        isCancelled = true;
      },
    });
  const { options } = service(() => new Response(endless(), { status: 201 }));
  expect(await sendPush(new PushBrowser().subscription(), message, options)).toEqual({ outcome: 'sent' });
  expect(isCancelled).toBe(true);
  expect(pulled).toBeLessThan(3);
});

test('no request is sent to an address that is no push service', async () => {
  const { received, options } = service(() => new Response());
  for (const endpoint of forbiddenEndpoints) {
    const subscription = new PushBrowser().subscription(endpoint);
    expect(await sendPush(subscription, message, options), endpoint).toMatchObject({ outcome: 'refused' });
  }
  expect(received).toEqual([]);
});

test('a subscription whose keys are no keys is refused without a request', async () => {
  const { received, options } = service(() => new Response());
  const subscription = { ...new PushBrowser().subscription(), p256dh: 'AAAA' };
  expect(await sendPush(subscription, message, options)).toMatchObject({ outcome: 'refused' });
  expect(received).toEqual([]);
});

test.each([
  'https://fcm.googleapis.com/fcm/send/dG9rZW4:APA91b-_x',
  'https://fcm.googleapis.com/wp/token',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAAA',
  'https://web.push.apple.com/QGbcX',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2bx%3d%3d',
])('%s is a push service', (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(true);
});

test('nothing else is a push service', () => {
  expect(forbiddenEndpoints.filter((endpoint) => isPushEndpoint(endpoint))).toEqual([]);
});

test('an operator may add services, and they follow the same rules', () => {
  const more = ['push.example.org', '*.push.example.net'];
  expect(isPushEndpoint('https://push.example.org/a', more)).toBe(true);
  expect(isPushEndpoint('https://eu.push.example.net/a', more)).toBe(true);
  expect(isPushEndpoint('https://fcm.googleapis.com/a', more)).toBe(true);
  for (const wrong of ['http://push.example.org/a', 'https://push.example.org:444/a', 'https://x.push.example.org/a']) {
    expect(isPushEndpoint(wrong, more)).toBe(false);
  }
});

function read(payload: Uint8Array) {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
}

test('the message has the shape of Declarative Web Push', () => {
  const { tag, ...untagged } = message;
  expect(read(pushPayload(untagged))).toEqual({ web_push: 8030, notification: untagged });
  expect(read(pushPayload(message)).notification.tag).toBe(tag);
});

test.each(['🐶'.repeat(2000), '"\\\n'.repeat(3000), 'ü'.repeat(5000), '🐶a'.repeat(1999)])(
  'a long text is cut to fit, between two characters',
  (long) => {
    const payload = pushPayload({ ...message, title: long, body: long });
    expect(payload.length).toBeLessThanOrEqual(payloadLimit);
    const { title, body } = read(payload).notification;
    for (const text of [title, body]) {
      expect(text.endsWith('…')).toBe(true);
      expect(long.startsWith(text.slice(0, -1))).toBe(true);
      expect(text).not.toMatch(/\p{Surrogate}/u);
    }
    expect(body.length).toBeGreaterThan(300);
  },
);
