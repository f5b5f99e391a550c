let followers = 0;
let stop: AbortController | undefined;

/** How many pixels at the foot of the window the keyboard of the screen covers. A zoomed page is cut on all sides, by no keyboard. */
function coveredHeight({ height, offsetTop, scale }: VisualViewport): number {
  return scale > 1.01 ? 0 : Math.max(0, Math.round(window.innerHeight - height - offsetTop));
}

/**
 * Keeps the height of the screen's keyboard in the custom property `--keyboard`, until the returned function is called. Toasts and
 * dialogs stay above it. Some browsers make the window smaller instead; there it stays 0.
 */
export function followKeyboard(): () => void {
  const { visualViewport: viewport } = window;
  if (!viewport) return () => undefined;
  followers += 1;
  if (!stop) {
    stop = new AbortController();
    const update = () => document.documentElement.style.setProperty('--keyboard', `${coveredHeight(viewport)}px`);
    for (const change of ['resize', 'scroll']) viewport.addEventListener(change, update, { signal: stop.signal });
    update();
  }
  return () => {
    followers -= 1;
    if (followers > 0) return;
    stop?.abort();
    stop = undefined;
    document.documentElement.style.removeProperty('--keyboard');
  };
}
