import { type ReactNode, useId, useRef } from 'react';
import { MoreIcon } from './app-icons.tsx';
import { Button, IconButton } from './button.tsx';
import { CrossIcon } from './cross-icon.tsx';
import './menu.css';

const gap = 8;

/** Lower than this, a menu needs scrolling. In pixels. */
const roomForMenu = 320;

/** Puts the menu below its button, or above it if it has more room there and too little below. It stays within the window. */
function place(menu: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect();
  const below = window.innerHeight - at.bottom;
  const isAbove = below < roomForMenu && at.top > below;
  const left = Math.max(gap, Math.min(at.right - menu.offsetWidth, window.innerWidth - menu.offsetWidth - gap));
  Object.assign(menu.style, {
    insetInlineStart: `${left}px`,
    top: isAbove ? 'auto' : `${at.bottom + gap}px`,
    bottom: isAbove ? `${window.innerHeight - at.top + gap}px` : 'auto',
    maxHeight: `${(isAbove ? at.top : below) - 2 * gap}px`,
  });
}

/**
 * A button with three dots that shows further actions, on a phone in a sheet at the foot of the window. The platform closes them on Escape and on a press elsewhere; a press on one of the
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
        className="size-12 shrink-0 px-0"
      >
        <MoreIcon />
      </Button>
      {/* biome-ignore lint/a11y: presses on the actions bubble up to here. */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="inset-auto m-0 w-80 gap-1 overflow-y-auto rounded-card border-2 border-line bg-card p-2 text-ink shadow-lift open:grid max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:max-h-[85dvh]! max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:backdrop:bg-scrim max-sm:[&_[open]>summary]:pe-11 max-sm:[&>:first-child]:pe-13 [&:has([open])>:not(:has([open]),:last-child)]:hidden"
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
        <IconButton label="Close" className="absolute inset-e-2 top-3 sm:hidden">
          <CrossIcon />
        </IconButton>
      </div>
    </>
  );
}

export const menuItemClasses =
  'flex min-h-12 w-full items-center gap-3 rounded-field px-3 text-start font-display font-bold not-disabled:hover:bg-apricot-wash disabled:text-on-dimmed';
