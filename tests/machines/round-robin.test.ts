import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startRoundRobin } from '../support/round-robin.ts';

test('the proxy of these tests reads on at a connection whose last request met a dead server', async () => {
  const proxy = await startRoundRobin();
  onTestFinished(() => proxy.stop());
  const server = createServer((request, response) => request.resume().on('end', () => response.end())).listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const dead = createServer().listen(0);
  await once(dead, 'listening');
  proxy.route(0, `http://127.0.0.1:${(dead.address() as AddressInfo).port}`);
  dead.close();

  const lost = proxy.loseNextAnswer(0);
  // More than what waits in buffers, and more requests than the client has connections.
  const post = () => fetch(proxy.url, { method: 'POST', body: 'x'.repeat(1_000_000) }).then(({ status }) => status);
  for (let request = 0; request < 6; request += 1) expect(await post()).toBe(502);
  await lost;
  proxy.route(0, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  for (let request = 0; request < 6; request += 1) expect(await post()).toBe(200);
});
