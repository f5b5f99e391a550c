import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../scripts/run-checks.ts';
import { withoutConfiguration } from '../support/start-server.ts';

/** Runs a script again whenever a file of `watched` changes, and collects what it prints. */
async function startRerunning(script: string) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'wagday-rerun-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const watched = join(folder, 'watched');
  await mkdir(watched);
  await writeFile(join(folder, 'script.mjs'), script);
  const places = `${JSON.stringify(join(folder, 'script.mjs'))}, [${JSON.stringify(watched)}]`;
  const module = JSON.stringify(join(ROOT, 'scripts/rerun-on-change.ts'));
  await writeFile(
    join(folder, 'run.mjs'),
    `import { rerunOnChange } from ${module};
    rerunOnChange(${places});`,
  );
  const child = spawn(process.execPath, [join(folder, 'run.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: withoutConfiguration(process.env),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
  }
  const ended = once(child, 'close');
  return {
    lines: () => output.split('\n').slice(0, -1),
    change: (name: string) => writeFile(join(watched, name), 'changed'),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    ended: ended.then(([code]) => code as number | null),
  };
}

// A system may report one change as several, so the scripts may run more often than files are changed.
test('a server is ended and started again after a change, and ends with its runner', async () => {
  const running = await startRerunning(`
    process.on('SIGTERM', () => { console.log('ended'); process.exit(0); });
    setInterval(() => undefined, 1000);
    console.log('started');`);
  await expect.poll(running.lines).toEqual(['started']);
  await running.change('a.ts');
  await expect.poll(() => running.lines().slice(0, 3)).toEqual(['started', 'ended', 'started']);
  running.kill('SIGTERM');
  expect(await running.ended).toBe(0);
  expect(running.lines().at(-1)).toBe('ended');
});

test('a script that fails at its first start ends the runner with its code', async () => {
  const running = await startRerunning(`console.log('no room'); process.exit(3);`);
  expect(await running.ended).toBe(3);
  expect(running.lines()).toEqual(['no room']);
});

test('a script that fails after a change is run again after the next one', async () => {
  const running = await startRerunning(`
    import { existsSync } from 'node:fs';
    const has = (name) => existsSync(new URL('watched/' + name, import.meta.url));
    process.on('SIGTERM', () => process.exit(0));
    setInterval(() => undefined, 1000);
    const state = has('b.ts') ? 'mended' : has('a.ts') ? 'broken' : 'fine';
    console.log(state);
    if (state === 'broken') process.exit(1);`);
  await expect.poll(() => running.lines().at(-1)).toBe('fine');
  await running.change('a.ts');
  await expect.poll(() => running.lines().at(-1)).toBe('Waiting for a change …');
  await running.change('b.ts');
  await expect.poll(() => running.lines().at(-1)).toBe('mended');
  running.kill('SIGTERM');
  expect(await running.ended).toBe(0);
});
