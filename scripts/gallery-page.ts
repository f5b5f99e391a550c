import { readdir, readFile } from 'node:fs/promises';
import { ROOT } from './run-checks.ts';

export const GALLERY = `${ROOT}docs/gallery/`;
export const GALLERY_PAGE = `${ROOT}docs/gallery.md`;

const introduction = `# Gallery

Each picture shows what no other shows. The photos of dogs are drawn for this project (\`tests/support/dog-photos.ts\`). \`npm test\` takes the pictures
again and compares them. After a change of a screen that was meant, \`npm run gallery\` takes them anew and writes this page: look at each that has changed.
`;

function titleOf(screen: string): string {
  const words = screen.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export async function picturesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();
}

/** Writes the page that shows every picture in docs/gallery. */
export async function describeGallery(): Promise<string> {
  const files = await picturesIn(GALLERY);
  const screens = [...new Set(files.map((name) => name.replace(/-(phone|desktop)-(light|dark)\.png$/, '')))];
  const sections = screens.map((screen) => {
    const pictures = ['phone-light', 'phone-dark', 'desktop-light', 'desktop-dark'].flatMap((look) => {
      const file = `${screen}-${look}.png`;
      return files.includes(file) ? [`![${look.replace('-', ', ')}](gallery/${file})`] : [];
    });
    return `## ${titleOf(screen)}\n\n${pictures.join('\n')}\n`;
  });
  return [introduction, ...sections].join('\n');
}

export async function isGalleryPageCurrent(): Promise<boolean> {
  return (await readFile(GALLERY_PAGE, 'utf8').catch(() => '')) === (await describeGallery());
}
