/**
 * Other programs change the page as well. Chrome's translator replaces each text by two `font` elements, and extensions wrap elements in
 * their own. React keeps its own nodes, and would throw as soon as it removes one of them or puts another before it.
 */

/** The element by which a translator replaced a text. */
const standIns = new WeakMap<Node, ChildNode>();

function follow(records: readonly MutationRecord[], observer: MutationObserver) {
  for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    // A replaced text that React changed: it is shown again, and the translator finds it.
    if (!target.parentNode) standIns.get(target)?.replaceWith(target);
    const standIn = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
    if (!standIn) continue;
    for (const removed of removedNodes) {
      standIns.set(removed, standIn as ChildNode);
      observer.observe(removed, { characterData: true });
    }
  }
}

/** Lets React go on where others have changed the page. Call it before React renders what changes. */
export function bearOtherPrograms() {
  const { insertBefore, removeChild } = Node.prototype;
  const observer = new MutationObserver(follow);
  observer.observe(document, { childList: true, subtree: true });

  /** Returns what shows a node of React's that is not where React put it. Null if nothing in `parent` does. */
  const shownIn = (parent: Node, node: Node): Node | null => {
    follow(observer.takeRecords(), observer);
    const shown = node.parentNode ? node : standIns.get(node);
    return shown && parent.contains(shown) ? shown : null;
  };

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const shown = shownIn(this, child);
    shown?.parentNode && removeChild.call(shown.parentNode, shown);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    let place = before && before.parentNode !== this ? shownIn(this, before) : before;
    while (place && place.parentNode !== this) place = place.parentNode;
    return insertBefore.call(this, node, place) as T;
  };
}
