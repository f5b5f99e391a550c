/**
 * The colours of client/styles/tokens.css by day. A card looks the same wherever it is drawn, so it does not use the colours of the
 * page. A test compares both files.
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

export type Palette = Record<keyof typeof palette, string>;

/** The same by night, for the card by lamplight. */
export const nightPalette: Palette = {
  '--art-ink': '#2e1a10',
  '--art-tag-ink': '#3a2117',
  '--art-white': '#f3dfc3',
  '--art-cream': '#e8ca9c',
  '--art-tan': '#cd8b4b',
  '--art-chestnut': '#a2572b',
  '--art-saddle': '#594036',
  '--art-slate': '#665c66',
  '--art-pink': '#cf7f78',
  '--art-raspberry': '#b8305a',
  '--art-apricot': '#d98a45',
  '--art-butter': '#dfa84f',
  '--art-sky': '#4f8a9c',
  '--art-leaf': '#6f9457',
  '--art-wood': '#85582f',
  '--art-wall': '#4a2d1c',
  '--art-glow': '#7a4a24',
  '--art-ground-small': '#40707d',
  '--art-ground-medium': '#8d5f2c',
  '--art-ground-large': '#43592f',
  '--art-ground-giant': '#6d3443',
  '--color-paper': '#29190f',
  '--color-ink-soft': '#f3dfc8',
  '--color-raspberry': '#aa164c',
};

/** The markup of a drawing with each `var(--…)` replaced by its colour, because an image has no styles of the page. */
export function withPlainColors(markup: string, colors: Palette): string {
  const known = new Map<string, string>(Object.entries(colors));
  return markup.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
    const color = known.get(name);
    if (!color) throw new Error(`The palette of cards has no ${name}.`);
    return color;
  });
}
