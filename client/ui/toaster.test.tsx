import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { showKept } from './resumed-line.tsx';
import {
  dismissToasts,
  showCause,
  showError,
  showErrorAtForm,
  showQuestion,
  showSuccess,
  showSuccessInDialog,
  Toaster,
} from './toaster.tsx';

/** A page with something before and after its messages, and the focus before them. With `isFull` the button that one came for is everywhere, so that a message can only lie over it. */
async function pageWithMessages({ isFull = false } = {}) {
  const screen = await render(
    <>
      <button type="button">Before</button>
      <Toaster />
      <button type="button">After</button>
      {isFull && <button type="button" className="shadow-press fixed inset-0 -z-10" />}
    </>,
  );
  const before = screen.getByRole('button', { name: 'Before' });
  // The pointer rests where the last test left it. A message that appears under it would wait.
  await userEvent.hover(before);
  (before.element() as HTMLElement).focus();
  return screen;
}

test('A success for a dialog that is gone shows on the page, and not in the next dialog.', async () => {
  const screen = await render(<Toaster />);
  showSuccessInDialog({ title: 'Name saved!' });
  await screen.rerender(
    <>
      <Toaster />
      <Dialog title="Edit Rex" onClose={vi.fn()}>
        Text
      </Dialog>
    </>,
  );
  await expect.element(screen.getByText('Name saved!')).toBeInTheDocument();
  expect(screen.getByRole('dialog').getByText('Name saved!').query()).toBeNull();
});

test.for([
  [
    () => showSuccess({ title: 'Profile created!', text: 'Welcome to the pack, Rex!' }),
    /Welcome to the pack/,
    'border-ink',
  ],
  [
    () => showError({ title: 'Error', text: 'Could not save profile.' }),
    /Could not save/,
    'border-danger bg-danger-wash',
  ],
  [
    () => showQuestion({ title: 'A word, please' }, { label: 'Decide', run: vi.fn() }),
    /Decide/,
    'border-edge bg-sky-wash',
  ],
] as const)(
  'Each kind of message has its colour, and keeps nobody from reading on: %#',
  async ([show, words, edge]) => {
    const screen = await render(<Toaster />);
    show();
    const toast = screen.getByRole('listitem');
    await expect.element(toast.getByText(words)).toBeVisible();
    await expect.element(toast).toHaveClass(edge);
    await expect.element(screen.getByRole('region')).toHaveAttribute('aria-live', 'polite');
  },
);

test('A message can be closed by hand, which does not take its offer, and all are taken away at once.', async () => {
  const run = vi.fn();
  const screen = await render(<Toaster />);
  showSuccess({ title: 'First' });
  showError({ title: 'Second' });
  await expect.element(screen.getByText('Second')).toBeVisible();
  dismissToasts();
  await expect.element(screen.getByText(/First|Second/)).not.toBeInTheDocument();
  showError({ title: 'Error', text: 'Could not save profile.' }, { label: 'Try Again', run });
  await screen.getByRole('button', { name: 'Close message' }).click();
  await expect.element(screen.getByText('Could not save profile.')).not.toBeInTheDocument();
  expect(run).not.toHaveBeenCalled();
});

test('Tab goes through a message and out of it, and back again.', async () => {
  const screen = await pageWithMessages();
  showSuccess({ title: 'Dog removed' }, { label: 'Undo', run: vi.fn() });
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  const after = screen.getByRole('button', { name: 'After' });
  const seen = new Set<Element | null>();
  for (let step = 0; step < 6 && document.activeElement !== after.element(); step += 1) {
    await userEvent.tab();
    seen.add(document.activeElement);
  }
  await expect.element(after).toHaveFocus();
  expect(seen).toContain(screen.getByRole('button', { name: 'Undo' }).element());
  for (let step = 0; step < 6 && document.activeElement?.textContent !== 'Before'; step += 1) {
    await userEvent.tab({ shift: true });
  }
  await expect.element(screen.getByRole('button', { name: 'Before' })).toHaveFocus();
});

/** Holds the clock, once a first message has loaded the library. */
async function holdClock(screen: Awaited<ReturnType<typeof render>>) {
  showSuccess({ title: 'First' });
  await expect.element(screen.getByText('First')).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
}

