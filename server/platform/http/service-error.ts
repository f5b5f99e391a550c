import type { ContentfulStatusCode } from 'hono/utils/http-status';

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
