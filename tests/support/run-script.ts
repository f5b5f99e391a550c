import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutConfiguration } from './start-server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the script of an npm command in a separate process and returns how it ended. */
export async function runScript(
  script: 'admin' | 'backup' | 'restore' | 'export' | 'import',
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onStart: (child: ChildProcess) => void = () => undefined,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/run.mjs'), `scripts/${script}.ts`, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutConfiguration(process.env), ...env },
  });
  onStart(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
  }
  await once(child, 'close');
  return { code: child.exitCode, output };
}
