import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { functions } from './functions.ts';

test('every function has its entry for Supabase', async () => {
  const entries = await readdir(new URL('../supabase/functions', import.meta.url));
  expect(entries.sort()).toEqual([...functions.keys()].sort());
});

test('Supabase lets everybody call each function, because none asks for a session @10.265', async () => {
  const config = await readFile(new URL('../supabase/config.toml', import.meta.url), 'utf8');
  const open = [...config.matchAll(/^\[functions\.([\w-]+)\]\nverify_jwt = false$/gm)].map(([, name]) => name);
  expect(open.sort()).toEqual([...functions.keys()].sort());
});