/** Advances the fake clock and lets the page render. */
async function pass(milliseconds: number) {
  await vi.advanceTimersByTimeAsync(milliseconds);
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}

test('A message waits while the focus or the pointer is in it, or nobody sees the page, and goes when it was left for its whole time.', async () => {
  const screen = await pageWithMessages({ isFull: true });
  await holdClock(screen);
  const onPassed = vi.fn();
  showSuccess({ title: 'Dog removed' }, { label: 'Undo', run: vi.fn(), onPassed });
  await pass(1_000);
  const undo = screen.getByRole('button', { name: 'Undo' }).element() as HTMLElement;
  undo.focus();
  await pass(60_000);
  expect(onPassed).not.toHaveBeenCalled();
  (screen.getByRole('button', { name: 'Before' }).element() as HTMLElement).focus();
  await pass(1_000);
  undo.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
  await pass(60_000);
  expect(onPassed).not.toHaveBeenCalled();
  undo.dispatchEvent(new PointerEvent('pointerout', { bubbles: true, relatedTarget: document.body }));
  await pass(1_000);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(60_000);
  expect(onPassed).not.toHaveBeenCalled();
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(26_000);
  expect(onPassed).not.toHaveBeenCalled();
  await pass(4_000);
  await vi.waitFor(() => expect(onPassed).toHaveBeenCalledOnce());
});

