/**
 * The colours of client/styles/tokens.css by day and by night. A card looks the same wherever it is drawn, so it does not use the colours
 * of the page. A test compares both files.
 */
const colors = {
  '--art-ink': ['#3a2117', '#2e1a10'],
  '--art-tag-ink': ['#3a2117', '#3a2117'],
  '--art-white': ['#fffaf0', '#f3dfc3'],
  '--art-cream': ['#ffe9c4', '#e8ca9c'],
  '--art-tan': ['#e2a05c', '#cd8b4b'],
  '--art-chestnut': ['#b3612f', '#a2572b'],
  '--art-saddle': ['#5b4237', '#594036'],
  '--art-slate': ['#6c6670', '#665c66'],
  '--art-pink': ['#f4a3a5', '#cf7f78'],
  '--art-raspberry': ['#d62f63', '#b8305a'],
  '--art-apricot': ['#ffb26b', '#d98a45'],
  '--art-butter': ['#ffd76a', '#dfa84f'],
  '--art-sky': ['#8fcbe0', '#4f8a9c'],
  '--art-leaf': ['#a5cf87', '#6f9457'],
  '--art-wood': ['#d9a673', '#ab7642'],
  '--art-wall': ['#ffe7c2', '#4a2d1c'],
  '--art-glow': ['#fff3d9', '#7a4a24'],
  '--art-ground-small': ['#bfe2ee', '#40707d'],
  '--art-ground-medium': ['#ffd3a3', '#8d5f2c'],
  '--art-ground-large': ['#d3e8bd', '#56703c'],
  '--art-ground-giant': ['#f9c9d1', '#8a4659'],
  '--color-paper': ['#fff6e5', '#1e1215'],
  '--color-on-lamp': ['#3a2117', '#29190f'],
  '--color-ink': ['#3a2117', '#ffedd6'],
  '--color-ink-soft': ['#5f4234', '#f3dfc8'],
  '--color-raspberry': ['#a00e42', '#e8b04e'],
} as const;

export type Palette = Record<keyof typeof colors, string>;

function paletteOf(time: 0 | 1): Palette {
  return Object.fromEntries(Object.entries(colors).map(([name, both]) => [name, both[time]])) as Palette;
}

export const palette = paletteOf(0);

export const nightPalette = paletteOf(1);

/** The markup of a drawing with each `var(--…)` replaced by its colour, because an image has no styles of the page. */
export function withPlainColors(markup: string, colors: Palette): string {
  const known = new Map<string, string>(Object.entries(colors));
  return markup.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
    const color = known.get(name);
    if (!color) throw new Error(`The palette of cards has no ${name}.`);
    return color;
  });
}
