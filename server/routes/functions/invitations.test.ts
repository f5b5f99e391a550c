import { expect, test } from 'vitest';
import { functionLimits } from './function-limits.ts';
import { createInvitationRoutes } from './invitations.ts';
import type { FunctionRoutesParts } from './routes.ts';

test('a form that is cut off is the fault of its sender, and no failure of the server', async () => {
  const parts = {
    functionData: { asAnybody: () => ({}) },
    limits: { limits: functionLimits },
    clientOf: () => '192.0.2.1',
    publicUrl: 'https://wagday.example',
    now: () => new Date(),
    log: { info: () => undefined, error: () => undefined },
    invitations: { render: () => 'Out of reach', policy: '', styles: '' },
  } as unknown as FunctionRoutesParts;
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Transfer-Encoding': 'chunked' };
  const request = { method: 'POST', headers, body, duplex: 'half' };
  const answer = await createInvitationRoutes(parts).request(`/i/${'a'.repeat(43)}`, request as RequestInit);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toBe('Out of reach');
});
