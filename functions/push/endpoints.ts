/**
 * Decides where push messages may be sent. The client names the address of its push service, so anyone can claim any address. To keep
 * anyone from making this server send requests elsewhere, only the services of the browsers are allowed, and those that the operator
 * adds. The table `push_subscriptions` has the same check.
 */

/** The push services of Chrome, Edge and others, Firefox, Safari and Windows. A star matches one or more labels. */
const pushServices: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** In characters. The longest known endpoints have about 600. */
const endpointMaxLength = 1000;

function isHostOf(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

/**
 * Whether a message may be sent to an address: https on the usual port of a known service, without a user name. Checks both the raw
 * spelling and the result of a URL parser, which may normalize it.
 * @param moreServices names or patterns that the operator adds
 */
export function isPushEndpoint(endpoint: string, moreServices: readonly string[] = []): boolean {
  if (endpoint.length > endpointMaxLength) return false;
  const host = /^https:\/\/((?:[a-z\d-]+\.)+[a-z][a-z\d-]*)\/[!-~]*$/.exec(endpoint)?.[1];
  if (host === undefined || URL.parse(endpoint)?.host !== host) return false;
  return [...pushServices, ...moreServices].some((pattern) => isHostOf(host, pattern));
}
