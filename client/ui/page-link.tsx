import { type ComponentProps, createContext, type MouseEvent, use } from 'react';

/** The app's function for going to another page. The landing page has none: its links open documents, and it needs no router. */
export const NavigationContext = createContext<((to: string) => void) | null>(null);

/** Whether a click follows the link in this tab, and does not open a tab or download a file. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

type PageLinkProps = Omit<ComponentProps<'a'>, 'onClick'> & { href: string; onFollow?: () => void };

/** A link to another page of the app. `onFollow` is called before it leaves this one. */
export function PageLink({ href, onFollow, ...rest }: PageLinkProps) {
  const navigate = use(NavigationContext);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onFollow?.();
        if (!navigate || !isPlain(event)) return;
        event.preventDefault();
        navigate(href);
      }}
    />
  );
}
