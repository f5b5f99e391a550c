import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { Dialog } from './dialog.tsx';
// Tells of links that are followed.
import 'wouter/use-browser-location';

/** How many dialogs the shown entry of the history stands for. */
function entries(): number {
  return window.history.state?.wagdayDialogs ?? 0;
}

afterEach(async () => {
  await cleanup();
  // The history entry of a dialog is removed a moment after the dialog.
  await expect.poll(entries).toBe(0);
});

function Page({ role }: { role?: 'alertdialog' }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <button type="button">Behind</button>
      {isOpen && (
        <Dialog title="Party hats" {...(role && { role })} onClose={() => setIsOpen(false)}>
          <label>
            Colour <input />
          </label>
          <button type="button" onClick={() => setIsOpen(false)}>
            Done
          </button>
        </Dialog>
      )}
    </>
  );
}

test.for([
  ['dialog', {}],
  ['alertdialog', { role: 'alertdialog' }],
] as const)('A dialog opens as a modal %s named by its title.', async ([role, part]) => {
  const screen = await render(
    <Dialog title="Party hats" onClose={vi.fn()} {...part}>
      Pick one.
    </Dialog>,
  );
  const dialog = screen.getByRole(role, { name: 'Party hats', exact: true });
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole('heading', { name: 'Party hats', level: 2 })).toBeVisible();
  expect(dialog.element().matches(':modal')).toBe(true);
});

test('Escape asks the owner of the dialog to close it, who may keep it open; choosing no file does not.', async () => {
  const onClose = vi.fn();
  const screen = await render(
    <Dialog title="Party hats" onClose={onClose}>
      <input aria-label="Colour" />
      <input aria-label="Photo" type="file" />
    </Dialog>,
  );
  // What the browser sends when its file window is left without a choice.
  const photo = screen.getByLabelText('Photo').element();
  photo.dispatchEvent(new Event('cancel', { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
  await screen.getByLabelText('Colour').click();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  await expect.element(screen.getByRole('dialog')).toBeVisible();
});

test('The focus goes into the dialog and returns to what opened it.', async () => {
  const screen = await render(<Page />);
  const opener = screen.getByRole('button', { name: 'Open' });

  await opener.click();
  await expect.element(screen.getByLabelText('Colour')).toHaveFocus();
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();

  await opener.click();
  await expect.element(screen.getByLabelText('Colour')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('The page behind an open dialog takes neither focus nor clicks and does not scroll.', async () => {
  const screen = await render(<Page />);
  const behind = screen.getByRole('button', { name: 'Behind', includeHidden: true });
  const { left, top } = behind.element().getBoundingClientRect();
  const elementThere = () => document.elementFromPoint(left + 2, top + 2);
  expect(elementThere()).toBe(behind.element());

  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  (behind.element() as HTMLElement).focus();
  await expect.element(behind).not.toHaveFocus();
  expect(elementThere()).not.toBe(behind.element());
  expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden');

  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(elementThere()).toBe(behind.element());
  expect(getComputedStyle(document.documentElement).overflowY).toBe('visible');
});

function Nested() {
  const [depth, setDepth] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setDepth(1)}>
        Open
      </button>
      {depth > 0 && (
        <Dialog title="Below" onClose={() => setDepth(0)}>
          <button type="button" onClick={() => setDepth(2)}>
            Further
          </button>
          {depth > 1 && (
            <Dialog title="Above" onClose={() => setDepth(1)}>
              <button type="button" onClick={() => setDepth(0)}>
                All Done
              </button>
            </Dialog>
          )}
        </Dialog>
      )}
    </>
  );
}

test('The way back closes a dialog, and the way forward opens nothing.', async () => {
  const screen = await render(<Page />);
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.poll(entries).toBe(1);
  window.history.back();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(entries()).toBe(0);
  await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  const { promise: forward, resolve } = Promise.withResolvers<void>();
  window.addEventListener('popstate', () => resolve(), { once: true });
  window.history.forward();
  await forward;
  await expect.poll(entries).toBe(0);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('A dialog that is closed in another way takes its entry back, and one after it has one entry again.', async () => {
  const screen = await render(<Page />);
  const length = window.history.length;
  for (let round = 0; round < 3; round += 1) {
    await screen.getByRole('button', { name: 'Open' }).click();
    await expect.poll(entries).toBe(1);
    await screen.getByRole('button', { name: 'Done' }).click();
    await expect.poll(entries).toBe(0);
  }
  expect(window.history.length).toBeLessThanOrEqual(length + 1);
});

test('A link that is followed before a closed dialog has taken its entry back stays followed.', async () => {
  const screen = await render(<Page />);
  const { href } = window.location;
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.poll(entries).toBe(1);
  const back = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  document.querySelector<HTMLElement>('dialog button:last-of-type')?.click();
  await vi.waitUntil(() => !document.querySelector('dialog'), { interval: 0 });
  window.history.pushState(null, '', '#cakes');
  await back;
  await expect.poll(() => window.location.hash).toBe('#cakes');
  // From there the way back leads to where the dialog was, which opens nothing.
  window.history.back();
  await expect.poll(() => [window.location.href, entries()]).toEqual([href, 0]);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('The way back closes one dialog after the other, from the top.', async () => {
  const screen = await render(<Nested />);
  await screen.getByRole('button', { name: 'Open' }).click();
  await screen.getByRole('button', { name: 'Further' }).click();
  await expect.poll(entries).toBe(2);
  window.history.back();
  await expect.element(screen.getByRole('dialog', { name: 'Above' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('dialog', { name: 'Below' })).toBeVisible();
  await screen.getByRole('button', { name: 'Further' }).click();
  await expect.poll(entries).toBe(2);
  await screen.getByRole('button', { name: 'All Done' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(entries).toBe(0);
});

test('A dialog that stays open after the way back can be closed by it the next time.', async () => {
  const onClose = vi.fn();
  const screen = await render(
    <Dialog title="Stay" onClose={onClose}>
      Not yet.
    </Dialog>,
  );
  await expect.poll(entries).toBe(1);
  window.history.back();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  await expect.poll(entries).toBe(1);
  window.history.back();
  await expect.poll(() => onClose.mock.calls.length).toBe(2);
  await screen.unmount();
});
