import { execFile } from 'node:child_process';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../errors.ts';

/** Reads what a running PostgreSQL writes into `postmaster.pid`. The port is null until it listens. */
export async function readPostmaster(cluster: string) {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid === 0) return null;
  return { pid, port: Number(lines[3]) || null, status: lines[7]?.trim() ?? '' };
}

/**
 * Whether `pid` is a running PostgreSQL of exactly this directory. The number proves nothing by itself: after a reboot, or in a
 * container where numbers start anew, another process may have it, or the ended process may still be listed as a zombie.
 */
export async function isPostmasterOf(cluster: string, pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  const command = await commandOf(pid);
  if (!/(^|\/)postgres[\0 ]/.test(command)) return false;
  if (command.includes(cluster)) return true;
  // The directory may have been moved or renamed since the start.
  const [works, here] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(() => null),
    stat(cluster).catch(() => null),
  ]);
  return works !== null && here !== null && works.dev === here.dev && works.ino === here.ino;
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const answer = promisify(execFile)('ps', ['-ww', '-p', String(pid), '-o', 'command=']);
  return (await answer.catch(() => null))?.stdout ?? '';
}

/** A process number above any that a system assigns. */
const IMPOSSIBLE_PID = 2_147_483_646;

/**
 * Makes PostgreSQL see that the process of `postmaster.pid` is gone, when another process has its number. The file stays, because
 * PostgreSQL uses its other lines to prove that no orphan of the old server still has the shared memory open.
 */
export async function disownPidFile(cluster: string): Promise<void> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => null);
  if (text === null) return;
  const { uid, gid, mode } = await stat(pidFile(cluster));
  const replacement = `${pidFile(cluster)}.stale`;
  await writeFile(replacement, text.replace(/^-?\d+/, String(IMPOSSIBLE_PID)), { mode });
  if (process.getuid?.() === 0) await chown(replacement, uid, gid);
  await rename(replacement, pidFile(cluster));
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}
