import type { ComponentProps, ReactNode } from 'react';
import { buttonClasses } from './button.tsx';

/** A link to another site. It opens in a new tab, which is told nothing of this page. Without a class it looks like a button. */
export function NewTabLink({
  href,
  icon,
  className = buttonClasses('secondary'),
  children,
  ...rest
}: Pick<ComponentProps<'a'>, 'className' | 'onClick'> & { href: string; icon?: ReactNode; children: string }) {
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
