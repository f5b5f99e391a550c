/**
 * The light colours of client/styles/tokens.css. A shared card is always light, so it does not use the colours of the page. A
 * test compares both files.
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

const colors = new Map<string, string>(Object.entries(palette));

/** The markup of a drawing with each `var(--…)` replaced by its colour, because an image has no styles of the page. */
export function withPlainColors(markup: string): string {
  return markup.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
    const color = colors.get(name);
    if (!color) throw new Error(`The palette of cards has no ${name}.`);
    return color;
  });
}
