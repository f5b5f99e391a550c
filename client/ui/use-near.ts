/** What is far from the window costs nothing: of a long list only the items near the window are rendered in full, the others as their name. */
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Longer lists are long. */
const shortList = 24;
/** So many items at the top of a long list are always rendered in full, so that it begins without gaps. */
const firstItems = 8;

export function isAlwaysNear(index: number, count: number): boolean {
  return count <= shortList || index < firstItems;
}

/** Returns the list, at first without the items that follow the first: they come once those are shown. */
export function useFirstItemsFirst<Item>(list: readonly Item[]): readonly Item[] {
  const isUp = useDeferredValue(true, false);
  return isUp ? list : list.slice(0, shortList);
}

const items = new Map<Element, (isNear: boolean, height: number) => void>();

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting, boundingClientRect } of entries)
      items.get(target)?.(isIntersecting, boundingClientRect.height);
  },
  // Half a window further, above and below, and the same in what scrolls within a dialog. Chromium adds both up for the page.
  { root: document, rootMargin: '50%', scrollMargin: '50%' },
);

// Paper has it all, but what is hidden with its page is not printed.
window.addEventListener('beforeprint', () => {
  flushSync(() => {
    for (const [item, tell] of items) if (item.getClientRects().length > 0) tell(true, 0);
  });
});
window.addEventListener('afterprint', () => {
  for (const item of items.keys()) {
    observer.unobserve(item);
    observer.observe(item);
  }
});

/** What must not go: the focus, and what the reader has unfolded. */
const inUse = ':focus-within, :has([open], [aria-expanded="true"])';

/**
 * Returns whether an item of a list is rendered in full, and the ref and style of its element, which keeps its height.
 * @param estimate the height of an item that was not near yet
 */
export function useNear(isAlways: boolean, estimate: string) {
  const ref = useRef<HTMLLIElement>(null);
  /** Null while it is near. */
  const [farHeight, setFarHeight] = useState<string | null>(estimate);

  useLayoutEffect(() => {
    const item = ref.current;
    if (isAlways || !item) return;
    items.set(item, (isNear, height) => {
      if (isNear) setFarHeight(null);
      // Without height the whole list is hidden, and stays as it is.
      else if (height > 0 && !item.matches(inUse)) setFarHeight((known) => known ?? `${height}px`);
    });
    observer.observe(item);
    return () => {
      items.delete(item);
      observer.unobserve(item);
    };
  }, [isAlways]);

  const isNear = isAlways || farHeight === null;
  return {
    isNear,
    item: { ref, style: isNear ? undefined : ({ blockSize: farHeight, contentVisibility: 'auto' } as const) },
  };
}
