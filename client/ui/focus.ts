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
 * Puts the focus on `element`, or, where that is gone or none is given, on the heading of the dialog on top, or of the page. Nothing
 * scrolls. The loading screen, which also has a heading, may be in the document, hidden.
 */
export function focusOrHeading(element?: HTMLElement | null) {
  const onTop = [...document.querySelectorAll('dialog:modal')].at(-1);
  const headings = [...(onTop ?? document).querySelectorAll<HTMLElement>(onTop ? 'h2' : 'main h1')];
  const target = element?.isConnected ? element : headings.find((heading) => heading.checkVisibility());
  if (!target) return;
  // What the keyboard reaches by itself stays in its order.
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** The ref of an element that takes the focus as it appears, because the pressed button is gone, and the focus with it. */
export function takeFocus(element: HTMLElement | null) {
  element?.focus();
}

/** Focuses an element that has just appeared, unless the focus is within it, and scrolls to it if it is out of view. */
export function bringIntoView(element: HTMLElement) {
  for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const isInSight = top >= 0 && bottom <= window.innerHeight && left >= 0 && right <= window.innerWidth;
  if (!isInSight) element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
