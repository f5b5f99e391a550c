/**
 * Stand-ins for programs that change pages in a reader's browser. Both keep to themselves, so that they can also be sent into a page.
 */

/** As Chrome's translator, but keeps the words: replaces each text by two `font` elements, now and whenever the page changes. */
export function translate(): () => void {
  const translateText = (text: Text) => {
    if (!text.data.trim() || !text.parentElement) return;
    if (text.parentElement.closest('font, head, script, style, svg, textarea, noscript, [translate="no"]')) return;
    const font = document.createElement('font');
    font.appendChild(document.createElement('font')).textContent = text.data;
    text.parentElement.replaceChild(font, text);
  };
  const translateIn = (node: Node) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    if (node instanceof Text) texts.push(node);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translateText);
  };
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      for (const node of [target, ...addedNodes]) if (node instanceof Text || node !== target) translateIn(node);
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  translateIn(document);
  return () => observer.disconnect();
}

/** As a password manager: puts an element of its own after each field. */
export function addToFields(): () => void {
  const add = () => {
    for (const field of document.querySelectorAll('input:not([type="hidden"], [type="radio"], [type="checkbox"])')) {
      if (field.nextElementSibling?.matches('[data-other-program]')) continue;
      const own = document.createElement('div');
      own.dataset.otherProgram = '';
      own.style.position = 'absolute';
      field.after(own);
    }
  };
  const observer = new MutationObserver(add);
  observer.observe(document, { childList: true, subtree: true });
  add();
  return () => observer.disconnect();
}
