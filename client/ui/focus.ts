/** Moves the focus when elements appear or disappear. It does not scroll to an element that is in view. */

/** Moves the focus from a list item that is about to go to the next or previous one. Returns whether there is one. */
export function focusNeighbour(item: Element | null | undefined): boolean {
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const target = neighbour?.matches('[tabindex]') ? neighbour : neighbour?.querySelector('[tabindex]');
  if (!(target instanceof HTMLElement)) return false;
  target.focus({ preventScroll: true });
  return true;
}

/**
 * Puts the focus on `element`, or, where that is gone or none is given, on the heading of the page. Nothing scrolls. The loading
 * screen, which also has a heading, may be in the document, hidden.
 */
export function focusOrHeading(element?: HTMLElement | null) {
  const headings = [...document.querySelectorAll<HTMLElement>('main h1')];
  const target = element?.isConnected ? element : headings.find((heading) => heading.checkVisibility());
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Focuses an element that has just appeared, unless the focus is within it, and scrolls to it if it is out of view. */
export function bringIntoView(element: HTMLElement) {
  element.closest('details')?.setAttribute('open', '');
  if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
  const { top, bottom } = element.getBoundingClientRect();
  const isInSight = top >= 0 && bottom <= window.innerHeight;
  if (!isInSight) element.scrollIntoView({ block: 'nearest' });
}
