import { type ReactNode, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { MoreIcon } from './icons.tsx';

const gap = 8;

/** Puts the menu at its button: above it if there is more room, and within the window. */
function place(menu: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect();
  const isAbove = at.top > window.innerHeight - at.bottom;
  const left = Math.max(gap, Math.min(at.right - menu.offsetWidth, window.innerWidth - menu.offsetWidth - gap));
  Object.assign(menu.style, {
    insetInlineStart: `${left}px`,
    top: isAbove ? 'auto' : `${at.bottom + gap}px`,
    bottom: isAbove ? `${window.innerHeight - at.top + gap}px` : 'auto',
    maxHeight: `${(isAbove ? at.top : window.innerHeight - at.bottom) - 2 * gap}px`,
  });
}

/**
 * A button with three dots that shows further actions. The platform closes them on Escape and on a press elsewhere; a press on one of the
 * actions closes them, too, unless it is inside an element with `data-keeps-menu`. An open fold hides the other actions.
 * @param label what the button is called by screen readers
 */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        aria-label={label}
        title={label}
        popoverTarget={id}
        className="size-12 px-0"
      >
        <MoreIcon />
      </Button>
      {/* biome-ignore lint/a11y: presses on the actions bubble up to here. */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="inset-auto m-0 w-80 max-w-[calc(100%-1rem)] gap-1 max-sm:w-full overflow-y-auto rounded-card border-2 border-line bg-card p-2 text-ink shadow-lift open:grid [&:has([open])>:not(:has([open]))]:hidden"
        onToggle={({ newState }) => {
          if (newState !== 'open') menu.current?.querySelector('details')?.removeAttribute('open');
          if (newState !== 'open' || !menu.current || !button.current) return;
          place(menu.current, button.current);
          menu.current.querySelector<HTMLElement>('a, button, summary')?.focus();
        }}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a, button') && !target.closest('[data-keeps-menu]'))
            menu.current?.hidePopover();
        }}
      >
        {children}
      </div>
    </>
  );
}

/** The classes of an action in a menu. */
export const menuItemClasses =
  'flex min-h-12 w-full items-center gap-3 rounded-field px-3 text-start font-display font-bold hover:bg-apricot-wash';
