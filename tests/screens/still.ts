import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { untilTypefaceLaidOut } from '../support/typeface.ts';

const require = createRequire(import.meta.url);

/** Reading text is set in the device's own face, which is another on each machine: for the pictures one is brought along. */
const readingFaces = [400, 600, 700].flatMap((weight) =>
  ['latin', 'latin-ext'].map((subset) => ({
    weight: String(weight),
    // As the package declares them: the second file only where the first has no sign for it.
    unicodeRange: subset === 'latin' ? 'U+0-FF, U+131, U+2000-206F, U+20AC, U+2122, U+2212' : 'U+100-2BA, U+1E00-1EFF',
    data: readFileSync(require.resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff2`)).toString(
      'base64',
    ),
  })),
);

/** From this time on, in milliseconds, a timer is one that takes a message away again. */
const messageStay = 4_000;

/** Sets everything that would differ between two machines: the faces of the text, and the moment. */
export async function makeStill(page: Page, today: string): Promise<void> {
  await page.clock.setFixedTime(new Date(`${today}T12:00:00`));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript((faces) => {
    const bytesOf = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    for (const { weight, unicodeRange, data } of faces) {
      const face = new FontFace('Reading', bytesOf(data), { weight, unicodeRange });
      document.fonts.add(face);
      void face.load();
    }
    const dress = () => document.documentElement.style.setProperty('--font-sans', 'Reading');
    if (document.documentElement) dress();
    else document.addEventListener('DOMContentLoaded', dress);
  }, readingFaces);
  // A picture of a whole page shows what is drawn only when it comes into sight.
  await page.addInitScript(() => {
    const everything = new CSSStyleSheet();
    // Under reduced motion each change still is a transition, though a short one, and what moves is drawn between pixels.
    // Confetti is over at once.
    // A dialog of an odd height would begin at half a pixel, and all in it be drawn now on the one, now on the other.
    // The first styles of the landing page name the face of the text where it is read.
    everything.replaceSync(`
      body, .size-dogs legend { font-family: Reading; }
      * { content-visibility: visible !important; transition: none !important; }
      [data-confetti] { animation-duration: 1ms !important; }
      dialog { animation: none !important; }
      dialog:not(:has(.story)) { height: calc-size(fit-content, round(up, size, 2px)) !important; }
    `);
    document.adoptedStyleSheets.push(everything);
  });
  // A message stays until its picture is taken, however long that takes.
  await page.addInitScript((stay) => {
    const setTimer = window.setTimeout.bind(window);
    const setPatientTimer = (task: TimerHandler, delay?: number, ...rest: unknown[]) =>
      setTimer(delay !== undefined && delay >= stay ? () => undefined : task, delay, ...rest);
    Object.assign(window, { setTimeout: setPatientTimer });
  }, messageStay);
}

/** Waits until the page shows what it is going to show: its faces, every picture that is on it, and cards in each style. */
export async function untilSettled(page: Page): Promise<void> {
  await untilTypefaceLaidOut(page);
  // The styles beside the chosen one are painted after it.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('.card-slide canvas')].every((card) => {
      const middle = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      middle?.drawImage(card, card.width / 2, card.height / 2, 1, 1, 0, 0, 1, 1);
      return middle?.getImageData(0, 0, 1, 1).data[3] !== 0;
    }),
  );
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
    // A window that has just become another one is laid out in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
