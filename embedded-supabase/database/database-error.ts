import pg from 'pg';
import { codeOf } from '../errors.ts';
import type { Log } from '../log.ts';

/** The database cannot be reached as it must be: no connection, no TLS, a wrong certificate, no writes. The code says which. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
  readonly code: string;

  constructor(code: string, message = code) {
    super(message);
    this.code = code;
  }
}

/** Whether PostgreSQL itself refused the statement, rather than being unreachable. */
export function isPostgresError(error: unknown): error is pg.DatabaseError & { readonly code: string } {
  return error instanceof pg.DatabaseError && error.code !== undefined;
}

/** Codes of the driver and the system for a connection that is missing or breaks. */
const connectionCodes = /^(CONNECT|ECONN|EPIPE|ENOENT|ETIMEDOUT)/;

/**
 * The statement took too long, or waited too long for another change of the same rows (57014, 55P03, 40); there is no connection,
 * room or server (08, 53, 57P); the database does not accept writes, as on a standby (25006).
 */
const unavailableStates = /^(57014|55P03|40|08|53|57P|25006)/;

/** Whether the database cannot serve now, but may soon. The client may try again. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnreachable) return true;
  if (!isPostgresError(error)) return codeOf(error) === '57014' || connectionCodes.test(codeOf(error));
  // A fatal error is about the connection, such as a login that is not known yet.
  return error.severity === 'FATAL' || unavailableStates.test(error.code);
}

/** Whether the database has been silent for so long that another statement would wait as long. */
export function isSilence(error: unknown): boolean {
  return ['ETIMEDOUT', 'CONNECT_TIMEOUT'].includes(codeOf(error));
}

/** What operators read beside the codes that they can do something about. */
const causes: readonly (readonly [codes: RegExp, because: string])[] = [
  [/^(53100|ENOSPC|EDQUOT)$/, 'the disk is full'],
  [/^53200$/, 'the database is out of memory'],
  [/^53300$/, 'the database has no connections left'],
  [/^(57014|55P03|40...|ETIMEDOUT|CONNECT_TIMEOUT)$/, 'it took too long'],
  [/^25006$/, 'the database is read-only'],
  [/^(08...|57P..|(?!CONNECT_TIMEOUT)CONNECT.*|ECONN.*|EPIPE)$/, 'there is no connection'],
];

/** Returns the cause of a failure in words, by its code; null where the code says nothing to operators. */
export function causeOf(error: unknown): string | null {
  return causes.find(([codes]) => codes.test(codeOf(error)))?.[1] ?? null;
}

/** Logs a failure by kind and place, without its message, which may hold values. That of a `ParseError` names only a field. */
export function logFailure(log: Log, event: string, error: unknown, method: string): void {
  log.error(event, {
    method,
    error: isPostgresError(error) ? 'DatabaseError' : error instanceof Error ? error.name : typeof error,
    message: error instanceof Error && error.name === 'ParseError' ? error.message : null,
    code: codeOf(error) || null,
    because: causeOf(error),
    constraint: isPostgresError(error) ? (error.constraint ?? null) : null,
    place: error instanceof Error ? firstFrame(error) : null,
  });
}

function firstFrame(error: Error): string | null {
  const frame = error.stack
    ?.split('\n')
    .find((line) => /^\s+at .*\/(server|embedded-supabase)\//.test(line) && !line.includes('node_modules'));
  return /(server|embedded-supabase)\/[^()\s]+/.exec(frame ?? '')?.[0] ?? null;
}
