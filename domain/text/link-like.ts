/**
 * Detects text that leads to a site or a telephone: an address, a domain name, a number, or one that is spelled to pass filters but not
 * readers, such as "example dot com". Mail programs turn even plain domain names into links. The work grows with the length of the text.
 */
import { isolated, shortened } from './text.ts';

/** Invisible characters and combining accents. */
const ornaments = /[\p{Cf}\p{Mn}\u115f\u1160\u3164\uffa0]/gu;
/** Characters that look like a full stop, or are one in another script. */
const dots = /[。．｡․‧·•∙⋅ꓸ]/gu;

/** Top-level domains that are not English words. */
const ends = 'com|net|org|info|biz|shop|xyz|app|io|ly|ru|cn|uk|de|tk|ml|cc|gg|tv|eu|us|co';
/** Those that may follow a spelled dot, which few words do. Dogs are called Dot, so "is", "in", "it" and "to" are not among them. */
const spelledEnds = `${ends}|ai|me|dev|site|online|club|link|live|vip|win|top|store|tech|icu|click|page|cloud|pro|bet|casino|gl`;
/** Reserved top-level domains, which nobody can own (RFC 2606). */
const nobody = '(?:example|invalid|localhost|test)(?![\\p{L}\\p{N}-])';
const letterOrDigit = '[\\p{L}\\p{N}]';
const before = `(?<=${letterOrDigit}[)\\]}"'’]?)`;

/** In these, white space is one space, and closing marks are one mark. So no pattern can try a long run from each of its characters. */
const signs = [
  // https://…, hxxp://…, mailto:…
  /[\p{L}\p{N}+-] ?: ?[/\\]{2}/u,
  /(?:^|[^\p{L}])(?:https?|hxxps?|mailto|tel|sms|javascript|data) ?:/iu,
  /(?:^|[^\p{L}\p{N}])www(?:[^\p{L}\p{N}]|\d*\.|$)/iu,
  // example.com, me@example.com, пример.рф
  new RegExp(`${letterOrDigit}\\.(?!${nobody})(?:xn--|\\p{L})[\\p{L}\\p{N}-]*\\p{L}`, 'iu'),
  /(?:^|\D)\d{1,3}(?:\.\d{1,3}){3}(?:\D|$)/u,
  // example .com, example. com, example . com
  new RegExp(`${before} \\. ?(?!${nobody})\\p{L}{2}`, 'iu'),
  new RegExp(`${before}\\. (?:${ends})(?!${letterOrDigit})`, 'iu'),
  // example dot com, example (dot) shop, example[.]com
  new RegExp(`${before} ?[-_*"'“”]? ?d[o0]t ?[-_*"'“”]? ?(?:${spelledEnds})(?!${letterOrDigit})`, 'iu'),
  /[([{<*_] ?(?:d[o0]t|punkt|punto|point|\.) ?[)\]}>*_]/iu,
  // bit ly slash x
  new RegExp(`${before}[ -](?:forward[ -])?slash[ -]${letterOrDigit}`, 'iu'),
  /(?:^|[^\p{L}\p{N}])(?:bit[ -]?ly|tiny ?url|goo[ -]gl)(?![\p{L}\p{N}])/iu,
  // 1-800-DOGGIES, call 80888
  /(?<!\d)1[ -]?[89]\d\d[ -]\p{L}{3}/u,
  /(?:^|\P{L})(?:call|dial|ring|phone|text|sms|tel|whats ?app)(?: \p{L}{1,12}){0,3}\P{L}{1,4}\d{4}/iu,
];

/** A day or a time of day, which has digits and is no telephone number; also the end of an American address. */
const dates = [
  /(?<!\d[-/.]?)(?:19|20)\d\d([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?![-/.]?\d)/g,
  /(?<!\d[-/.]?)(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|[12]\d|3[01])\1(?:(?:19|20)\d)?\d\d?(?![-/.]?\d)/g,
  /(?<!\d[:.]?)(?:[01]?\d|2[0-3])[:.][0-5]\d(?![:.]?\d)/g,
  /(?<!\d)(?:19|20)\d\d(?!\d)/g,
  /(?<=\b[A-Z]{2} )\d{5}-\d{4}(?!\d)/g,
];
/** The letter O in place of a zero. */
const zeros = /(?<=\d[ .-]?)o|o(?=[ .-]?\d)/gi;
const spelledDigits = new Set('zero oh one two three four five six seven eight nine'.split(' '));

/** The fewest digits of a telephone number, without those of its region. */
const fewestDigits = 7;

/** Whether digits, in figures or in words, follow each other as in a telephone number. */
function hasPhoneNumber(plain: string): boolean {
  const withoutDates = dates.reduce((text, date) => text.replace(date, ' day '), plain).replace(zeros, '0');
  let digits = 0;
  for (const [token] of withoutDates.matchAll(/\p{Nd}+|\p{L}+/gu)) {
    const isWord = /^\p{L}/u.test(token);
    if (isWord && !spelledDigits.has(token.toLowerCase())) digits = 0;
    else digits += isWord ? 1 : token.length;
    if (digits >= fewestDigits) return true;
  }
  return false;
}

/** Returns the text as `signs` expect it. */
function plainOf(text: string): string {
  const plain = text.normalize('NFKD').replace(ornaments, '').replace(dots, '.');
  return plain.replace(/\s+/g, ' ').replace(/([)\]}"'’])[)\]}"'’]+/g, '$1');
}

/** Whether a text is or resembles a link or a telephone number. Prefers false positives to missed links. */
export function isLinkLike(text: string): boolean {
  const plain = plainOf(text);
  return hasPhoneNumber(plain) || signs.some((sign) => sign.test(plain));
}

/** Characters from which mail programs make links or mentions, as NFKD writes them. Anyone with a link may have typed them. */
const linkParts = /[./@:\u3002]/;

/** A title before a name, as `first_name` in supabase/schemas keeps it. Its full stop makes no link. */
const title = /^(?:mrs?|ms|mx|miss|dr|prof)\.?\s+/i;

/** In characters. Guests choose their names freely, so they are cut short. */
const nameLength = 24;

/** Returns a guest's name as a mail may say it; null for one that a mail program could make a link of, or that is a telephone number. */
export function nameInMail(name: string): string | null {
  return linkParts.test(name.replace(title, '').normalize('NFKD')) || hasPhoneNumber(plainOf(name))
    ? null
    : isolated(shortened(name, nameLength));
}
