/** How the page was reached: by itself, or through a link in a mail, which leaves its outcome in the address. */
export type Arrival =
  | { kind: 'plain' }
  /** The Supabase client reads the session from the address. */
  | { kind: 'session'; isRecovery: boolean }
  | { kind: 'failed'; problem: 'link expired' | 'wrong browser' | 'other'; text: string };

function failedArrival(parameters: URLSearchParams): Arrival {
  const code = parameters.get('error_code') ?? '';
  const text = parameters.get('error_description') ?? '';
  return { kind: 'failed', problem: code === 'otp_expired' ? 'link expired' : 'other', text };
}

function cleanAddress() {
  window.history.replaceState(window.history.state, '', window.location.pathname);
}

/** Reads how the page was reached, and takes a link's failure out of the address. */
export function readArrival(): Arrival {
  const hash = new URLSearchParams(window.location.hash.slice(1));
  const query = new URLSearchParams(window.location.search);
  if (hash.has('access_token')) return { kind: 'session', isRecovery: hash.get('type') === 'recovery' };
  const failed = [hash, query].find((parameters) => parameters.has('error') || parameters.has('error_description'));
  if (failed) {
    cleanAddress();
    return failedArrival(failed);
  }
  if (query.has('code')) {
    // Such a link can be followed only where it was asked for, by a client that kept its half of the secret.
    cleanAddress();
    return { kind: 'failed', problem: 'wrong browser', text: '' };
  }
  return { kind: 'plain' };
}

/** For a link whose session could not be read: what it left in the address is of no use any more. */
export function arrivalThatFailed(): Arrival {
  cleanAddress();
  return { kind: 'failed', problem: 'link expired', text: '' };
}
