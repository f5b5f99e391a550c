let followers = 0;
let stop: AbortController | undefined;

/** How many pixels at the foot of the window the keyboard of the screen covers. A zoomed page is cut on all sides, by no keyboard. */
function coveredHeight({ height, offsetTop, scale }: VisualViewport): number {
  return scale > 1.01 ? 0 : Math.max(0, Math.round(window.innerHeight - height - offsetTop));
}

/** By how many pixels the keyboard has moved the page up: what is fixed at the head of the window is out of sight by as much. */
function pannedHeight({ offsetTop, scale }: VisualViewport): number {
  return scale > 1.01 ? 0 : Math.round(offsetTop);
}

/**
 * Keeps the height of the screen's keyboard in the custom property `--keyboard`, and how far it has moved the page in `--panned`, until
 * the returned function is called. Dialogs stay above it, and toasts in sight. Some browsers make the window smaller instead; there
 * both stay 0.
 */
export function followKeyboard(): () => void {
  const { visualViewport: viewport } = window;
  if (!viewport) return () => undefined;
  followers += 1;
  if (!stop) {
    stop = new AbortController();
    const update = () => {
      const { style } = document.documentElement;
      style.setProperty('--keyboard', `${coveredHeight(viewport)}px`);
      style.setProperty('--panned', `${pannedHeight(viewport)}px`);
    };
    for (const change of ['resize', 'scroll']) viewport.addEventListener(change, update, { signal: stop.signal });
    update();
  }
  return () => {
    followers -= 1;
    if (followers > 0) return;
    stop?.abort();
    stop = undefined;
    for (const name of ['--keyboard', '--panned']) document.documentElement.style.removeProperty(name);
  };
}
