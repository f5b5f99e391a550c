export type ContentSecurity = {
  /** `'sha256-…'` sources of the inline blocks of the page. */
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
  /** The hosted backend that the page was built for, where it is not this server. */
  readonly backendOrigin: string | null;
};

/** The policy of the product's pages: nothing runs, loads or is sent anywhere unless it is named here. */
export function contentSecurityPolicy({ scriptHashes, styleHashes, backendOrigin }: ContentSecurity): string {
  const backend = backendOrigin ? [backendOrigin] : [];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", ...styleHashes],
    'img-src': ["'self'", 'blob:', 'data:', ...backend],
    'connect-src': ["'self'", ...backend],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    // Text becomes no script: only the policy `worker` (`client/app/worker-registration.ts`) makes an address of one.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['worker'],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** A year, as browsers and their lists ask for. */
export const strictTransport = 'max-age=31536000; includeSubDomains';

/** The policy of every answer that is no page: should a browser show it all the same, nothing in it runs or loads. */
export const answerPolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** The same for a file that is only a part of a page, in fewer bytes: a sandbox has no base and sends no form. */
export const partPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** What means something to a page alone, and is not sent with its parts. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Headers of every answer of this server, beside the policy. */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    ...pageHeaders,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Without https in front, browsers must ignore it anyway.
    ...(isHttps && { 'Strict-Transport-Security': strictTransport }),
  };
}
