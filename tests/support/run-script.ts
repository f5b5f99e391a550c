import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { StartUpError } from '../../embedded-supabase/errors.ts';
import { adminCommand } from '../../server/admin/admin-command.ts';
import { backupCommand, exportCommand, importCommand, restoreCommand } from '../../server/backup/commands.ts';
import { withoutConfiguration } from './start-server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const commands = {
  admin: adminCommand,
  backup: backupCommand,
  restore: restoreCommand,
  export: exportCommand,
  import: importCommand,
};

type CommandName = keyof typeof commands;
type Outcome = { readonly code: number | null; readonly output: string };

/** Runs the script of an npm command in a separate process and returns how it ended. */
export async function runScript(
  script: CommandName | 'rotate-keys',
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onStart: (child: ChildProcess) => void = () => undefined,
): Promise<Outcome> {
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

/** Does the same within this process, which is faster. Not for several commands at once, because settings are this process's. */
export async function runCommand(
  name: CommandName,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  let output = '';
  const before = process.env;
  const log = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
  process.env = { ...withoutConfiguration(before), ...env };
  try {
    await commands[name](args, (line) => {
      output += `${line}\n`;
    });
    return { code: 0, output };
  } catch (error) {
    if (!(error instanceof StartUpError)) throw error;
    return { code: 1, output: `${output}${error.message}\n` };
  } finally {
    process.env = before;
    log.mockRestore();
  }
}
