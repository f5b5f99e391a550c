/**
 * Where push messages may be sent. A browser names the address of its push service itself, so anybody can claim any address: only
 * the services of the browsers are asked, and those that the owner of the site adds, so that nobody can make this server send requests
 * elsewhere. The table `push_subscriptions` checks the same.
 */

/** The push services of Chrome, Edge and others, Firefox, Safari and Windows. A star stands for one or more labels. */
const pushServices: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** In characters. The longest seen have about 600. */
const endpointMaxLength = 1000;

function isHostOf(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

/**
 * Whether a message may be sent to an address: https on the usual port of a known service, without a user. Judged by its spelling,
 * before any URL parser tidies it, and by what a URL parser makes of it.
 * @param moreServices names or patterns that the operator adds
 */
export function isPushEndpoint(endpoint: string, moreServices: readonly string[] = []): boolean {
  if (endpoint.length > endpointMaxLength) return false;
  const host = /^https:\/\/((?:[a-z\d-]+\.)+[a-z][a-z\d-]*)\/[!-~]*$/.exec(endpoint)?.[1];
  if (host === undefined || URL.parse(endpoint)?.host !== host) return false;
  return [...pushServices, ...moreServices].some((pattern) => isHostOf(host, pattern));
}
