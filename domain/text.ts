/** Length in characters as PostgreSQL counts them: code points, not UTF-16 units. */
export function characterCount(text: string): number {
  return [...text].length;
}

/** One tidy line: control characters and runs of white space become one space, half characters go, the ends are trimmed. */
export function tidyLine(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** Tidy text of several lines: line breaks and tabs stay, other control characters and half characters go. */
export function tidyText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cs}/gu, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Whether a letter is, or a text contains, one that is written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** A name as it stands inside a sentence: letters that are written from right to left do not turn the words around it. */
export function isolated(name: string): string {
  return hasRightToLeft(name) ? `\u2068${name}\u2069` : name;
}

/** Whether anything of the text can be seen: zero-width characters alone are as good as nothing. */
export function hasInk(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}
