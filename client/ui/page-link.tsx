import { type ComponentProps, createContext, type MouseEvent, use } from 'react';

/**
 * How the app goes to another of its pages. Where there is no app around, on the landing page, a link is what it always was: it
 * opens a document, and no router weighs on a visitor.
 */
export const NavigationContext = createContext<((to: string) => void) | null>(null);

/** Whether a click means the link itself, and not a tab or a file of its own. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** A link to another page of Wagday; what its click does is decided here alone. */
export function PageLink({ href, ...rest }: Omit<ComponentProps<'a'>, 'onClick'> & { href: string }) {
  const navigate = use(NavigationContext);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (!navigate || !isPlain(event)) return;
        event.preventDefault();
        navigate(href);
      }}
    />
  );
}
