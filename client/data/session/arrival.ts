import { isHosted } from '../backend-address.ts';

export type LinkProblem =
  | 'link expired'
  /** The link works only in the browser that asked for it. */
  | 'wrong browser'
  /** Somebody is signed in here, and the link does not replace their session. */
  | 'signed in already'
  /** The address contains a session. */
  | 'not taken'
  | 'too many tries'
  | 'other';

/** How the visitor reached the page: directly, or by a mailed link that put its outcome into the address. */
export type Arrival =
  | { kind: 'plain' }
  /** Hosted Supabase sends a code. The device that asked for the link can exchange it for a session. */
  | { kind: 'code'; code: string }
  | { kind: 'failed'; problem: LinkProblem };

/** Known error codes. The app shows no text from the address, because anyone can put text there. */
const problemsByCode: Readonly<Record<string, LinkProblem>> = {
  otp_expired: 'link expired',
  flow_state_expired: 'link expired',
  flow_state_not_found: 'link expired',
  bad_code_verifier: 'wrong browser',
  pkce_code_verifier_not_found: 'wrong browser',
  over_request_rate_limit: 'too many tries',
};

export function failedArrival(code: string | null | undefined): Arrival {
  const problem = code && Object.hasOwn(problemsByCode, code) ? problemsByCode[code] : undefined;
  return { kind: 'failed', problem: problem ?? 'other' };
}

function cleanAddress() {
  window.history.replaceState(window.history.state, '', window.location.pathname);
}

/** The longest a redirect may take, in seconds. */
const freshFor = 120;

function warnOfOldSession(address: URLSearchParams) {
  const issuedAt = Number(address.get('expires_at')) - Number(address.get('expires_in'));
  // biome-ignore lint/suspicious/noConsole: the specification asks for a warning about an old session in the address.
  if (Date.now() / 1000 - issuedAt > freshFor) console.warn(`A session in the address is over ${freshFor} s old.`);
}

/**
 * Reads how the visitor reached the page, and removes from the address what a link put there. It never accepts a session from the
 * address, because the sender of such a link could sign the reader in to the sender's own account.
 */
export function readArrival(): Arrival {
  const hash = new URLSearchParams(window.location.hash.slice(1));
  const query = new URLSearchParams(window.location.search);
  if (hash.has('access_token')) {
    warnOfOldSession(hash);
    cleanAddress();
    return { kind: 'failed', problem: 'not taken' };
  }
  const failed = [hash, query].find((parameters) => parameters.has('error') || parameters.has('error_description'));
  if (failed) {
    cleanAddress();
    return failedArrival(failed.get('error_code'));
  }
  const code = query.get('code');
  if (code !== null) {
    cleanAddress();
    return isHosted ? { kind: 'code', code } : { kind: 'failed', problem: 'not taken' };
  }
  return { kind: 'plain' };
}
