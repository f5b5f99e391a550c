/**
 * Takes out of a minified style sheet what a page cannot use: rules for elements that it does not have, and custom properties
 * that nothing reads. Tailwind adds only the utilities that are used; its reset and the tokens come whole.
 */

/** A rule as its text, or a block of rules such as `@media`. */
type Node = { prelude: string; body: string | Node[] };

function parse(css: string): Node[] {
  const nodes: Node[] = [];
  let start = 0;
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === ';') {
      nodes.push({ prelude: css.slice(start, at + 1), body: '' });
      start = at + 1;
    } else if (css[at] === '{') {
      const prelude = css.slice(start, at);
      const end = endOfBlock(css, at);
      const inner = css.slice(at + 1, end);
      nodes.push({ prelude, body: /^@(media|layer|supports)/.test(prelude) ? parse(inner) : inner });
      at = end;
      start = end + 1;
    }
  }
  return nodes;
}

function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    else if (css[at] === '}' && --depth === 0) return at;
  }
  throw new Error('The styles of the landing page end within a block.');
}

function print(nodes: Node[]): string {
  return nodes
    .map(({ prelude, body }) => {
      const text = typeof body === 'string' ? body : print(body);
      if (prelude.endsWith(';')) return prelude;
      return text === '' ? '' : `${prelude}{${text}}`;
    })
    .join('');
}

/** What only a field of another kind has than the page's own: those show no example, the one for a date no time, and none is checked by the browser. */
const absentParts =
  /::(file-selector-button|placeholder|-webkit-(search|inner-spin|outer-spin|datetime-edit-(hour|minute|second|millisecond|meridiem)))|:-moz-ui-invalid|\[type=(file|search|reset)\]/;

/** What a page looks like that somebody uses: the whole styles come at the first sign of that. */
const laterStates = /(?<!\\):(hover|active|disabled)|\[aria-invalid|::selection|::picker|\boption\b/;

function canMatch(selector: string, elements: ReadonlySet<string>): boolean {
  if (absentParts.test(selector) || laterStates.test(selector)) return false;
  const bare = selector.replace(/\[[^\]]*\]|[.:#](?:[\w-]|\\.)*|--[\w-]+/g, ' ');
  return [...bare.matchAll(/(?<![\w-])[a-z][a-z\d]*/g)].every(([element]) => elements.has(element));
}

/** The selectors of a list; commas within brackets do not part them. */
function splitSelectors(list: string): string[] {
  const selectors: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at += 1) {
    const character = list[at] ?? '';
    if ('(['.includes(character)) depth += 1;
    else if (')]'.includes(character)) depth -= 1;
    else if (character === ',' && depth === 0) {
      selectors.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return [...selectors, list.slice(start)];
}

function pruneRules(nodes: Node[], elements: ReadonlySet<string>): Node[] {
  return nodes.flatMap(({ prelude, body }): Node[] => {
    if (typeof body !== 'string') return [{ prelude, body: pruneRules(body, elements) }];
    if (prelude.startsWith('@')) return [{ prelude, body }];
    const selectors = splitSelectors(prelude).filter((selector) => canMatch(selector, elements));
    return selectors.length > 0 ? [{ prelude: selectors.join(','), body }] : [];
  });
}

/** Nothing changes its looks before the rest is there, so nothing needs to be told how. */
function pruneTransitions(css: string): string {
  return css.replace(/(?<=[{;])(transition-[\w-]+|--tw-(duration|ease)):[^;{}]*(;|(?=\}))/g, '');
}

/** Until nothing changes: a property may be read only by one that is not read itself. */
function pruneProperties(css: string, html: string): string {
  const names = new Set([...css.matchAll(/(?<=[{;])(--(?!tw-|lightningcss-)[\w-]+):/g)].map(([, name = '']) => name));
  const unread = [...names].filter((name) => !new RegExp(`var\\(${name}[,)]`).test(css + html));
  if (unread.length === 0) return css;
  const declaration = new RegExp(`(?<=[{;])(${unread.join('|')}):[^;}]*(;|(?=\\}))`, 'g');
  return pruneProperties(css.replace(declaration, ''), html);
}

/**
 * Tailwind's own properties get their first values in two ways. The one for older browsers costs time at every element, so only
 * the other stays, and of that what the page reads: inherited, a property would mean something to the elements within.
 */
function keepRegistered(nodes: Node[], css: string): Node[] {
  return nodes.filter(({ prelude }) => {
    if (prelude === '@layer properties' || prelude === '@layer properties;') return false;
    const [, name] = /^@property (--tw-[\w-]+)/.exec(prelude) ?? [];
    return name === undefined || new RegExp(`var\\(${name}[,)]`).test(css);
  });
}

/** `html` is the page; `dialog`, which scripts add, counts as part of it. */
export function pruneStyles(css: string, html: string): string {
  const elements = new Set([...html.matchAll(/<([a-z][a-z\d]*)/g)].map(([, name = '']) => name));
  for (const element of ['html', 'body', 'dialog']) elements.add(element);
  const properties = new Set([...css.matchAll(/(?<=[{;])(--[\w-]+):/g)].map(([, name = '']) => name));
  // What a property falls back to is known by now; the two of day and night are empty by turns, and fall back to colours.
  const settled = css.replace(
    /var\((--(?!tw-|lightningcss-)[\w-]+),([^()]*)\)/g,
    (_, name: string, fallback: string) => (properties.has(name) ? `var(${name})` : fallback.trim()),
  );
  // The compiler says one prefixed line several times.
  const once = settled.replace(/(-webkit-[\w-]+:\w+;)\1+/g, '$1');
  const still = pruneTransitions(once.replace(/^\/\*!.*?\*\/\s*/, ''));
  const rules = pruneRules(parse(still), elements);
  return pruneProperties(print(keepRegistered(rules, print(rules))), html);
}
