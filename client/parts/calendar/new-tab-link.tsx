import { buttonClasses } from '../../ui/button.tsx';

/** A link to a calendar service, which opens in a new tab. */
export function NewTabLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${children} (opens a new tab)`}
      className={buttonClasses('secondary')}
    >
      {children}
    </a>
  );
}
