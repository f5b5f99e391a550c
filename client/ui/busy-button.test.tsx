import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { BusyButton } from './busy-button.tsx';
import { Button } from './button.tsx';
import { useForm, useValues } from './use-form.ts';

/** A form that is sent with an answer to come, and empties or goes afterwards. */
function TestForm({ send, goes = false }: { send: () => Promise<void>; goes?: boolean }) {
  const state = useValues({ word: 'sit' });
  const [isGone, setIsGone] = useState(false);
  const form = useForm(state, async () => {
    await send();
    if (goes) setIsGone(true);
    else state.change({ word: '' });
    return undefined;
  });
  return (
    <main>
      <h1>Words</h1>
      {!isGone && (
        <form {...form.props}>
          <BusyButton type="submit" isBusy={form.isBusy} busyText="Sending..." disabled={state.values.word === ''}>
            Send
          </BusyButton>
          <button type="button" onClick={() => state.change({ word: 'sit' })}>
            Type
          </button>
        </form>
      )}
    </main>
  );
}

test('A busy button keeps the focus, says so and is pressed once, and keeps it when something is missing afterwards.', async () => {
  const answer = Promise.withResolvers<void>();
  const send = vi.fn(() => answer.promise);
  const screen = await render(<TestForm send={send} />);
  await screen.getByRole('button', { name: 'Send' }).click();
  const busy = screen.getByRole('button', { name: 'Sending...' });
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  await expect.element(busy).toHaveFocus();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Sending...');
  busy.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  answer.resolve();
  const still = screen.getByRole('button', { name: 'Send' });
  await expect.element(still).toHaveAttribute('aria-disabled', 'true');
  await expect.element(still).toHaveFocus();
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement();
  still.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  expect(send).toHaveBeenCalledOnce();

  await screen.getByRole('button', { name: 'Type' }).click();
  await expect.element(still).not.toHaveAttribute('aria-disabled');
  await expect.element(still).toBeEnabled();
});

test('A busy button keeps the focus when the window loses it.', async () => {
  const screen = await render(<TestForm send={() => new Promise(() => undefined)} />);
  await screen.getByRole('button', { name: 'Send' }).click();
  const busy = screen.getByRole('button', { name: 'Sending...' });
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  // The window's own loss tells the button so, which stays the active element.
  flushSync(() => busy.element().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  await expect.element(busy).toHaveFocus();
  await expect.element(busy).not.toHaveAttribute('disabled');
});

test('A busy button that goes hands the focus on.', async () => {
  const screen = await render(<TestForm goes send={async () => undefined} />);
  await screen.getByRole('button', { name: 'Send' }).click();
  await expect.element(screen.getByRole('button', { name: 'Send' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: 'Words' })).toHaveFocus();
});

test('A primary button that can do nothing looks the same, whatever the reason and wherever the focus is.', async () => {
  const screen = await render(
    <>
      <Button disabled>Missing</Button>
      <BusyButton isBusy={false}>Send</BusyButton>
    </>,
  );
  const send = screen.getByRole('button', { name: 'Send' });
  (send.element() as HTMLElement).focus();
  await screen.rerender(
    <>
      <Button disabled>Missing</Button>
      <BusyButton isBusy>Send</BusyButton>
    </>,
  );
  const lookOf = (name: string) => {
    const { color, backgroundColor } = getComputedStyle(screen.getByRole('button', { name }).element());
    return { color, backgroundColor };
  };
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => lookOf('Send')).toEqual(lookOf('Missing'));
});
