import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { build } from 'vite';
import { type DogPhoto, dogPhoto } from './dog-photos.ts';

const origin = 'http://cards.localhost';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The product's own drawing code and a page of three functions around it, as one script and its styles. */
async function bundle(): Promise<Map<string, string | Uint8Array>> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('card-studio-page.ts', import.meta.url)),
        output: { entryFileNames: 'studio.js', assetFileNames: '[name][extname]', codeSplitting: false },
      },
    },
  });
  if (!('output' in built)) throw new Error('The studio was not built in one piece.');
  return new Map(built.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]));
}

let bundled: ReturnType<typeof bundle> | undefined;

function typeOf(path: string): string {
  const types = { js: 'text/javascript', css: 'text/css', webp: 'image/webp', woff2: 'font/woff2' };
  return new Map(Object.entries(types)).get(path.split('.').at(-1) ?? '') ?? 'text/html';
}

/** Opens a page that draws cards with the product's code. Call `window.studio` in it, described in card-studio-page.ts. */
export async function openCardStudio(page: Page): Promise<void> {
  bundled ??= bundle();
  const files = await bundled;
  const styles = [...files.keys()].filter((path) => path.endsWith('.css'));
  const links = styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('');
  const html = `<!doctype html><title>Cards</title>${links}<body><script type="module" src="/studio.js"></script>`;
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const photo = /^\/(portrait|landscape|panorama|tiny)\.webp$/.exec(pathname)?.[1] as DogPhoto | undefined;
    const body = photo ? await dogPhoto(photo) : (files.get(pathname) ?? html);
    await route.fulfill({ body: Buffer.from(body), contentType: typeOf(pathname) });
  });
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => 'studio' in window);
}
