/** A year, for this host only: its subdomains may belong to other services, and those may speak plain HTTP. */
export const strictTransport = 'max-age=31536000';

/** The policy of every answer that is not a page: if a browser shows it all the same, nothing in it runs or loads. */
const answerPolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** The same in fewer bytes, for files that are parts of a page: a sandbox has no base and sends no form. */
export const partPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

export const permissions = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/** Headers that matter only for a page, and are not sent with its parts. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': permissions,
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Returns the headers of every answer of this server, in addition to the policy. */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    ...pageHeaders,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Without https in front, browsers must ignore this header.
    ...(isHttps && { 'Strict-Transport-Security': strictTransport }),
  };
}

/** Returns the headers that every answer starts with: no caching, and nothing that a browser would run. */
export function answerHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return { ...securityHeaders(isHttps), 'Content-Security-Policy': answerPolicy, 'Cache-Control': 'no-store' };
}
