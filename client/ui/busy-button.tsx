import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { focusOrHeading } from './focus.ts';

/**
 * A button of what takes a while, or still misses something. While it is busy it says so, also to screen readers. Browsers take the focus
 * away from what is disabled or removed, so it keeps the focus while it can do nothing, and hands it on when it goes.
 * @param busyText replaces the words on the button while it is busy; without it they stay
 */
export function BusyButton({
  isBusy,
  busyText,
  disabled = false,
  className,
  children,
  onClick,
  ...rest
}: ComponentProps<typeof Button> & { isBusy: boolean; busyText?: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const isOff = isBusy || disabled;

  useLayoutEffect(() => {
    const { current: element } = button;
    return () => {
      if (document.activeElement !== element) return;
      const around = element?.closest<HTMLElement>('ul, section');
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusOrHeading(around);
      });
    };
  }, []);

  return (
    <>
      <Button
        {...rest}
        ref={button}
        disabled={isOff && !hasFocus}
        aria-disabled={(isOff && hasFocus) || undefined}
        className={classNames('aria-disabled:cursor-not-allowed', className)}
        onFocus={() => setHasFocus(true)}
        // The focus stays when the window loses it.
        onBlur={({ currentTarget }) => setHasFocus(document.activeElement === currentTarget)}
        onClick={(event) => {
          if (isOff) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {isBusy && busyText ? busyText : children}
      </Button>
      {/* Without a margin it stays within the row of the button. */}
      <span role="status" className="sr-only m-0!">
        {isBusy && (busyText ?? 'Please wait...')}
      </span>
    </>
  );
}
