import { expect, test } from 'vitest';
import { PushBrowser } from '../../tests/support/push-browser.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { encrypt } from './encrypt.ts';

/** The example of RFC 8291, appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  browserPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  secret: 'BTBZMqHH6r4Tts7J_aSIgg',
  senderPublic: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

const bytes = (text: string) => new TextEncoder().encode(text);
async function exampleSender() {
  const point = Buffer.from(example.senderPublic, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicPart = { kty: 'EC', crv: 'P-256', x: x!, y: y! };
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  return {
    salt: fromBase64Url(example.salt),
    keys: {
      publicKey: await crypto.subtle.importKey('jwk', publicPart, curve, true, []),
      privateKey: await crypto.subtle.importKey('jwk', { ...publicPart, d: example.senderPrivate }, curve, false, [
        'deriveBits',
      ]),
    },
  };
}

test('the example of RFC 8291 is encrypted to the very bytes of the RFC', async () => {
  const browser = new PushBrowser(example.browserPrivate, example.secret);
  const body = await encrypt(bytes(example.text), browser.subscription(), await exampleSender());
  expect(toBase64Url(body)).toBe(example.body);
});

test.each([0, 1, 700, 3000, 3993])('only its browser can read a message of %i bytes', async (length) => {
  const text = 'w'.repeat(length);
  const browser = new PushBrowser();
  const body = await encrypt(bytes(text), browser.subscription());
  expect(browser.read(body)).toBe(text);
  expect(body.length).toBeLessThanOrEqual(4096);
  expect(() => new PushBrowser().read(body)).toThrow();
});

test('no two messages share keys or salt', async () => {
  const subscription = new PushBrowser().subscription();
  const bodies = await Promise.all(Array.from({ length: 20 }, () => encrypt(bytes('Luna'), subscription)));
  for (const [from, to] of [
    [0, 16],
    [21, 86],
  ]) {
    expect(new Set(bodies.map((body) => toBase64Url(body.subarray(from, to)))).size).toBe(20);
  }
});

const good = new PushBrowser().subscription();

test.each([
  ['no point of the curve', { ...good, p256dh: toBase64Url(Uint8Array.of(4, ...new Uint8Array(64).fill(7))) }],
  ['a key that is too short', { ...good, p256dh: good.p256dh.slice(0, 40) }],
  ['a secret that is too short', { ...good, auth: good.auth.slice(0, 10) }],
  ['a secret that is too long', { ...good, auth: good.p256dh }],
  ['no base64url', { ...good, auth: 'not base64url!' }],
])('%s is refused', async (_, keys) => {
  await expect(encrypt(bytes('Luna'), keys)).rejects.toThrow();
});

test('what does not fit in one record is refused', async () => {
  await expect(encrypt(new Uint8Array(3994), good)).rejects.toThrow('too long');
});
