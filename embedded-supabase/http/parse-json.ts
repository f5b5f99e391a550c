/** Far more than any request of the product has: ten thousand rows, each with a list in it. */
const mostContainers = 30_000;
const mostEntries = 10_000;
const mostLevels = 100;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Parses the JSON of a request. Within the size limit of a body, thousands of levels, keys or empty objects would block the
 * server a hundred times as long as rows do, so they are counted first, which takes some milliseconds.
 * @returns undefined for text that is not JSON, or has too many objects and lists, entries in one of them, or levels
 */
export function parseJson(text: string): unknown {
  try {
    return isTooIntricate(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTooIntricate(text: string): boolean {
  /** The number of entries in each open container so far, the outermost first. */
  const entries: number[] = [];
  let containers = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index);
        break;
      case openBrace:
      case openBracket:
        containers += 1;
        if (containers > mostContainers || entries.push(1) > mostLevels) return true;
        break;
      case closeBrace:
      case closeBracket:
        entries.pop();
        break;
      case comma: {
        const count = (entries.pop() ?? 0) + 1;
        if (count > mostEntries) return true;
        entries.push(count);
      }
    }
  }
  return false;
}

/** Returns the position of the closing quote, or of the end of a text without one. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== quote) index += text.charCodeAt(index) === backslash ? 2 : 1;
  return index;
}
