/**
 * Takes out of a minified style sheet what a page cannot use: rules for elements that it does not have, and custom properties
 * that nothing reads. Tailwind adds only the utilities that are used; its reset and the tokens come whole.
 */
import postcss, { type Root } from 'postcss';

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

function pruneRules(styles: Root, elements: ReadonlySet<string>) {
  styles.walkRules((rule) => {
    // The steps of an animation are no elements.
    if (rule.parent?.type === 'atrule' && 'name' in rule.parent && rule.parent.name === 'keyframes') return;
    const selectors = rule.selectors.filter((selector) => canMatch(selector, elements));
    if (selectors.length === 0) rule.remove();
    else rule.selector = selectors.join(',');
  });
}

/** Nothing changes its looks before the rest is there, so nothing needs to be told how; and the compiler says one prefixed line several times. */
function pruneDeclarations(styles: Root) {
  styles.walkDecls((declaration) => {
    const { prop, value } = declaration;
    const before = declaration.prev();
    const isRepeated = before?.type === 'decl' && before.prop === prop && before.value === value;
    if (isRepeated || /^(transition-|--tw-(duration|ease)$)/.test(prop)) declaration.remove();
  });
}

/** Custom properties of our own: Tailwind's have first values, and those of the compiler are empty by turns. */
const ownProperty = /^--(?!tw-|lightningcss-)/;

/** What a property falls back to is known by now; the two of day and night fall back to colours. */
function settleFallbacks(styles: Root) {
  const properties = new Set<string>();
  styles.walkDecls(ownProperty, ({ prop }) => {
    properties.add(prop);
  });
  styles.walkDecls((declaration) => {
    declaration.value = declaration.value.replace(
      /var\((--(?!tw-|lightningcss-)[\w-]+),([^()]*)\)/g,
      (_, name: string, fallback: string) => (properties.has(name) ? `var(${name})` : fallback.trim()),
    );
  });
}

/** Until nothing changes: a property may be read only by one that is not read itself. */
function pruneProperties(styles: Root, html: string) {
  const text = styles.toString() + html;
  let isPruned = false;
  styles.walkDecls(ownProperty, (declaration) => {
    if (new RegExp(`var\\(${declaration.prop}[,)]`).test(text)) return;
    declaration.remove();
    isPruned = true;
  });
  if (isPruned) pruneProperties(styles, html);
}

/**
 * Tailwind's own properties get their first values in two ways. The one for older browsers costs time at every element, so only
 * the other stays, and of that what the page reads: inherited, a property would mean something to the elements within.
 */
function keepRegistered(styles: Root) {
  styles.walkAtRules('layer', (layer) => {
    if (layer.params === 'properties') layer.remove();
  });
  const text = styles.toString();
  styles.walkAtRules('property', (property) => {
    if (!new RegExp(`var\\(${property.params}[,)]`).test(text)) property.remove();
  });
}

function removeEmpty(styles: Root) {
  styles.walk((node) => {
    for (let empty = node; 'nodes' in empty && empty.nodes?.length === 0; ) {
      const parent = empty.parent;
      empty.remove();
      if (!parent || parent.type === 'root') break;
      empty = parent as typeof empty;
    }
  });
}

/** `html` is the page; `dialog`, which scripts add, counts as part of it. */
export function pruneStyles(css: string, html: string): string {
  const elements = new Set([...html.matchAll(/<([a-z][a-z\d]*)/g)].map(([, name = '']) => name));
  for (const element of ['html', 'body', 'dialog']) elements.add(element);
  const styles = postcss.parse(css);
  styles.walkComments((comment) => {
    comment.remove();
  });
  pruneRules(styles, elements);
  pruneDeclarations(styles);
  keepRegistered(styles);
  settleFallbacks(styles);
  pruneProperties(styles, html);
  removeEmpty(styles);
  return styles.toString();
}
