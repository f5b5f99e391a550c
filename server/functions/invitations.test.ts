import { expect, onTestFinished, test, vi } from 'vitest';
import { functionLimits } from './function-limits.ts';
import { createInvitationRoutes } from './invitations.ts';
import type { FunctionRoutesParts } from './routes.ts';

const parts = {
  functionData: { asAnybody: () => ({}) },
  limits: { limits: functionLimits },
  clientOf: () => '192.0.2.1',
  publicUrl: 'https://wagday.example',
  now: () => new Date(),
  log: { info: () => undefined, error: () => undefined },
  invitations: { render: () => 'Out of reach', policy: '', styles: '' },
} as unknown as FunctionRoutesParts;

function send(body: ReadableStream) {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Transfer-Encoding': 'chunked' };
  const request = { method: 'POST', headers, body, duplex: 'half' };
  return createInvitationRoutes(parts).request(`/i/${'a'.repeat(43)}`, request as RequestInit);
}

test('a form that is cut off is the fault of its sender, and no failure of the server', async () => {
  const answer = await send(new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) }));
  expect(answer.status).toBe(400);
  expect(await answer.text()).toBe('Out of reach');
});

test('a form that does not arrive in time is given up with a page, and the connection with it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const sent = send(new ReadableStream());
  await vi.advanceTimersByTimeAsync(30_000);
  const answer = await sent;
  expect([answer.status, answer.headers.get('Connection')]).toEqual([408, 'close']);
  expect(await answer.text()).toBe('Out of reach');
});
