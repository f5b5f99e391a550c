import { ParseError, type Parser } from '../../domain/parse.ts';

export type BackendErrorKind =
  | 'account exists'
  | 'invalid credentials'
  | 'wrong password'
  | 'same password'
  /** The backend knows it as one that is guessed early. */
  | 'common password'
  | 'sign-in too old'
  /** Too many attempts or mails in a row. `waitSeconds` says how long to wait. */
  | 'too often'
  /** The owner has as many records or photos as allowed. A retry does not help. */
  | 'limit reached'
  /** The backend's disk has no room for photos. Everything else works. */
  | 'no space'
  | 'e-mail not confirmed'
  | 'link expired'
  /** No answer, or one of a gateway that found no server behind it. What an owner does meanwhile is kept and sent later. */
  | 'not reachable'
  /** The backend failed, or has too much to do. The owner is told, and tries again; what waits already is sent later. */
  | 'in trouble'
  | 'session ended'
  | 'refused'
  | 'no such parent'
  | 'unexpected';

/** A failure of the backend or of the connection to it. `message` is the backend's text, in English. */
export class BackendError extends Error {
  override readonly name = 'BackendError';
  readonly kind: BackendErrorKind;
  /** For the kind 'too often'; null if the backend does not say. */
  waitSeconds: number | null = null;

  constructor(kind: BackendErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

type ErrorBody = {
  message: string;
  code?: string | undefined;
  status?: number | undefined;
  /** The status according to the body. Hosted Storage answers most refusals with 400 and names the real status here. */
  statusCode?: string | undefined;
  reasons?: readonly string[] | undefined;
};

const kindsByCode: Record<string, BackendErrorKind> = {
  current_password_required: 'wrong password',
  current_password_invalid: 'wrong password',
  current_password_mismatch: 'wrong password',
  same_password: 'same password',
  reauthentication_needed: 'sign-in too old',
  email_exists: 'account exists',
  over_email_send_rate_limit: 'too often',
  over_request_rate_limit: 'too often',
  email_not_confirmed: 'e-mail not confirmed',
  otp_expired: 'link expired',
  '23503': 'no such parent',
  // The database is read-only for now. Hosted Supabase answers with 405.
  '25006': 'not reachable',
  // Two transactions conflicted: serialization failure, deadlock.
  '40001': 'in trouble',
  '40P01': 'in trouble',
};

/** The connection failed or timed out, Request Timeout, Bad Gateway, Service Unavailable, Gateway Timeout. */
const unansweredStatuses = [0, 408, 502, 503, 504];
/** Too Early, Too Many Requests. */
const busyStatuses = [425, 429];

/** Returns the kind of a failure that its status describes. A request without a status had no answer, unless it has a code. */
function kindOfStatus(code: string | undefined, status: number | undefined): BackendErrorKind {
  if (status === undefined ? !code : unansweredStatuses.includes(status)) return 'not reachable';
  return status !== undefined && (status >= 500 || busyStatuses.includes(status)) ? 'in trouble' : 'unexpected';
}

function statusOf({ status, statusCode }: ErrorBody): number | undefined {
  const named = Number(statusCode);
  if (status === 400 && named >= 400 && named < 600) return named;
  return typeof status === 'number' ? status : undefined;
}

function kindOf({ message, code, status, reasons }: ErrorBody): BackendErrorKind {
  const kindOfCode = code && kindsByCode[code];
  if (kindOfCode) return kindOfCode;
  if (reasons?.includes('pwned')) return 'common password';
  if (code === '42501' && message.startsWith('recent sign-in needed:')) return 'sign-in too old';
  // Compares the message, because the refusal of a photo has no database code.
  if (message.startsWith('limit reached:')) return 'limit reached';
  if (status === 507) return 'no space';
  if (message.includes('already registered')) return 'account exists';
  if (message.includes('Invalid login credentials')) return 'invalid credentials';
  if (code?.startsWith('PGRST30') || message.includes('session_id claim')) return 'session ended';
  if (code === '42501' || status === 401 || status === 403) return 'refused';
  return kindOfStatus(code, status);
}

export function isOfKind(error: unknown, ...kinds: BackendErrorKind[]): boolean {
  return error instanceof BackendError && kinds.includes(error.kind);
}

/** Whether there was no answer. What the owner did is then kept and sent later. */
export function isNotReachable(error: unknown): boolean {
  return isOfKind(error, 'not reachable');
}

/** Whether the same request may succeed later: the failure says nothing about the request. */
export function isPassing(error: unknown): boolean {
  return isOfKind(error, 'not reachable', 'in trouble');
}

/** Returns how many seconds to wait after an error of the kind 'too often', or null if unknown. */
export function waitSecondsOf(error: unknown): number | null {
  return error instanceof BackendError ? error.waitSeconds : null;
}

let lastWait = 0;

/** Remembers the Retry-After of a refusal, because Supabase's client does not pass it on. */
export function noteWait({ status, headers }: Response) {
  lastWait = status === 429 ? Number(headers.get('Retry-After')) : 0;
}

/** Turns `any` into `unknown`, so that a parser has to read it. The client returns `any`, because it does not know the tables. */
type Known<Data> = 0 extends 1 & Data ? unknown : Data;

/** Returns the data of a Supabase answer. @throws BackendError when it carries an error. */
export function unwrap<Data>(
  answer: { data: Data; error: null } | { data: unknown; error: ErrorBody; status?: number },
): Known<Data> {
  if (answer.error === null) return answer.data as Known<Data>;
  const { error } = answer;
  const status = statusOf(error) ?? ('status' in answer ? answer.status : undefined);
  const { reasons } = error;
  // A gateway may answer in words of its own.
  const message = String(error.message ?? '');
  const code = typeof error.code === 'string' ? error.code : undefined;
  const failure = new BackendError(kindOf({ message, code, status, reasons }), message, { cause: error });
  // GoTrue names the seconds in its message, the embedded server in a header.
  const wait = Number(/after (\d+) seconds?/.exec(message)?.[1]) || lastWait || null;
  if (failure.kind === 'too often') failure.waitSeconds = wait;
  throw failure;
}

/**
 * Reads the data of a Supabase answer with a parser.
 * @param name the name of the request, for the error
 * @throws BackendError when the answer carries an error or is invalid
 */
export function readAnswer<Value>(parse: Parser<Value>, name: string, answer: Parameters<typeof unwrap>[0]): Value {
  const data = unwrap(answer);
  return inBackendError(() => parse(data, name));
}

/** Runs a parser on data of the backend. @throws BackendError instead of ParseError */
export function inBackendError<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new BackendError('unexpected', error.message, { cause: error });
  }
}
