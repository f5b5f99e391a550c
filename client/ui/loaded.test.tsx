import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useLoaded } from './loaded.tsx';

function Party({ load, isWanted }: { load: () => Promise<string>; isWanted: boolean }) {
  const { part, hasFailed } = useLoaded(load, isWanted);
  return <p>{hasFailed ? 'It did not arrive.' : (part ?? 'Nothing yet.')}</p>;
}

const failing = () => vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('no network'));

test('Code stays once it is loaded, wanted or not.', async () => {
  const load = vi.fn(async () => 'Cake');
  const screen = await render(<Party load={load} isWanted={false} />);
  expect(load).not.toHaveBeenCalled();
  for (const isWanted of [true, false, true]) {
    await screen.rerender(<Party load={load} isWanted={isWanted} />);
    await expect.element(screen.getByText('Cake')).toBeVisible();
  }
  expect(load).toHaveBeenCalledOnce();
});

test.each([
  ['the network comes back', () => window.dispatchEvent(new Event('online'))],
  ['the reader comes back to the window', () => window.dispatchEvent(new Event('focus'))],
  ['the reader comes back to the tab', () => document.dispatchEvent(new Event('visibilitychange'))],
])('Code that did not arrive is loaded again when %s.', async (_what, happen) => {
  const load = failing().mockResolvedValue('Cake');
  const screen = await render(<Party load={load} isWanted />);
  await expect.element(screen.getByText('It did not arrive.')).toBeVisible();
  happen();
  await expect.element(screen.getByText('Cake')).toBeVisible();
});

test('Code that did not arrive is loaded again when it is wanted anew, and not before.', async () => {
  const load = failing().mockResolvedValue('Cake');
  const screen = await render(<Party load={load} isWanted />);
  await expect.element(screen.getByText('It did not arrive.')).toBeVisible();
  await screen.rerender(<Party load={load} isWanted={false} />);
  window.dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledOnce();
  await screen.rerender(<Party load={load} isWanted />);
  await expect.element(screen.getByText('Cake')).toBeVisible();
});
