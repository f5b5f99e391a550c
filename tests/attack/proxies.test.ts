import { expect, test } from 'vitest';
import { linkIn } from '../support/mailbox.ts';
import { newOwner, startTestBackend } from '../support/test-backend.ts';
import { ask } from './answers.ts';

const claims = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'elsewhere.example',
  forwarded: 'for=203.0.113.9;proto=https;host=elsewhere.example',
  'x-real-ip': '203.0.113.9',
  'x-original-url': '/auth/v1/admin/users',
  'x-rewrite-url': '/auth/v1/admin/users',
};

test('only a trusted proxy can say that https is in front', async () => {
  for (const [isTrusted, expected] of [
    [true, 'max-age=31536000; includeSubDomains'],
    [false, undefined],
  ] as const) {
    const backend = await startTestBackend({ trustedProxies: () => isTrusted });
    try {
      const settings = { method: 'GET', path: '/auth/v1/settings', headers: claims };
      const answer = await ask(backend.url, settings);
      expect(answer.headers['strict-transport-security']).toBe(expected);
      expect(JSON.parse(answer.body.toString())).toHaveProperty('disable_signup');
      const plain = { ...settings, headers: { 'x-forwarded-proto': 'http' } };
      expect((await ask(backend.url, plain)).headers['strict-transport-security']).toBeUndefined();
      // Whatever the request claims, a link leads to this server.
      const { email } = await newOwner(backend);
      const headers = { ...claims, 'content-type': 'application/json' };
      await ask(backend.url, { method: 'POST', path: '/auth/v1/recover', headers, body: JSON.stringify({ email }) });
      expect(linkIn(await backend.mailbox.next(email)).origin).toBe(backend.url);
    } finally {
      await backend.stop();
    }
  }
});
