import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { NavigationContext, PageLink } from './page-link.tsx';

/** Clicks a link and returns whether the browser would have opened it. The test keeps it from doing so. */
function isLeftToBrowser(link: Element, options: MouseEventInit = {}): boolean {
  let isLeft = false;
  const look = (event: Event) => {
    isLeft = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', look, { once: true });
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...options }));
  return isLeft;
}

test('Without an app around it, a link opens a document.', async () => {
  const screen = await render(<PageLink href="/auth">Sign In</PageLink>);
  expect(isLeftToBrowser(screen.getByRole('link', { name: 'Sign In' }).element())).toBe(true);
});

test('Within the app a link goes to another page of it.', async () => {
  const navigate = vi.fn();
  const screen = await render(
    <NavigationContext value={navigate}>
      <PageLink href="/auth">Sign In</PageLink>
    </NavigationContext>,
  );
  expect(isLeftToBrowser(screen.getByRole('link').element())).toBe(false);
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/auth');
});

test.for([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'A click that wants a tab or a file of its own stays the browser’s: %o',
  async (options) => {
    const navigate = vi.fn();
    const screen = await render(
      <NavigationContext value={navigate}>
        <PageLink href="/auth">Sign In</PageLink>
      </NavigationContext>,
    );
    expect(isLeftToBrowser(screen.getByRole('link').element(), options)).toBe(true);
    expect(navigate).not.toHaveBeenCalled();
  },
);
