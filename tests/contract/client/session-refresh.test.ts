import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a refresh that gets no answer is tried again after 200 ms, doubling, within 30 seconds', async () => {
  const start = Date.now();
  const attempts: number[] = [];
  const client = createClient('http://backend.invalid', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async () => {
        attempts.push(Date.now() - start);
        throw new TypeError('Failed to fetch');
      },
    },
  });
  const refreshed = client.auth.refreshSession({ refresh_token: 'a-refresh-token' });
  await vi.advanceTimersByTimeAsync(120_000);
  expect((await refreshed).error).toMatchObject({ name: 'AuthRetryableFetchError' });
  const pauses = attempts.slice(1).map((time, index) => time - (attempts[index] ?? 0));
  expect(pauses).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800]);
});
