/**
 * Takes out of a minified style sheet what a page cannot use: rules for elements that it does not have, and custom properties
 * that nothing reads. Tailwind adds only the utilities that are used; its reset and the tokens come whole.
 */
import postcss, { type Root } from 'postcss';

/** What the page does not have: dialogs, shadow roots, and of fields placeholders, times, file buttons and the browser's own checks. */
const absentParts =
  /::(backdrop|file-selector-button|placeholder|-webkit-(search|inner-spin|outer-spin|datetime-edit-(hour|minute|second|millisecond|meridiem)))|:host|:-moz-ui-invalid|\[type=(file|search|reset)\]/;

/** States that need a user. The complete styles load at the first sign of one. */
const laterStates =
  /(?<!\\):(hover|active|disabled|has\(:focus-visible)|\[aria-invalid|::selection|::picker|\boption\b/;

function canMatch(selector: string, elements: ReadonlySet<string>, isWhole: boolean): boolean {
  if (!isWhole && (absentParts.test(selector) || laterStates.test(selector))) return false;
  const bare = selector.replace(/\[[^\]]*\]|[.:#](?:[\w-]|\\.)*|--[\w-]+/g, ' ');
  return [...bare.matchAll(/(?<![\w-])[a-z][a-z\d]*/g)].every(([element]) => elements.has(element));
}

function pruneRules(styles: Root, elements: ReadonlySet<string>, isWhole: boolean) {
  styles.walkRules((rule) => {
    // The steps of an animation look like selectors of elements.
    if (rule.parent?.type === 'atrule' && 'name' in rule.parent && rule.parent.name === 'keyframes') return;
    const selectors = rule.selectors.filter((selector) => canMatch(selector, elements, isWhole));
    if (selectors.length === 0) rule.remove();
    else rule.selector = selectors.join(',');
  });
}

/** Removes transitions and the like, which nothing needs before the complete styles are there, and prefixed lines that the compiler repeats. */
function pruneDeclarations(styles: Root, isWhole: boolean) {
  const later = /^(transition\b|--tw-(duration|ease)$|tab-size$|-webkit-tap)/;
  styles.walkDecls((declaration) => {
    const { prop, value } = declaration;
    const before = declaration.prev();
    const isRepeated = before?.type === 'decl' && before.prop === prop && before.value === value;
    if (isRepeated || (!isWhole && later.test(prop))) declaration.remove();
  });
}

/** All custom properties but the two that the compiler switches between empty and not, for day and night. */
const customProperty = /^--(?!lightningcss-)/;

/** What a property that no rule sets is worth: the value with which it is registered, if any. */
function initialValues(styles: Root): Map<string, string> {
  const values = new Map<string, string>();
  styles.walkAtRules('property', (property) => {
    property.walkDecls('initial-value', ({ value }) => {
      values.set(property.params, value);
    });
  });
  return values;
}

/** The shadow that Tailwind lists for each kind of shadow that an element does not have. */
const noShadow = /\b0 0 #0000, /g;

/**
 * Replaces `var()` with what it always gives: the initial value or the fallback where no rule sets the property. Where one does, it
 * drops the fallback, but for Tailwind's properties, which a rule sets for some elements alone.
 */
function settleVariables(styles: Root) {
  const initial = initialValues(styles);
  const properties = new Set<string>();
  styles.walkDecls(customProperty, ({ prop }) => {
    properties.add(prop);
  });
  const settled = (value: string): string =>
    value.replace(
      /var\((--(?!lightningcss-)[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)/g,
      (whole, name: string, fallback?: string) => {
        if (properties.has(name)) return name.startsWith('--tw-') ? whole : `var(${name})`;
        return initial.get(name) ?? (fallback === undefined ? whole : settled(fallback.trim()));
      },
    );
  styles.walkDecls((declaration) => {
    declaration.value = settled(declaration.value).replace(noShadow, '').trim();
    if (declaration.value === '') declaration.remove();
  });
}

/** Removes properties that nothing reads. It repeats until nothing changes, because the only reader may itself be removed. */
function pruneProperties(styles: Root, html: string) {
  const text = styles.toString() + html;
  let isPruned = false;
  styles.walkDecls(customProperty, (declaration) => {
    if (new RegExp(`var\\(${declaration.prop}[,)]`).test(text)) return;
    declaration.remove();
    isPruned = true;
  });
  if (isPruned) pruneProperties(styles, html);
}

/** Tailwind sets its properties at every element for older browsers too, which costs time. */
function removeInitialRules(styles: Root) {
  styles.walkAtRules('layer', (layer) => {
    if (layer.params === 'properties') layer.remove();
  });
}

/** Keeps `@property` for the properties that the page reads. Without it their values would be inherited by inner elements. */
function keepRegistered(styles: Root) {
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

/**
 * `html` is the page. `isWhole`: no other styles follow, so that those for states that need a user stay, and for dialogs, which scripts
 * add.
 */
export function pruneStyles(css: string, html: string, { isWhole = false } = {}): string {
  const elements = new Set([...html.matchAll(/<([a-z][a-z\d]*)/g)].map(([, name = '']) => name));
  for (const element of ['html', 'body', ...(isWhole ? ['dialog'] : [])]) elements.add(element);
  const styles = postcss.parse(css);
  styles.walkComments((comment) => {
    comment.remove();
  });
  pruneRules(styles, elements, isWhole);
  pruneDeclarations(styles, isWhole);
  removeInitialRules(styles);
  settleVariables(styles);
  pruneProperties(styles, html);
  keepRegistered(styles);
  removeEmpty(styles);
  return styles.toString();
}
