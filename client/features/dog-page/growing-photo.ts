import { flushSync } from 'react-dom';
import './growing-photo.css';

/**
 * Follows the link of a dog's card with its photo growing into that of the page, or else leaves the press to the browser. The way back has no
 * transition, so that it restores the scroll position as everywhere.
 */
export function growPhoto(press: MouseEvent, link: HTMLAnchorElement | null, navigate: (to: string) => void) {
  let photo = link?.closest('article')?.querySelector<HTMLElement>('[data-grows]');
  const isStill = !('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isPlain = press.button === 0 && !press.metaKey && !press.ctrlKey && !press.shiftKey && !press.altKey;
  if (!link || !photo || isStill || !isPlain) return;
  const mark = (value: 'now' | '') => void (photo && Object.assign(photo.dataset, { grows: value }));
  press.preventDefault();
  mark('now');
  const transition = document.startViewTransition(() => {
    mark('');
    flushSync(() => navigate(link.hash));
    photo = document.querySelector<HTMLElement>('[data-sheet] [data-grows]');
    mark('now');
  });
  // It is skipped in a window that is not seen.
  transition.ready.catch(() => undefined);
  void transition.finished.finally(() => mark(''));
}
