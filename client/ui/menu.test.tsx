import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Disclosure } from './disclosure.tsx';
import { Menu } from './menu.tsx';

test('An open fold hides the other actions of a menu until it is closed, and is closed when the menu opens again.', async () => {
  const screen = await render(
    <Menu label="More">
      <button type="button">Share</button>
      <div data-keeps-menu="">
        <Disclosure title="Add to Calendar" className="">
          <button type="button">Google</button>
        </Disclosure>
      </div>
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
