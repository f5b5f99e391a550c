import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { createVapidKey, publicKeyOf, vapidAuthorization } from './vapid.ts';

const subject = 'mailto:help@wagday.example';
const now = Date.UTC(2026, 10, 23, 8);

/** The parts of the header, and the key that it names. */
function partsOf(header: string) {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header)!;
  const point = Buffer.from(key!, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
  return { token: token!, key: key!, point, publicKey };
}

test('the token names push service and sender, and its signature holds', async () => {
  const key = await createVapidKey();
  const header = await vapidAuthorization('https://web.push.apple.com/QABC/def?x=1', { key, subject }, now);
  const { token, key: named, point, publicKey } = partsOf(header);
  expect(named).toBe(publicKeyOf(key));
  expect([point.length, point[0]]).toEqual([65, 4]);
  const { payload, protectedHeader } = await jwtVerify(token, publicKey, { currentDate: new Date(now) });
  expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(payload).toEqual({ aud: 'https://web.push.apple.com', exp: now / 1000 + 43_200, sub: subject });
});

test('another site cannot pass a token off as its own', async () => {
  const [key, other] = await Promise.all([createVapidKey(), createVapidKey()]);
  const { token } = partsOf(await vapidAuthorization('https://fcm.googleapis.com/a', { key, subject }, now));
  const { publicKey } = partsOf(await vapidAuthorization('https://fcm.googleapis.com/a', { key: other, subject }, now));
  await expect(jwtVerify(token, publicKey, { currentDate: new Date(now) })).rejects.toThrow();
});

test.each(['', 'help@wagday.example', 'mailto:', 'http://wagday.example'])(
  'the subject "%s" is refused',
  async (wrong) => {
    const vapid = { key: await createVapidKey(), subject: wrong };
    await expect(vapidAuthorization('https://fcm.googleapis.com/a', vapid, now)).rejects.toThrow('subject');
  },
);
