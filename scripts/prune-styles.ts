/**
 * Removes from a minified style sheet what a page cannot use: rules for elements that it does not have, and custom properties that
 * nothing reads. Tailwind adds only used utilities, but its reset and the tokens are complete.
 */
import postcss, { type Root } from 'postcss';

/** Matches what no page has at first: dialogs, shadow roots, and placeholders, times and file buttons of fields. */
const absentParts =
  /::(backdrop|file-selector-button|placeholder|-webkit-(search|datetime-edit-(hour|minute|second|millisecond|meridiem)))|:host|\[type=(file|search|reset)\]/;

/** Matches fields for dates, of which a whole page has none. */
const dateParts = /::-webkit-(date|calendar)|\[type=date\]/;

/** Matches states that need a user, or a script, and number fields. The complete styles load at the first sign of one. */
const laterStates =
  /(?<!\\):(hover|active|focus(?!-)|disabled|-moz-ui-invalid|has\(:focus-visible)|::-webkit-(inner|outer)-spin|\[aria-invalid|^\[hidden\]|::selection|::picker|\boption\b/;

function canMatch(selector: string, elements: ReadonlySet<string>, isWhole: boolean): boolean {
  if (absentParts.test(selector) || (isWhole ? dateParts : laterStates).test(selector)) return false;
  const bare = selector.replace(/\[[^\]]*\]|[.:#](?:[\w-]|\\.)*|--[\w-]+|\bn\b/g, ' ');
  return [...bare.matchAll(/(?<![\w-])[a-z][a-z\d]*/g)].every(([element]) => elements.has(element));
}

function pruneRules(styles: Root, elements: ReadonlySet<string>, isWhole: boolean) {
  styles.walkRules((rule) => {
    // The steps of an animation look like element selectors.
    if (rule.parent?.type === 'atrule' && 'name' in rule.parent && rule.parent.name === 'keyframes') return;
    const selectors = rule.selectors.filter((selector) => canMatch(selector, elements, isWhole));
    if (selectors.length === 0) rule.remove();
    // Tailwind's variant for grandchildren, in half the letters.
    else rule.selector = selectors.join(',').replace(/:is\(:is\(([^()]+)>\*\)>\*\)/g, '$1>*>*');
  });
}

/** Removes transitions and the like, which are needed only with the complete styles, and prefixed lines that the compiler repeats. */
function pruneDeclarations(styles: Root, isWhole: boolean) {
  const later =
    /^(transition\b|--tw-(duration|ease)$|tab-size$|-webkit-(tap|text-decoration)|font-(feature|variation)-settings$)/;
  styles.walkDecls((declaration) => {
    const { prop, value } = declaration;
    const before = declaration.prev();
    const isRepeated = before?.type === 'decl' && before.prop === prop && before.value === value;
    if (isRepeated || (!isWhole && later.test(prop))) declaration.remove();
  });
}

/** Matches all custom properties except the two that the compiler switches between empty and not, for day and night. */
const customProperty = /^--(?!lightningcss-)/;

/** Returns the initial values with which properties are registered. */
function initialValues(styles: Root): Map<string, string> {
  const values = new Map<string, string>();
  styles.walkAtRules('property', (property) => {
    property.walkDecls('initial-value', ({ value }) => {
      values.set(property.params, value);
    });
  });
  return values;
}

/** Matches the shadow that Tailwind lists for each kind of shadow that an element does not have. */
const noShadow = /\b0 0 #0000, /g;

/**
 * Replaces `var()` where its result is fixed: by the initial value or the fallback where no rule sets the property. Where a rule sets
 * it, drops the fallback, except for Tailwind's properties, which rules set only for some elements.
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

/** Removes properties that nothing reads. Repeats until nothing changes, because the only reader may be removed itself. */
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

/** Puts what is set once, for the whole page, where it is read, if only the styles read it and they become no longer. */
function inlineFixed(styles: Root, html: string) {
  styles.walkDecls(customProperty, (declaration) => {
    const { prop, value, parent } = declaration;
    let around = parent?.parent;
    while (around && 'name' in around && around.name === 'layer') around = around.parent;
    const isOfPage = around?.type === 'root' && parent && 'selector' in parent && parent.selector === ':root';
    const reading = `var(${prop})`;
    const text = styles.toString();
    const readers = text.split(reading).length - 1;
    const isLonger = (value.length - reading.length) * readers > `${prop}:${value};`.length;
    if (!isOfPage || isLonger || html.includes(reading) || (text + html).split(`${prop}:`).length > 2) return;
    styles.walkDecls((reader) => {
      reader.value = reader.value.replaceAll(reading, () => value);
    });
    declaration.remove();
  });
}

/** Puts one of Tailwind's properties, such as a shadow, where it is read, if each rule that reads it sets it, too. */
function inlineOwn(styles: Root) {
  styles.walkDecls(/^--tw-/, ({ prop, value, parent }) => {
    let isReadElsewhere = false;
    styles.walkRules((rule) => {
      const text = rule.toString();
      const isReadAlone = text.includes(`var(${prop})`) && !text.includes(`${prop}:`);
      isReadElsewhere ||= isReadAlone || text.includes(`var(${prop},`);
    });
    if (isReadElsewhere) return;
    parent?.walkDecls((declaration) => {
      declaration.value = declaration.value.replaceAll(`var(${prop})`, () => value);
    });
    parent?.walkDecls(prop, (declaration) => {
      declaration.remove();
    });
  });
}

/** Browsers know the shorter form since they know the longer one. */
function shortenQueries(styles: Root) {
  styles.walkAtRules('media', (query) => {
    query.params = query.params.replace(/^not all and \(width>=/, '(width<');
  });
}

/** Works out Tailwind's multiples of a length, and leaves out spaces between values. */
function settleProducts(styles: Root) {
  styles.walkDecls((declaration) => {
    declaration.value = declaration.value
      .replace(/calc\(([\d.]+)px \* (-?[\d.]+)\)/g, (_whole, length, times) =>
        `${length * times}px`.replace(/^(-?)0\./, '$1.'),
      )
      .replaceAll(', ', ',');
  });
}

/** Removes properties that Tailwind sets on every element for older browsers, which cost time, and colours that it mixes and also writes out. */
function removeDoubleRules(styles: Root) {
  styles.walkAtRules('supports', (query) => {
    if (query.params.includes('color-mix')) query.remove();
  });
  styles.walkAtRules('layer', (layer) => {
    if (layer.params === 'properties') layer.remove();
  });
}

/** Keeps `@property` for the properties that the page reads. Without it inner elements would inherit their values. */
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
 * Removes what the page in `html` cannot use. With `isWhole` no other styles follow, so it keeps those for states that need a user, and
 * the colours, which scripts read.
 */
export function pruneStyles(css: string, html: string, { isWhole = false } = {}): string {
  const elements = new Set([...html.matchAll(/<([a-z][a-z\d]*)/g)].map(([, name = '']) => name));
  elements.add('html').add('body');
  const styles = postcss.parse(css);
  styles.walkComments((comment) => {
    comment.remove();
  });
  pruneRules(styles, elements, isWhole);
  pruneDeclarations(styles, isWhole);
  removeDoubleRules(styles);
  settleVariables(styles);
  pruneProperties(styles, html);
  if (!isWhole) inlineFixed(styles, html);
  inlineOwn(styles);
  settleProducts(styles);
  shortenQueries(styles);
  keepRegistered(styles);
  removeEmpty(styles);
  return styles.toString();
}
