import { readdir, readFile } from 'node:fs/promises';
import { ROOT } from './run-checks.ts';

export const GALLERY = `${ROOT}docs/gallery/`;
export const GALLERY_PAGE = `${ROOT}docs/gallery.md`;

const introduction = `# Gallery

Every screen on a phone and on a desktop, and those in which colours are chosen one by one by night as well. The test command takes these
pictures anew and compares them, and looks at the contrast of every screen by day and by night. After a wanted change \`npm run gallery\`
renews the pictures and this page.
`;

function titleOf(screen: string): string {
  const words = screen.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The page that shows every picture in docs/gallery. */
export async function describeGallery(): Promise<string> {
  const files = (await readdir(GALLERY)).filter((name) => name.endsWith('.png')).sort();
  const screens = [...new Set(files.map((name) => name.replace(/-(phone|desktop)-(light|dark)\.png$/, '')))];
  const pictureOf = (screen: string, device: string, scheme: string) => {
    const file = `${screen}-${device}-${scheme}.png`;
    return files.includes(file) ? `![${titleOf(screen)}, ${device}, ${scheme}](gallery/${file})` : '';
  };
  const sections = screens.map((screen) => {
    const rows = ['light', 'dark']
      .map((scheme) => ['phone', 'desktop'].map((device) => pictureOf(screen, device, scheme)))
      .filter((pictures) => pictures.some((picture) => picture !== ''));
    const table = rows.map((pictures) => `| ${pictures.join(' | ')} |`).join('\n');
    return `## ${titleOf(screen)}\n\n| phone | desktop |\n|---|---|\n${table}\n`;
  });
  return [introduction, ...sections].join('\n');
}

export async function isGalleryPageCurrent(): Promise<boolean> {
  return (await readFile(GALLERY_PAGE, 'utf8').catch(() => '')) === (await describeGallery());
}
