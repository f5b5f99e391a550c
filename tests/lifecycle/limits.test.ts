import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../support/start-server.ts';

test('the server limits senders from its first second on, by the clients that its proxy names', async () => {
  const server = await startServer({ env: { TRUST_PROXY: 'loopback', WAGDAY_CLIENT_LIMITS: '1' } });
  onTestFinished(() => server.stop());
  const guess = async (from: string) => {
    const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      body: JSON.stringify({ email: 'rex@example.com', password: 'sausages' }),
    });
    return answer.status;
  };
  const statuses: number[] = [];
  for (let time = 0; time < 11; time += 1) statuses.push(await guess(`192.0.2.${time}, 203.0.113.1`));
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
  expect(await guess('203.0.113.2')).toBe(400);

  expect((await fetch(`${server.url}/?${'x'.repeat(9000)}`)).status).toBe(414);
  expect((await fetch(server.url, { headers: { 'X-Large': 'x'.repeat(20_000) } })).status).toBe(431);
  expect(server.output()).not.toContain('forwarded');
});

test('a proxy that the server was not told of is noticed once, and not believed', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  for (const from of ['203.0.113.1', '203.0.113.2']) {
    await fetch(`${server.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': from },
      body: '{"refresh_token": "guess"}',
    });
  }
  expect(server.output().match(/forwarded_for_ignored/g)).toHaveLength(1);
  expect(server.output()).toContain('TRUST_PROXY');
  expect(server.output().match(/public_url_missing/g)).toHaveLength(1);
  expect(server.output()).toContain('PUBLIC_URL');
  expect(server.output()).not.toContain('203.0.113');
});