test('An offer outlasts its time until another of its kind comes, unless it lies over what one came for.', async () => {
  const screen = await pageWithMessages();
  await holdClock(screen);
  const onPassed = vi.fn();
  showSuccess({ title: 'Dog removed' }, { label: 'Undo', run: vi.fn(), onPassed });
  await pass(600_000);
  showError({ title: 'Could not load' }, { label: 'Try Again', run: vi.fn() });
  await pass(600_000);
  expect(onPassed).not.toHaveBeenCalled();
  showSuccess({ title: 'Party called off' }, { label: 'Undo', run: vi.fn() });
  await pass(1_000);
  expect(onPassed).toHaveBeenCalledOnce();
  await expect.element(screen.getByText('Dog removed')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Could not load')).toBeVisible();
  const cameFor = document.body.appendChild(document.createElement('button'));
  cameFor.className = 'shadow-press fixed inset-0 -z-10';
  await pass(31_000);
  cameFor.remove();
  await expect.element(screen.getByText('Could not load')).not.toBeInTheDocument();
});

test('A message that comes in under a pointer at rest goes in its time.', async () => {
  const screen = await pageWithMessages();
  await holdClock(screen);
  showSuccess({ title: 'Name saved!' });
  await pass(100);
  const toast = screen.getByText('Name saved!');
  toast.element().dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  await pass(4_000);
  await expect.element(toast).not.toBeInTheDocument();
});

test('The focus returns to where it was also after Tab from one button of the message to the other.', async () => {
  const screen = await pageWithMessages();
  showSuccess({ title: 'Dog removed' }, { label: 'Undo', run: vi.fn() });
  const undo = screen.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  await userEvent.keyboard('{Alt>}{KeyT}{/Alt}{Tab}{Tab}');
  await expect.element(undo).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Before' })).toHaveFocus();
});

test('The offer of a message runs once when it is taken, the message goes, and the focus returns to where it was.', async () => {
  const screen = await pageWithMessages();
  const run = vi.fn();
  showSuccess({ title: 'Dog removed' }, { label: 'Undo', run });
  const undo = screen.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  (undo.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(run).toHaveBeenCalledOnce();
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Before' })).toHaveFocus();
});

function rectangleOf(locator: { element: () => Element }): DOMRect {
  return locator.element().getBoundingClientRect();
}

test('The message of a dialog is below its content, which keeps its place. @10.120', async () => {
  const screen = await render(
    <>
      <Toaster />
      <Dialog title="A long form" onClose={vi.fn()}>
        <div style={{ height: '120rem' }}>Fields</div>
        <button type="button">Save</button>
      </Dialog>
    </>,
  );
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  const before = rectangleOf(screen.getByRole('heading')).top;
  showError({ title: 'Error', text: 'Could not save profile. Please try again.' });
  const toast = screen.getByRole('dialog').getByRole('listitem');
  await expect.element(toast).toBeVisible();
  const content = document.querySelector('[data-dialog-content]')?.getBoundingClientRect();
  expect(content?.bottom).toBeLessThanOrEqual(rectangleOf(toast).top);
  expect(rectangleOf(toast).bottom).toBeLessThanOrEqual(window.innerHeight);
  expect(rectangleOf(screen.getByRole('heading')).top).toBeCloseTo(before, 0);
});

test('An error of a form is shown in it, and stays until the next attempt. @10.122', async () => {
  const screen = await render(
    <>
      <Toaster />
      <main>
        <button type="button">Sign In</button>
        <Toaster place="form" />
      </main>
    </>,
  );
  await holdClock(screen);
  showErrorAtForm({ title: 'Invalid credentials' });
  await pass(60_000);
  const toast = screen.getByRole('main').getByRole('listitem');
  await expect.element(toast).toBeVisible();
  expect(rectangleOf(toast).top).toBeGreaterThanOrEqual(
    rectangleOf(screen.getByRole('button', { name: 'Sign In' })).bottom,
  );
  dismissToasts();
  await pass(1_000);
  await expect.element(toast).not.toBeInTheDocument();
});

test.for([
  ['no place', null],
  [
    'a hidden place',
    <div key="hidden" hidden>
      <Toaster place="form" />
    </div>,
  ],
] as const)('An error of a form that has %s for it is shown by the page.', async ([, place]) => {
  const screen = await render(
    <>
      <Toaster />
      {place}
    </>,
  );
  showErrorAtForm({ title: 'Invalid credentials' });
  await expect.element(screen.getByText('Invalid credentials')).toBeVisible();
});

test('Messages stay in sight above the keyboard of the screen. @10.123', async () => {
  const screen = await render(<Toaster />);
  showSuccess({ title: 'Profile created!' });
  const toast = screen.getByRole('listitem');
  await expect.element(toast).toBeVisible();
  const viewport = window.visualViewport as VisualViewport;
  const space = () => window.innerHeight - rectangleOf(toast).bottom;
  const shrunk = vi.spyOn(viewport, 'height', 'get').mockReturnValue(window.innerHeight - 200);
  viewport.dispatchEvent(new Event('resize'));
  await expect.poll(space).toBeGreaterThan(200);
  shrunk.mockRestore();
  viewport.dispatchEvent(new Event('resize'));
  await expect.poll(space).toBeLessThan(100);
  // Every element inherits it: to set it costs a large pack the styles of all its cards.
  expect(document.documentElement.style.getPropertyValue('--keyboard')).toBe('');
});

test('Of several messages the newest two are shown, the newest above, each one line high. @10.123', async () => {
  const screen = await render(<Toaster />);
  for (const title of ['First', 'Second', 'Third']) showSuccess({ title });
  const [second, third] = [screen.getByText('Second'), screen.getByText('Third')];
  await expect.element(second).toBeVisible();
  const [newest] = screen.getByRole('listitem').elements() as HTMLElement[];
  expect([newest?.innerText.trim(), newest?.querySelectorAll('button').length]).toEqual(['Third', 1]);
  await expect.element(screen.getByText('First')).not.toBeVisible();
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  expect(rectangleOf(second).top).toBeGreaterThan(rectangleOf(third).bottom);
  for (const toast of screen.getByRole('listitem').elements()) expect(toast.getBoundingClientRect().height).toBe(44);
});

test('The same message again takes the place of the first; each offer stays, and is told apart by what it is about. @10.123', async () => {
  const screen = await render(<Toaster />);
  for (let times = 0; times < 3; times += 1) showSuccess({ title: 'Saved!', text: 'Rex is up to date.' });
  showSuccess({ title: 'Saved!', text: 'Luna is up to date.' });
  await expect.element(screen.getByText('Luna is up to date.')).toBeVisible();
  expect(screen.getByRole('listitem').elements()).toHaveLength(2);
  dismissToasts();
  for (const name of ['Rex', 'Luna'])
    showSuccess({ title: 'Dog removed', text: `${name} has left the pack.` }, { label: 'Undo', run: vi.fn() });
  const undo = screen.getByRole('button', { name: 'Undo', exact: true });
  await expect.element(undo.nth(0)).toHaveAccessibleDescription('Dog removed Luna has left the pack.');
  await expect.element(undo.nth(1)).toHaveAccessibleDescription('Dog removed Rex has left the pack.');
  const onPassed = vi.fn();
  showSuccess({ title: 'Stamp kept', about: 'Rex' }, { label: 'Undo', run: vi.fn(), onPassed });
  showSuccess({ title: 'Stamp changed', about: 'Rex' });
  await expect.element(screen.getByText('Stamp changed')).toBeVisible();
  expect(screen.getByText('Stamp kept').query()).toBeNull();
  expect(onPassed).toHaveBeenCalledOnce();
});

/** Whether the message is in the window, beside the button and not over it. */
function isBeside(message: Element, button: Element): boolean {
  const [one, other] = [message.getBoundingClientRect(), button.getBoundingClientRect()];
  const isInWindow = one.top >= 0 && one.bottom <= window.innerHeight;
  return isInWindow && (one.bottom <= other.top || one.top >= other.bottom);
}

test('An error that explains others takes their place, whether they came before it or come after.', async () => {
  const screen = await render(<Toaster />);
  const said = () => [...document.querySelectorAll('[data-toast] strong')].map(({ textContent }) => textContent);
  const unsaved = { title: 'Error', text: 'Could not save profile.' };
  showError(unsaved);
  await expect.poll(said).toEqual(['Error']);
  showCause({ title: 'Please sign in again.' }, { label: 'Sign In', run: vi.fn() });
  showError(unsaved);
  showSuccess({ title: 'Dog removed' });
  await expect.poll(said).toEqual(['Dog removed', 'Please sign in again.']);
  await screen.getByRole('button', { name: 'Sign In' }).click();
  showError(unsaved);
  await expect.poll(said).toEqual(['Error', 'Dog removed']);
  // It hides no error any more once it is taken back.
  showCause({ title: 'Please sign in again.' }, { label: 'Sign In', run: vi.fn() })();
  await expect.poll(said).toEqual(['Dog removed']);
  showError(unsaved);
  await expect.poll(said).toEqual(['Error', 'Dog removed']);
});

test('A form that is kept takes the place of the one that was kept before.', async () => {
  const screen = await render(<Toaster />);
  const [first, second] = [vi.fn(), vi.fn()];
  showKept({ title: 'Kept for you', text: 'Rex' }, first);
  showKept({ title: 'Kept for you', text: 'Luna' }, second);
  await expect.element(screen.getByText('Luna')).toBeVisible();
  expect(screen.getByText('Kept for you').elements()).toHaveLength(1);
  await screen.getByRole('button', { name: 'Reopen' }).click();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
});

test.for([390, 1280])(
  'In a window of %i px no message is over the button that one came for. @10.121',
  async (width) => {
    await page.viewport(width, 800);
    const screen = await render(
      <>
        <div className="grid h-[300dvh] place-content-center gap-[40dvh]">
          <Button>Share</Button>
          <Button variant="secondary">Photo</Button>
        </div>
        <Toaster />
      </>,
    );
    const message = screen.getByRole('listitem');
    const share = screen.getByRole('button', { name: 'Share' });
    const placed = async (button: typeof share, block: ScrollLogicalPosition) => {
      button.element().scrollIntoView({ block, behavior: 'instant' });
      await expect.poll(() => isBeside(message.element(), button.element())).toBe(true);
    };
    share.element().scrollIntoView({ block: 'end', behavior: 'instant' });
    showSuccess({ title: 'Birthday calculated!' }, { label: 'Undo', run: vi.fn() });
    await placed(share, 'end');
    // It leaves the place to which the page is scrolled while it is shown.
    await placed(share, 'start');
    await placed(screen.getByRole('button', { name: 'Photo' }), 'end');
  },
);

test('A message leaves the place in which a button appears. @10.121', async () => {
  const pageWith = (button: ReactNode) => (
    <>
      {button}
      <Toaster />
    </>
  );
  const screen = await render(pageWith(null));
  showSuccess({ title: 'Celebration planned!' }, { label: 'Undo', run: vi.fn() });
  const message = screen.getByRole('listitem');
  await expect.element(message).toBeVisible();
  await screen.rerender(pageWith(<Button className="fixed inset-x-0 bottom-0 h-40">Send Invite</Button>));
  const button = screen.getByRole('button', { name: 'Send Invite' });
  await expect.poll(() => isBeside(message.element(), button.element())).toBe(true);
});
