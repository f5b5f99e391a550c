/**
 * Takes out of a minified style sheet what a page cannot use: rules for elements that it does not have, and custom properties
 * that nothing reads. Tailwind adds only the utilities that are used; its reset and the tokens come whole.
 */
import postcss, { type Root } from 'postcss';

/** Parts of fields that the page does not have: placeholders, times, file buttons and the browser's own checks. */
const absentParts =
  /::(file-selector-button|placeholder|-webkit-(search|inner-spin|outer-spin|datetime-edit-(hour|minute|second|millisecond|meridiem)))|:-moz-ui-invalid|\[type=(file|search|reset)\]/;

/** States that need a user. The complete styles load at the first sign of one. */
const laterStates = /(?<!\\):(hover|active|disabled)|\[aria-invalid|::selection|::picker|\boption\b/;

function canMatch(selector: string, elements: ReadonlySet<string>): boolean {
  if (absentParts.test(selector) || laterStates.test(selector)) return false;
  const bare = selector.replace(/\[[^\]]*\]|[.:#](?:[\w-]|\\.)*|--[\w-]+/g, ' ');
  return [...bare.matchAll(/(?<![\w-])[a-z][a-z\d]*/g)].every(([element]) => elements.has(element));
}

function pruneRules(styles: Root, elements: ReadonlySet<string>) {
  styles.walkRules((rule) => {
    // The steps of an animation look like selectors of elements.
    if (rule.parent?.type === 'atrule' && 'name' in rule.parent && rule.parent.name === 'keyframes') return;
    const selectors = rule.selectors.filter((selector) => canMatch(selector, elements));
    if (selectors.length === 0) rule.remove();
    else rule.selector = selectors.join(',');
  });
}

/** Removes transitions, which nothing needs before the complete styles are there, and prefixed lines that the compiler repeats. */
function pruneDeclarations(styles: Root) {
  styles.walkDecls((declaration) => {
    const { prop, value } = declaration;
    const before = declaration.prev();
    const isRepeated = before?.type === 'decl' && before.prop === prop && before.value === value;
    if (isRepeated || /^(transition-|--tw-(duration|ease)$)/.test(prop)) declaration.remove();
  });
}

/** Custom properties of our own. Tailwind's have registered initial values, and the compiler's switch between empty and not. */
const ownProperty = /^--(?!tw-|lightningcss-)/;

/** Replaces `var()` with its fallback where no rule sets the property, and drops the fallback where one does. */
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

/** Removes properties that nothing reads. It repeats until nothing changes, because the only reader may itself be removed. */
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
 * Tailwind's properties get their initial values in two ways. The one for older browsers costs time at every element, so only
 * `@property` stays, for the properties that the page reads. Without it their values would be inherited by inner elements.
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
