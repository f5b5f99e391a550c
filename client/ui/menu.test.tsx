import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Disclosure } from './disclosure.tsx';
import { Menu } from './menu.tsx';

/** A fold among the actions of a menu. */
const calendars = (
  <div data-keeps-menu="">
    <Disclosure title="Add to Calendar" className="">
      <button type="button">Google</button>
    </Disclosure>
  </div>
);

test('An open fold hides the other actions of a menu until it is closed, and is closed when the menu opens again.', async () => {
  const screen = await render(
    <Menu label="More">
      <button type="button">Share</button>
      {calendars}
    </Menu>,
  );
  const more = screen.getByRole('button', { name: 'More' });
  const share = screen.getByText('Share');
  await more.click();
  await expect.element(share).toBeVisible();
  await screen.getByText('Add to Calendar').click();
  await expect.element(screen.getByText('Google')).toBeVisible();
  await expect.element(share).not.toBeVisible();
  await more.click();
  await more.click();
  await expect.element(share).toBeVisible();
  await expect.element(screen.getByText('Google')).not.toBeInTheDocument();
});

test('On a phone a cross closes the menu, also beside an open fold.', async () => {
  await page.viewport(390, 844);
  const screen = await render(<Menu label="More">{calendars}</Menu>);
  await screen.getByRole('button', { name: 'More' }).click();
  const fold = screen.getByText('Add to Calendar');
  await fold.click();
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(fold).not.toBeVisible();
});

test.for([
  [55, 'below'],
  [85, 'above'],
] as const)('A button at %d% of the height of a wide window has its menu %s it.', async ([height, side]) => {
  await page.viewport(1280, 900);
  const screen = await render(
    <div style={{ position: 'fixed', top: `${height}vh` }}>
      <Menu label="More">
        <button type="button">Share</button>
      </Menu>
    </div>,
  );
  const more = screen.getByRole('button', { name: 'More' });
  await more.click();
  const button = more.element().getBoundingClientRect();
  const item = screen.getByText('Share').element().getBoundingClientRect();
  expect(item.top > button.bottom ? 'below' : item.bottom < button.top && 'above').toBe(side);
});
