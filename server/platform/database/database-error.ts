import type { PostgresError } from 'postgres';
import { codeOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { DatabaseUnreachable } from './database-socket.ts';

/** Whether PostgreSQL itself refused the statement, as opposed to being out of reach. */
export function isPostgresError(error: unknown): error is PostgresError {
  return error instanceof Error && error.name === 'PostgresError';
}

/** What the driver and the system say when a connection is not there, or breaks. */
const connectionCodes = /^(CONNECT|ECONN|EPIPE|ENOENT|ETIMEDOUT)/;

/**
 * Cancelled because it took too long, or waited too long for somebody else's change of the same rows (57014, 55P03, 40); no connection,
 * no room or no server (08, 53, 57P); the database may not be written, as a standby (25006).
 */
const unavailableStates = /^(57014|55P03|40|08|53|57P|25006)/;

/** Whether the database cannot serve now, but may soon; the client may try again. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnreachable) return true;
  if (!isPostgresError(error)) return codeOf(error) === '57014' || connectionCodes.test(codeOf(error));
  // A fatal error is one of the connection, such as a login that is not known yet.
  return error.severity === 'FATAL' || unavailableStates.test(error.code);
}

/** Whether the database has not answered for so long that it would be as long for another statement. */
export function isSilence(error: unknown): boolean {
  return ['ETIMEDOUT', 'CONNECT_TIMEOUT'].includes(codeOf(error));
}

/** Logs an unexpected failure by its kind and place; messages are left out, because they may hold values. */
export function logFailure(log: Log, event: string, error: unknown, method: string): void {
  log.error(event, {
    method,
    error: error instanceof Error ? error.name : typeof error,
    code: codeOf(error) || null,
    constraint: isPostgresError(error) ? error.constraint_name : null,
    place: error instanceof Error ? firstFrame(error) : null,
  });
}

function firstFrame(error: Error): string | null {
  const frame = error.stack
    ?.split('\n')
    .find((line) => /^\s+at .*\/server\//.test(line) && !line.includes('node_modules'));
  return /server\/[^()\s]+/.exec(frame ?? '')?.[0] ?? null;
}
