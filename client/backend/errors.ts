export type BackendErrorKind =
  | 'account exists'
  | 'invalid credentials'
  | 'wrong password'
  | 'same password'
  | 'limit reached'
  | 'e-mail not confirmed'
  | 'link expired'
  | 'not reachable'
  | 'session ended'
  | 'refused'
  | 'not found'
  | 'exists already'
  | 'unexpected';

/** What can go wrong behind the backend port. `message` is the backend's own, in English. */
export class BackendError extends Error {
  override readonly name = 'BackendError';
  readonly kind: BackendErrorKind;

  constructor(kind: BackendErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

type ErrorBody = { message: string; code?: string | undefined; status?: number | undefined };

const kindsByCode: Record<string, BackendErrorKind> = {
  current_password_required: 'wrong password',
  current_password_invalid: 'wrong password',
  current_password_mismatch: 'wrong password',
  same_password: 'same password',
  email_not_confirmed: 'e-mail not confirmed',
  otp_expired: 'link expired',
  '23505': 'exists already',
};

function kindOf({ message, code, status }: ErrorBody): BackendErrorKind {
  const kindOfCode = code && kindsByCode[code];
  if (kindOfCode) return kindOfCode;
  if (code === '23514' && message.startsWith('limit reached:')) return 'limit reached';
  if (message.includes('already registered')) return 'account exists';
  if (message.includes('Invalid login credentials')) return 'invalid credentials';
  if (code === 'PGRST116') return 'not found';
  if (code?.startsWith('PGRST30') || message.includes('session_id claim')) return 'session ended';
  if (code === '42501' || status === 401 || status === 403) return 'refused';
  // No status, 0 or a gateway's: the request did not reach the backend, or its answer did not come back.
  if (!status || status >= 502) return code ? 'unexpected' : 'not reachable';
  return 'unexpected';
}

/** Whether the owner has as many of something as they may keep: trying again does not help. */
export function isLimitReached(error: unknown): boolean {
  return error instanceof BackendError && error.kind === 'limit reached';
}

/**
 * The data of a Supabase answer.
 * @throws BackendError when the answer carries an error.
 */
export function unwrap<Data>(
  answer: { data: Data; error: null } | { data: unknown; error: ErrorBody; status?: number },
): Data {
  if (answer.error === null) return answer.data as Data;
  const { error } = answer;
  const status = error.status ?? ('status' in answer ? answer.status : undefined);
  throw new BackendError(kindOf({ message: error.message, code: error.code, status }), error.message, { cause: error });
}
