const codesOfNoConnection = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Whether there certainly was no connection, so no byte was sent. Node reports this by codes, Deno in words. */
export function wasNotReached(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall, errors } = error as { code?: unknown; syscall?: unknown; errors?: unknown };
  return (
    (typeof code === 'string' && codesOfNoConnection.includes(code)) ||
    (code === 'ETIMEDOUT' && (syscall === 'connect' || Array.isArray(errors))) ||
    /client error \(Connect\)/.test(error.message) ||
    wasNotReached(error.cause)
  );
}
