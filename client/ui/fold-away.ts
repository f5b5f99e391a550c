const timing = { duration: 200, easing: 'ease-out' };

/**
 * Lets an item of a list fold away when it is removed, and what is after it close up. Call it before the removal. What then takes the
 * list's place comes once it is folded. Without motion nothing of that is seen.
 */
export function foldAway(item: HTMLElement) {
  const list = item.parentElement;
  const page = list?.parentElement;
  if (!list || !page || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { top, left, width, height } = item.getBoundingClientRect();
  const start = { top: `${top + window.scrollY}px`, left: `${left + window.scrollX}px` };
  const places = new Map([...list.children, ...page.children].map((part) => [part, part.getBoundingClientRect()]));
  const observer = new MutationObserver((changes) => {
    if (item.isConnected) return;
    observer.disconnect();
    for (const [part, before] of places) {
      const now = part.getBoundingClientRect();
      const [x, y] = [before.left - now.left, before.top - now.top];
      const isSeen = before.top < window.innerHeight || now.top < window.innerHeight;
      // The list itself stays where it is, and what is in it moves.
      if (part.isConnected && part !== list && isSeen && (x !== 0 || y !== 0))
        part.animate([{ transform: `translate(${x}px, ${y}px)` }, {}], timing);
    }
    for (const part of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (part instanceof Element && !places.has(part))
        part.animate([{ opacity: 0 }, { opacity: 0, offset: 0.5 }, {}], { duration: 2 * timing.duration });
    // React is done with the item. It is seen once more, and is nothing else any more.
    for (const part of item.querySelectorAll('[id]')) part.removeAttribute('id');
    item.inert = true;
    item.ariaHidden = 'true';
    const size = { width: `${width}px`, height: `${height}px` };
    Object.assign(item.style, start, size, { position: 'absolute', overflow: 'clip', listStyle: 'none' });
    document.body.append(item);
    item.animate([{}, { height: '0', opacity: '0' }], timing).onfinish = () => item.remove();
  });
  observer.observe(page, { childList: true, subtree: true });
}
