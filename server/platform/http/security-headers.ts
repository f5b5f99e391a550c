/** A year, as browsers' preload lists require. */
export const strictTransport = 'max-age=31536000; includeSubDomains';

/** The policy of every answer that is no page: should a browser show it all the same, nothing in it runs or loads. */
const answerPolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** The same for a file that is only a part of a page, in fewer bytes: a sandbox has no base and sends no form. */
export const partPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

const permissions = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';
/** Of the app's own pages: a birthday's candles can be blown out with one's breath. Frames of others may not listen. */
export const permissionsOfApp = permissions.replace('microphone=()', 'microphone=(self)');

/** Headers that mean something to a page alone, and are not sent with its parts. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': permissions,
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

/** The headers that every answer starts with: not cached, and with nothing that a browser would run. */
export function answerHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return { ...securityHeaders(isHttps), 'Content-Security-Policy': answerPolicy, 'Cache-Control': 'no-store' };
}
