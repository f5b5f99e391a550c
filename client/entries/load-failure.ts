import { tabStorage } from '../data/drafts/web-storage.ts';

/** Handles code that did not arrive, because the network failed or a new build has replaced it. */

const reloadedKey = 'wagday-reloaded';

/** Does not reload the page again within this time, in milliseconds, because that would not help. */
const reloadPause = 60_000;

/** Returns whether the server answers. If it does, a new build has replaced the missing code. */
export async function isServerThere(): Promise<boolean> {
  try {
    const { ok } = await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' });
    return ok;
  } catch {
    return false;
  }
}

/** Returns whether an `import()` failed to load its file, by the error messages of the three engines. */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error && /dynamically imported module|importing a module script|preload css/i.test(error.message)
  );
}

export function reloadOnce() {
  if (Date.now() - Number(tabStorage.read(reloadedKey)) < reloadPause) return;
  // Without storage it cannot tell a second reload from the first, so it does not reload.
  if (tabStorage.keep(reloadedKey, Date.now())) window.location.reload();
}

/** Lets a part of the page do without its styles if only these did not arrive. Vite would give up the whole part. */
export function doWithoutLostStyles(event: VitePreloadErrorEvent) {
  if (/preload css/i.test(event.payload.message)) event.preventDefault();
}
