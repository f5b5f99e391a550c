import { type ChildProcess, spawn } from 'node:child_process';
import { type FSWatcher, watch } from 'node:fs';
import { endWithParent } from '../server/composition/run-server.ts';

/** Milliseconds without a further change: editors and Git write several files at once. */
const quiet = 100;

/**
 * Runs a script of Node, and again after each change of a file in the folders, tests aside. A script that fails is run again after the
 * next change; only its first failure ends this process, because it is one of the start. Ends when the script ends by itself.
 */
export function rerunOnChange(script: string, folders: readonly string[]): void {
  let child: ChildProcess;
  let isFirst = true;
  let isStale = false;
  let isEnding = false;
  let timer: NodeJS.Timeout | undefined;
  const watchers: FSWatcher[] = [];

  function end(code: number): void {
    for (const watcher of watchers) watcher.close();
    clearTimeout(timer);
    process.exitCode = code;
  }
  function start(): void {
    isStale = false;
    child = spawn(process.execPath, [script], {
      stdio: 'inherit',
      // It ends when this process is killed.
      env: { ...process.env, WAGDAY_STARTED_BY: String(process.pid) },
    });
    child.once('exit', (code) => {
      if (isStale) start();
      else if (code === 0 || isFirst || isEnding) end(code ?? 1);
      else process.stderr.write('Waiting for a change …\n');
    });
  }
  function rerun(): void {
    isFirst = false;
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    isStale = !hasEnded;
    if (hasEnded) start();
    else child.kill('SIGTERM');
  }

  for (const folder of folders) {
    const watcher = watch(folder, { recursive: true }, (_, name) => {
      if (name === null || /\.test\.tsx?$/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(rerun, quiet);
    });
    watchers.push(watcher);
  }
  start();
  const pass = (signal: NodeJS.Signals) => {
    isEnding = true;
    isStale = false;
    clearTimeout(timer);
    if (!child.kill(signal)) end(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass);
  endWithParent(() => pass('SIGTERM'));
}
