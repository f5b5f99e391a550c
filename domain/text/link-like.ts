/**
 * Detects text that leads to a site: an address, a domain name, or one that is spelled to pass filters but not readers, such as
 * "example dot com". Mail programs turn even plain domain names into links.
 */
import { isolated, shortened } from './text.ts';

/** Invisible characters and combining accents. */
const ornaments = /[\p{Cf}\p{Mn}\u115f\u1160\u3164\uffa0]/gu;
/** Characters that look like a full stop, or are one in another script. */
const dots = /[。．｡․‧·•∙⋅ꓸ]/gu;

/** Top-level domains that are not English words. */
const ends = 'com|net|org|info|biz|shop|xyz|app|io|ly|ru|cn|uk|de|tk|ml|cc|gg|tv|eu|us|co';
/** Reserved top-level domains, which nobody can own (RFC 2606). */
const nobody = '(?:example|invalid|localhost|test)(?![\\p{L}\\p{N}-])';
const letterOrDigit = '[\\p{L}\\p{N}]';
const before = `(?<=${letterOrDigit}[)\\]}"'’]*)`;

const signs = [
  // https://…, hxxp://…, mailto:…
  /\p{L}[\p{L}\p{N}+-]*\s*:\s*[/\\]{2}/u,
  /(?:^|[^\p{L}])(?:https?|hxxps?|mailto|tel|sms|javascript|data)\s*:/iu,
  /(?:^|[^\p{L}\p{N}])www(?:[^\p{L}\p{N}]|\d*\.|$)/iu,
  // example.com, me@example.com, пример.рф
  new RegExp(`${letterOrDigit}\\.(?!${nobody})(?:xn--|\\p{L})[\\p{L}\\p{N}-]*\\p{L}`, 'iu'),
  /(?:^|\D)\d{1,3}(?:\.\d{1,3}){3}(?:\D|$)/u,
  // example .com, example. com, example . com
  new RegExp(`${before}\\s+\\.\\s*(?!${nobody})\\p{L}{2}`, 'iu'),
  new RegExp(`${before}\\.\\s+(?:${ends})(?!${letterOrDigit})`, 'iu'),
  // example dot com, example (dot) shop, example[.]com
  new RegExp(`${before}\\s*[-_*]?\\s*d[o0]t\\s*[-_*]?\\s*(?:${ends})(?!${letterOrDigit})`, 'iu'),
  /[([{<*_]\s*(?:d[o0]t|punkt|punto|point|\.)\s*[)\]}>*_]/iu,
];

/** Whether a text is or resembles a link. Prefers false positives to missed links. */
export function isLinkLike(text: string): boolean {
  const plain = text.normalize('NFKD').replace(ornaments, '').replace(dots, '.');
  return signs.some((sign) => sign.test(plain));
}

/**
 * Characters from which mail programs make links or mentions, as NFKD writes them. Anyone with the link of a party may have typed them
 * into a name.
 */
const linkParts = /[./@:\u3002]/;

/** In characters. Guests choose their names freely, so they are cut short. */
const nameLength = 24;

/** Returns a guest's name as a mail may say it; null for one that a mail program could make a link of. */
export function nameInMail(name: string): string | null {
  return linkParts.test(name.normalize('NFKD')) ? null : isolated(shortened(name, nameLength));
}
