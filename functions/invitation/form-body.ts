/** Reading the form of a page on every web platform. */

/** In bytes: more than the longest answer has when every character is escaped. */
export const formMaxBytes = 64 * 1024;

/** Whether the request says that its body is what a form of HTML sends. */
export function isForm(request: Request): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('Content-Type') ?? '');
}

/** The fields of the form; null for a body that is too large, of which no more than that is read. */
export async function readForm(request: Request): Promise<URLSearchParams | null> {
  if (Number(request.headers.get('Content-Length') ?? 0) > formMaxBytes) return null;
  const utf8 = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.byteLength;
    if (bytes > formMaxBytes) return null;
    text += utf8.decode(part, { stream: true });
  }
  return new URLSearchParams(text + utf8.decode());
}

/**
 * Whether the page of another site sent the form, by what the browser says. Older browsers name the origin alone, which is `null` on a
 * page that tells nobody where it is, as this one.
 */
export function isFromAnotherSite(request: Request, site: string): boolean {
  const fetchSite = request.headers.get('Sec-Fetch-Site');
  if (fetchSite !== null) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  const origin = request.headers.get('Origin');
  return origin !== null && origin !== 'null' && origin !== site;
}
