import type { ContentfulStatusCode } from 'hono/utils/http-status';

/**
 * A reason why the server cannot start that its administrator can mend. The message is one clear sentence for the console and
 * never holds a secret; the process ends with code 1 without a stack.
 */
export class StartUpError extends Error {
  override readonly name = 'StartUpError';
}

/** Returns the code of an error of the system, a driver or PostgreSQL; empty where there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Names an error for the log by its code or kind, without its message, which may hold what somebody has typed. */
export function codeOrName(error: unknown): string {
  return codeOf(error) || (error instanceof Error ? error.name : typeof error);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Refuses a request. Each service has a subclass with the codes, messages and answers of Supabase's service. */
export class ServiceError<More> extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly more: More | undefined;

  constructor(status: ContentfulStatusCode, code: string, message: string, more?: More) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}
