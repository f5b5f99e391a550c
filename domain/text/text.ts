/** Returns the length in characters as PostgreSQL counts them: code points, not UTF-16 units. */
export function characterCount(text: string): number {
  return [...text].length;
}

export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * Invisible characters that change the direction of the words around them, or hide in a word, so that two names look the same. Keyboards do
 * not have them. Joiners and marks of direction are not among them: emoji, Persian, Hebrew and Arabic need those.
 */
const strayCharacters = /[\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Removes these characters from every text of a JSON value. Rows from before they were refused may contain them. */
export function withoutTurning<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replace(strayCharacters, ''));
}

/** Tidies one line: white space and control characters become single spaces, lone surrogates and the characters above go. */
export function tidyLine(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '')
    .replace(strayCharacters, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** Tidies a text of several lines: like `tidyLine`, but keeps line breaks and tabs. */
export function tidyText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cs}/gu, '')
    .replace(strayCharacters, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/**
 * Prepares a name for use inside a sentence. Bidirectional isolates keep a right-to-left name from reordering the words around it.
 * Characters that would end the isolate, or affect more than the name, are removed.
 */
export function isolated(name: string): string {
  const plain = name.replace(strayCharacters, '');
  return hasRightToLeft(plain) || /[\u061c\u200f]/.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/**
 * A letter, digit, punctuation mark or symbol that fonts do not leave blank. The function `is_visible` in supabase/schemas agrees, except
 * about what no keyboard has: marks without a letter, and unassigned code points.
 */
const visible = /(?![\u115f\u1160\u2800\u3164\uffa0\ufffc])[\p{L}\p{N}\p{P}\p{S}]/u;

export function hasVisibleCharacter(text: string): boolean {
  return visible.test(text);
}

/** Escapes text for HTML, including attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Returns a file name of these words that every system accepts, such as `biscuit-birthday-card.png`. */
export function fileNameOf(words: string, extension: string): string {
  const name = words
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return `${name.toLowerCase() || 'wagday'}.${extension}`;
}

/** The characters as readers see them; an emoji is one. */
export const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Shortens a text to `limit` code points. A longer one is cut between graphemes and ends in an ellipsis. */
export function shortened(text: string, limit: number): string {
  if ([...text].length <= limit) return text;
  let kept = '';
  let count = 0;
  for (const { segment } of graphemes.segment(text)) {
    count += [...segment].length;
    if (count > limit - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Returns words as a sentence lists them: "2 people, Rex, and Bo". */
export function joined(words: readonly string[]): string {
  return list.format(words);
}
