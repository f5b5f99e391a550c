import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { functions } from './functions.ts';

test('every function has its entry for Supabase', async () => {
  const entries = await readdir(new URL('../supabase/functions', import.meta.url));
  expect(entries.sort()).toEqual([...functions.keys()].sort());
});
