import type { ContentfulStatusCode } from 'hono/utils/http-status';

/**
 * A reason why Wagday cannot start that its owner can mend. The message is one clear sentence for the console;
 * it never carries a secret, and the process ends with code 1 without a stack.
 */
export class StartUpError extends Error {
  override readonly name = 'StartUpError';
}

/** The code of an error of the system, of a driver or of PostgreSQL; empty where there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The kind of an error, for the log: without its message, which may hold what somebody has typed. */
export function codeOrName(error: unknown): string {
  return codeOf(error) || (error instanceof Error ? error.name : typeof error);
}

/** Refuses a request. Each service has a subclass, whose codes, messages and answers are those of Supabase's service. */
export class ServiceError<More> extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  /** More fields of the service's answers. */
  readonly more: More | undefined;

  constructor(status: ContentfulStatusCode, code: string, message: string, more?: More) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}
