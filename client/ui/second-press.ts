/**
 * Lets the second press of a double one do nothing where it lands, not even move the focus, because what was pressed first has gone
 * from there. Holds until the next single press.
 */
export function ignoreSecondPress() {
  const over = new AbortController();
  const ignore = (event: MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.type === 'mousedown') over.abort();
  };
  for (const type of ['mousedown', 'click'] as const) {
    window.addEventListener(type, ignore, { capture: true, signal: over.signal });
  }
}
