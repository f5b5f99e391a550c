import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../scripts/run-checks.ts';
import { withoutConfiguration } from '../support/start-server.ts';

test('the demo has a pack and guests who answer while one looks, and ends with Ctrl-C', async () => {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/demo.ts')], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...withoutConfiguration(process.env), WAGDAY_DEMO_PAUSE_MS: '1' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part;
  });
  await Promise.race([ended, expect.poll(() => output, { timeout: 300_000 }).toContain('Ctrl-C')]);
  const url = /http:\S+(?=\/auth)/.exec(output)?.[0] ?? '';
  const client = createClient(url, 'wagday', { auth: { persistSession: false } });
  const owner = { email: 'robin@example.com', password: 'wag-wag-wag' };
  expect((await client.auth.signInWithPassword(owner)).error).toBeNull();
  const { data: dogs } = await client.from('dogs').select('name').throwOnError();
  expect(dogs).toHaveLength(5);
  const countGuests = async () => (await client.from('party_guests').select('id').throwOnError()).data.length;
  // Seven of the party to come, and four of the last one.
  await expect.poll(countGuests, { timeout: 60_000 }).toBe(11);
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  await expect(fetch(url)).rejects.toThrow();
});
