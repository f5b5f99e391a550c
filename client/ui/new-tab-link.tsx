import type { ComponentProps, ReactNode } from 'react';
import { buttonClasses } from './button.tsx';

/** The classes of a link or button with a line below its name. */
export const lineItemClasses =
  'grid min-h-12 content-center rounded-field px-3 py-1.5 text-start font-display font-bold hover:bg-apricot-wash';

export function ItemLine({ children }: { children: string }) {
  return <span className="font-sans text-sm font-normal text-ink-soft">{children}</span>;
}

type NewTabLinkProps = Pick<ComponentProps<'a'>, 'className' | 'onClick'> & {
  href: string;
  icon?: ReactNode;
  children: string;
};

/** A link to another site. It opens in a new tab, which is told nothing of this page. Without a class it looks like a button. */
export function NewTabLink({ href, icon, className = buttonClasses('secondary'), children, ...rest }: NewTabLinkProps) {
  return (
    <a
      {...rest}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${children} (opens a new tab)`}
      className={className}
    >
      {icon}
      {children}
    </a>
  );
}
