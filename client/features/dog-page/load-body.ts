/** Loads what a dog's page shows below its photo. */
export async function loadBody() {
  return (await import('./dog-page-body.tsx')).DogPageBody;
}

/** Loads it ahead when a pointer, a finger or the focus reaches a link to a dog's page. Returns the function that stops this. */
export function loadBodyAhead(): () => void {
  const stop = new AbortController();
  const loadOnIntent = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest('a[href^="#dog="]'))) return;
    stop.abort();
    // The page loads it again when it opens.
    loadBody().catch(() => undefined);
  };
  for (const intent of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(intent, loadOnIntent, { passive: true, signal: stop.signal });
  }
  return () => stop.abort();
}
