/** Finds links and telephone numbers in a host's text. */

type TextPart = { text: string; href: string | null };

/** A web address with a plain host: in ASCII, and with no user name before it that could look like a host. */
const webAddress = /(?<![\w@.])https?:\/\/[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d{1,5})?(?:[/?#][^\s<>"]*)?(?![\w@])/gi;

/** A telephone number: with its country code, in North American groups, or beginning with 0. */
const phoneNumber =
  /(?<![\w+.,:/-])(?:\+\d[\d ()./-]{6,20}\d|\(?[2-9]\d{2}\)?[ .-]\d{3}[ .-]\d{4}|\(?0\d[\d ()/-]{6,18}\d)(?![\w:]|[.,/-]\d)/g;

/** The fewest and the most digits of a telephone number. */
const fewestDigits = 8;
const mostDigits = 15;

/** Removes what belongs to the sentence and not to the address: punctuation, and a bracket opened before it. */
function withoutEnd(address: string): string {
  let unopened = 0;
  for (const character of address) unopened += character === ')' ? 1 : character === '(' ? -1 : 0;
  let length = address.length;
  while (length > 0) {
    const end = address.charAt(length - 1);
    if (end === ')' && unopened > 0) unopened -= 1;
    else if (!/[.,;:!?'*»”’\]}]/.test(end)) break;
    length -= 1;
  }
  return address.slice(0, length);
}

function numberOf(text: string): string | null {
  const digits = text.replace(/\D/g, '');
  const isDate = /^\d{1,4}([./-])\d{1,2}\1\d{1,4}$/.test(text);
  if (isDate || digits.length < fewestDigits || digits.length > mostDigits) return null;
  return `tel:${text.startsWith('+') ? '+' : ''}${digits}`;
}

/** Splits a text into parts, some with an `https:`, `http:` or `tel:` address and no other. Joined, the parts are the text. */
export function linkedParts(text: string): TextPart[] {
  const addresses = [...text.matchAll(webAddress)].map(({ 0: whole, index }) => {
    const address = withoutEnd(whole);
    return { index, text: address, href: address };
  });
  const numbers = [...text.matchAll(phoneNumber)].map(({ 0: number, index }) => {
    return { index, text: number, href: numberOf(number) };
  });
  const parts: TextPart[] = [];
  let end = 0;
  for (const link of [...addresses, ...numbers].toSorted((one, other) => one.index - other.index)) {
    // A number within an address is a part of it.
    if (link.href === null || link.index < end) continue;
    if (link.index > end) parts.push({ text: text.slice(end, link.index), href: null });
    parts.push({ text: link.text, href: link.href });
    end = link.index + link.text.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/** An address of https with a plain host, as browsers write it: in ASCII, no number, and with no user name before the host. */
const secureAddress = /^https:\/\/((?:[a-z\d-]{1,63}\.)+[a-z][a-z\d-]{1,62}(?::\d{1,5})?)([/?#][\x21-\x7e]*)?$/i;

/** Returns the address that a text is, with its host; null for any other text. The check of an album in supabase/schemas takes the same. */
export function secureLink(text: string): { href: string; host: string } | null {
  const [, host, rest = '/'] = secureAddress.exec(text.trim()) ?? [];
  return host ? { href: `https://${host.toLowerCase()}${rest}`, host: host.toLowerCase() } : null;
}

/** Returns the address if the place is only a link, otherwise null. */
export function linkOfPlace(place: string): string | null {
  const [only, ...others] = linkedParts(place.trim());
  return only?.href?.startsWith('http') && others.length === 0 ? only.href : null;
}
