/** Returns the texts and elements within `root` that extend beyond it sideways, even if they are clipped. */
export function contentOutside(root: Element): string[] {
  const bounds = root.getBoundingClientRect();
  const isOutside = ({ left, right, width }: DOMRect) =>
    width > 0 && (left < bounds.left - 0.5 || right > bounds.right + 0.5);

  const outside: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // Ignores the content of a drawing and of the row of cards, because their frames clip it.
    if (node.parentElement?.closest('svg, [data-clips]')) continue;
    const range = document.createRange();
    range.selectNode(node);
    if ([...range.getClientRects()].some(isOutside)) outside.push(node.textContent ?? node.nodeName);
  }
  return outside;
}
