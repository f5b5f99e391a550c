/**
 * The day's colours of client/styles/tokens.css. A card is a picture that travels: it is drawn by day even where its
 * owner reads by lamplight, so it cannot ask the page. A test holds both together.
 */
export const palette = {
  '--art-ink': '#3a2117',
  '--art-tag-ink': '#3a2117',
  '--art-white': '#fffaf0',
  '--art-cream': '#ffe9c4',
  '--art-tan': '#e2a05c',
  '--art-chestnut': '#b3612f',
  '--art-saddle': '#5b4237',
  '--art-slate': '#6c6670',
  '--art-pink': '#f4a3a5',
  '--art-raspberry': '#d62f63',
  '--art-apricot': '#ffb26b',
  '--art-butter': '#ffd76a',
  '--art-sky': '#8fcbe0',
  '--art-leaf': '#a5cf87',
  '--art-wood': '#d9a673',
  '--art-wall': '#ffe7c2',
  '--art-glow': '#fff3d9',
  '--art-ground-small': '#bfe2ee',
  '--art-ground-medium': '#ffd3a3',
  '--art-ground-large': '#d3e8bd',
  '--art-ground-giant': '#f9c9d1',
  '--color-paper': '#fff6e5',
  '--color-ink-soft': '#5f4234',
  '--color-raspberry': '#a00e42',
} as const;

type ColorName = keyof typeof palette;

function isColorName(name: string): name is ColorName {
  return Object.hasOwn(palette, name);
}

/** The markup of a drawing with each `var(--…)` replaced by its colour. An image stands alone: no page lends it a style. */
export function withPlainColors(markup: string): string {
  return markup.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
    if (!isColorName(name)) throw new Error(`The palette of cards has no ${name}.`);
    return palette[name];
  });
}
