/** Reads the form of a page, on every web platform. */

/** In bytes: more than the longest answer with every character escaped. */
export const formMaxBytes = 64 * 1024;

/** Whether the request's content type is that of an HTML form. */
export function isForm(request: Request): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('Content-Type') ?? '');
}

/** Reads the fields of the form. Returns null for a body over the limit, and reads no more of it. */
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
 * Whether a page of another site sent the form, according to the browser. Older browsers send only the origin, which is `null` for a
 * page without referrer, such as this one.
 */
export function isFromAnotherSite(request: Request, site: string): boolean {
  const fetchSite = request.headers.get('Sec-Fetch-Site');
  if (fetchSite !== null) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  const origin = request.headers.get('Origin');
  return origin !== null && origin !== 'null' && origin !== site;
}
