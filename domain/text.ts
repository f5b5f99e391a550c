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

/** Whether anything of the text can be seen: zero-width characters alone are as good as nothing. */
export function hasInk(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}
