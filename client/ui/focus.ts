/** Where the focus goes when what had it comes or goes. Nothing scrolls that is in sight already. */

/** Moves the focus from a list item that is about to go to the next one, or to the one before it. Answers whether there is one. */
export function focusNeighbour(item: Element | null | undefined): boolean {
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const target = neighbour?.matches('[tabindex]') ? neighbour : neighbour?.querySelector('[tabindex]');
  if (!(target instanceof HTMLElement)) return false;
  target.focus({ preventScroll: true });
  return true;
}

/**
 * Puts the focus on `element`, or, where that is gone or none is given, on the heading of the page. Nothing scrolls. The loading
 * screen, which has a heading too, may stand hidden beside the page.
 */
export function focusOrHeading(element?: HTMLElement | null) {
  const headings = [...document.querySelectorAll<HTMLElement>('main h1')];
  const target = element?.isConnected ? element : headings.find((heading) => heading.checkVisibility());
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Puts the focus on something that has just come, unless it is within already, and scrolls there if it is out of sight. */
export function bringIntoView(element: HTMLElement) {
  element.closest('details')?.setAttribute('open', '');
  if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
  const { top, bottom } = element.getBoundingClientRect();
  const isInSight = top >= 0 && bottom <= window.innerHeight;
  if (!isInSight) element.scrollIntoView({ block: 'nearest' });
}
