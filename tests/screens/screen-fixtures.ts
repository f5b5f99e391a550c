import type { Locator, Page } from '@playwright/test';
import { findViolations, smallTargets } from '../e2e/axe.ts';
import { test as base, expect, openPack, restPointer, today } from '../e2e/fixtures.ts';
import type { SeedOwner } from '../support/seed-pack.ts';
import { makeStill, untilSettled } from './still.ts';

/** The window, the whole page, the whole open dialog in its window, or one part of the page. */
type Extent = 'window' | 'page' | 'dialog' | Locator;

type Pictures = {
  /**
   * Compares the screen with its kept pictures, and looks for small targets. On a phone axe looks at it by day and by night, whether a
   * picture is kept or not.
   */
  compare: (screen: string, extent?: Extent) => Promise<void>;
  /** Compares one still frame of what moves, so many milliseconds after it has begun. Call `holdMotion` before it begins. */
  compareFrame: (screen: string, milliseconds: number) => Promise<void>;
  /** Lets things move, and holds every animation at its beginning. */
  holdMotion: () => Promise<void>;
  /** Opens the page where an owner with the given pack is signed in; answers with the e-mail address. */
  openPack: (pack?: Pick<SeedOwner, 'dogs' | 'parties' | 'portraits'>) => Promise<string>;
};

type Kept = 'phone' | 'desktop' | 'night';

/**
 * The pictures that are kept: of each screen those that show what no other picture shows. A desktop is kept where it is laid out in another
 * way, and the night, which a phone shows, where colours are chosen one by one.
 */
const kept: Record<string, readonly Kept[]> = {
  landing: ['phone', 'desktop', 'night'],
  report: ['phone', 'desktop'],
  reveal: ['phone'],
  'sign-in': ['phone'],
  pack: ['phone', 'desktop'],
  'pack-many': ['desktop'],
  'pack-offline': ['phone'],
  'pack-parties': ['phone', 'desktop'],
  'dog-page': ['phone', 'desktop', 'night'],
  'dog-form-new': ['phone'],
  conflict: ['phone'],
  story: ['phone'],
  birthday: ['phone', 'desktop', 'night'],
  'card-page': ['desktop'],
  'party-form': ['phone', 'desktop'],
  invitation: ['phone', 'desktop'],
  guests: ['phone', 'desktop'],
  'guest-page': ['phone', 'desktop', 'night'],
  'guest-page-answered': ['phone'],
  'guest-page-called-off': ['phone'],
  you: ['phone', 'desktop'],
};

/** `npm run gallery` only takes pictures; the tests look at the screens as well. */
const takesPicturesAlone = process.env.WAGDAY_GALLERY !== undefined;

/** Makes the window as high as the open dialog, so that nothing of it is scrolled away; behind it is the top of the page. */
async function showWholeDialog(page: Page) {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const viewport = page.viewportSize();
  const height = await page
    .getByRole('dialog')
    .last()
    .evaluate((dialog) => {
      const content = dialog.querySelector('[data-dialog-content]') ?? dialog;
      const whole = dialog.scrollHeight + content.scrollHeight - content.clientHeight;
      return 2 * Math.ceil(whole / 2) + 60;
    });
  if (viewport && height > viewport.height) await page.setViewportSize({ ...viewport, height });
}

export const test = base.extend<Pictures>({
  page: async ({ page }, use) => {
    await makeStill(page, today);
    await use(page);
  },
  openPack: async ({ page }, use, testInfo) => {
    await use(async (pack) => {
      const slug = testInfo.title
        .toLowerCase()
        .replace(/[^a-z]+/g, '-')
        .slice(0, 40);
      const email = `robin.${slug}@pictures-${testInfo.project.name}.example.com`;
      await openPack(page, { email, name: 'Robin', ...pack });
      return email;
    });
  },
  compare: async ({ page }, use, testInfo) => {
    const device = testInfo.project.name;
    await use(async (screen, extent = 'window') => {
      const keeps = (kind: string) => kept[screen]?.some((one) => one === kind) ?? false;
      // A desktop lays out the same elements in the same colours, which axe has seen on the phone.
      if (!keeps(device) && (device === 'desktop' || (takesPicturesAlone && !keeps('night')))) return;
      // After a press the pointer is on something, which looks raised or in another colour.
      await restPointer(page);
      const viewport = page.viewportSize();
      const look = async (colorScheme: 'light' | 'dark') => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await untilSettled(page);
        // By night only the colours are others.
        if (takesPicturesAlone || device === 'desktop') return;
        expect.soft(await findViolations(page, { coloursAlone: colorScheme === 'dark' })).toEqual([]);
      };
      const picture = async (colorScheme: 'light' | 'dark') => {
        const name = `${screen}-${device}-${colorScheme}.png`;
        if (typeof extent === 'object') await expect.soft(extent).toHaveScreenshot(name);
        else await expect.soft(page).toHaveScreenshot(name, { fullPage: extent === 'page' });
      };
      if (extent === 'dialog') await showWholeDialog(page);
      // A picture of a whole page has its bar where the window ends, so it would show how far a press has scrolled.
      if (extent === 'page') await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      await look('light');
      expect.soft(await smallTargets(page)).toEqual([]);
      if (keeps(device)) await picture('light');
      const isKeptByNight = device === 'phone' && keeps('night');
      if (isKeptByNight || (!takesPicturesAlone && device === 'phone')) await look('dark');
      if (isKeptByNight) await picture('dark');
      if (extent === 'dialog' && viewport) await page.setViewportSize(viewport);
    });
  },
  holdMotion: async ({ page }, use) => {
    await use(async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.evaluate(() => {
        const held = new CSSStyleSheet();
        held.replaceSync(
          '*, ::before, ::after { animation-play-state: paused !important; scroll-behavior: auto !important; }',
        );
        document.adoptedStyleSheets.push(held);
      });
    });
  },
  compareFrame: async ({ page }, use, testInfo) => {
    const device = testInfo.project.name;
    await use(async (screen, milliseconds) => {
      await untilSettled(page);
      await page.evaluate(async (time) => {
        for (const animation of document.getAnimations()) animation.currentTime = time;
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      }, milliseconds);
      // Comparing would end what moves otherwise.
      await expect.soft(page).toHaveScreenshot(`${screen}-${device}-light.png`, { animations: 'allow' });
    });
  },
});

export { expect };
