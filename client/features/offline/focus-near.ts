/** Moves the focus, when what had it is gone, to the `place` in which it stood, or else to the heading of the page. */
export function focusNear(place: HTMLElement | null) {
  const target = place?.isConnected ? place : document.querySelector<HTMLElement>('#root h1');
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
