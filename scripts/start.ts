import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runProcess } from '../server/composition/run-server.ts';
import { isBuilt } from './build-app.ts';

/** Builds in a separate process, because the server would otherwise keep the bundler's memory. */
async function build(): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./build.ts', import.meta.url))], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => child.kill(signal));
  const [code] = await once(child, 'close');
  // The build has already printed the reason.
  if (code !== 0) process.exit(1);
}

if (!(await isBuilt())) await build();
await runProcess();
