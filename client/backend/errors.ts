export type BackendErrorKind =
  | 'account exists'
  | 'invalid credentials'
  | 'wrong password'
  | 'same password'
  | 'sign-in too old'
  | 'too many mails'
  /** The owner keeps as many records or photos as allowed. A retry does not help. */
  | 'limit reached'
  /** The backend's disk has no room for photos. Everything else works. */
  | 'no space'
  | 'e-mail not confirmed'
  | 'link expired'
  | 'not reachable'
  | 'session ended'
  | 'refused'
  | 'no such parent'
  | 'unexpected';

/** A failure of the backend, or on the way to it. `message` is the text of the backend, in English. */
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
  reauthentication_needed: 'sign-in too old',
  email_exists: 'account exists',
  over_email_send_rate_limit: 'too many mails',
  email_not_confirmed: 'e-mail not confirmed',
  otp_expired: 'link expired',
  '23503': 'no such parent',
};

/**
 * Whether the request or its answer was lost: the connection failed or timed out (status 0 or none), or a gateway answered with
 * 502 or above.
 */
function hasNoAnswer(code: string | undefined, status: number | undefined): boolean {
  return status === undefined ? !code : status === 0 || status >= 502;
}

function kindOf({ message, code, status }: ErrorBody): BackendErrorKind {
  const kindOfCode = code && kindsByCode[code];
  if (kindOfCode) return kindOfCode;
  if (code === '42501' && message.startsWith('recent sign-in needed:')) return 'sign-in too old';
  // Compares the message, because the refusal of a photo has no code of the database.
  if (message.startsWith('limit reached:')) return 'limit reached';
  if (status === 507) return 'no space';
  if (message.includes('already registered')) return 'account exists';
  if (message.includes('Invalid login credentials')) return 'invalid credentials';
  if (code?.startsWith('PGRST30') || message.includes('session_id claim')) return 'session ended';
  if (code === '42501' || status === 401 || status === 403) return 'refused';
  return hasNoAnswer(code, status) ? 'not reachable' : 'unexpected';
}

export function isOfKind(error: unknown, ...kinds: BackendErrorKind[]): boolean {
  return error instanceof BackendError && kinds.includes(error.kind);
}

/** Whether the backend could not be reached. Such a request can be retried later. */
export function isNotReachable(error: unknown): boolean {
  return isOfKind(error, 'not reachable');
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
