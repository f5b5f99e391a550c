import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { dogRowOf, rex } from '../../testing/dogs.ts';
import { answerRequests } from '../../testing/network.ts';
import { session, storeSession } from '../../testing/session.ts';
import { PhotoSweep } from './photo-sweep.ts';

const ownerId = session.user.id;
const hourAgo = new Date(Date.now() - 3_700_000).toISOString();

function renderSweep(list: (signal?: AbortSignal | null) => Response | Promise<Response>) {
  const requests = answerRequests(({ method, path }, signal) => {
    if (path.includes('/object/list/')) return list(signal);
    return Response.json(method === 'GET' ? [{ ...dogRowOf(rex, ownerId), photo_url: null }] : []);
  });
  const sweep = (
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <PhotoSweep ownerId={ownerId} />
      </QueryClientProvider>
    </StrictMode>
  );
  return { requests, sweep };
}

beforeEach(() => storeSession(ownerId));

test('Photos that no dog shows are removed, unless they may belong to an open form.', async () => {
  const photos = [
    { name: 'old.webp', created_at: hourAgo },
    { name: 'new.webp', created_at: new Date().toISOString() },
  ];
  const { requests, sweep } = renderSweep(() => Response.json(photos));
  await render(sweep);
  await expect
    .poll(() => requests.filter(({ method }) => method === 'DELETE').map(({ body }) => body))
    .toEqual([{ prefixes: [`${ownerId}/old.webp`] }]);
});

test('Leaving the pack gives the search for them up, before the session ends.', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const { sweep } = renderSweep((signal) => {
    signals.push(signal);
    return new Promise(() => undefined);
  });
  const screen = await render(sweep);
  await expect.poll(() => signals.at(-1)?.aborted).toBe(false);
  await screen.unmount();
  expect(signals.at(-1)?.aborted).toBe(true);
});
