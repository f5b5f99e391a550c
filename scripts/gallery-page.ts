import { readdir, readFile } from 'node:fs/promises';
import { ROOT } from './run-checks.ts';

export const GALLERY = `${ROOT}docs/gallery/`;
export const GALLERY_PAGE = `${ROOT}docs/gallery.md`;

const introduction = `# Gallery

Every screen on a phone and on a desktop, by day and by night. The test command takes these pictures anew and compares them; after
a wanted change \`npm run gallery\` renews them and this page.
`;

function titleOf(screen: string): string {
  const words = screen.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function rowOf(screen: string, device: string): string {
  const picture = (scheme: string) =>
    `![${titleOf(screen)}, ${device}, ${scheme}](gallery/${screen}-${device}-${scheme}.png)`;
  return `| ${picture('light')} | ${picture('dark')} |`;
}

/** The page that shows every picture in docs/gallery. */
export async function describeGallery(): Promise<string> {
  const files = (await readdir(GALLERY)).filter((name) => name.endsWith('.png')).sort();
  const screens = [...new Set(files.map((name) => name.replace(/-(phone|desktop)-(light|dark)\.png$/, '')))];
  const sections = screens.map((screen) => {
    const rows = ['phone', 'desktop'].filter((device) => files.includes(`${screen}-${device}-light.png`));
    return `## ${titleOf(screen)}\n\n| day | night |\n|---|---|\n${rows.map((device) => rowOf(screen, device)).join('\n')}\n`;
  });
  return [introduction, ...sections].join('\n');
}

export async function isGalleryPageCurrent(): Promise<boolean> {
  return (await readFile(GALLERY_PAGE, 'utf8').catch(() => '')) === (await describeGallery());
}
