import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { proxyNames, startProxy } from '../support/http-proxies.ts';
import { linkIn } from '../support/mailbox.ts';
import { addDog, newOwner } from '../support/owners.ts';
import { startServer } from '../support/start-server.ts';
import { startTestBackend } from '../support/test-backend.ts';
import { ask } from './raw-requests.ts';

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
    [true, 'max-age=31536000'],
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

/** Sends requests whose body does not come to an end, from addresses of this machine, and leaves them open until the test ends. */
async function sendHalf(port: number, count: number, clients: number): Promise<void> {
  const half = 'POST /auth/v1/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{';
  const sent = Array.from({ length: count }, async (_, index) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: `127.0.1.${1 + (index % clients)}` });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    await new Promise((done) => socket.write(half, done));
  });
  await Promise.all(sent);
}

test.each(proxyNames)('behind %s, 2,100 requests that are half sent leave everybody else served', async (name) => {
  const server = await startServer({ env: { TRUST_PROXY: 'loopback' } });
  onTestFinished(() => server.stop());
  const bystander = await newOwner({ url: server.url, key: 'wagday' });
  await addDog(bystander, { name: 'Bystander' });
  const proxy = await startProxy(name, Number(new URL(server.url).port));
  onTestFinished(() => proxy.stop());
  const authorization = { authorization: `Bearer ${bystander.accessToken}` };
  const questions = [
    { method: 'GET', path: '/rest/v1/dogs?select=name', headers: authorization },
    { method: 'GET', path: '/auth/v1/settings' },
    { method: 'GET', path: '/ready' },
  ];
  // One client is refused further requests; of eleven, which have as many as they may, the oldest requests end.
  for (const clients of [1, 11]) {
    await sendHalf(proxy.port, 2100, clients);
    const answers = Array.from({ length: 100 }, (_, index) =>
      ask(`http://127.0.0.1:${proxy.port}`, questions[index % questions.length]!, { localAddress: '127.0.0.2' }).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    const statuses = await Promise.all(answers);
    const answered = statuses.filter((status) => status === 200).length;
    expect(answered).toBeGreaterThanOrEqual(99);
  }
});
