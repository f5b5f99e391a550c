import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Installs the packages of this folder from its lockfile unless they are there. Returns false when that fails. */
export async function installSupabaseLite(): Promise<boolean> {
  const isThere = await stat(`${folder}node_modules/@supabase/lite/package.json`).then(
    () => true,
    () => false,
  );
  if (isThere) return true;
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const child = spawn('npm', args, { stdio: 'inherit' });
  const [code] = await Promise.race([once(child, 'close'), once(child, 'error').then(() => [1])]);
  return code === 0;
}
