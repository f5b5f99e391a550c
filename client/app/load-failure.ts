import { tabStorage } from '../backend/web-storage.ts';

/** What to do about code that did not arrive: the network went away, or a new build has taken its place. */

const reloadedKey = 'wagday-reloaded';

/** A second failure within this time, in milliseconds, is not cured by a third page. */
const reloadPatience = 60_000;

/** Whether the server answers; then it has the code no more, because a new build came meanwhile. */
export async function isServerThere(): Promise<boolean> {
  try {
    const { ok } = await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' });
    return ok;
  } catch {
    return false;
  }
}

/** Whether an error is that of an `import()` whose file did not come, in the words of the three engines. */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error && /dynamically imported module|importing a module script|preload css/i.test(error.message)
  );
}

/** Loads the page again, unless that was tried a moment ago. */
export function reloadOnce() {
  if (Date.now() - Number(tabStorage.read(reloadedKey)) < reloadPatience) return;
  // Where nothing is kept nobody could tell the second time from the first.
  if (tabStorage.keep(reloadedKey, Date.now())) window.location.reload();
}
