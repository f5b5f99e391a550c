import { useLayoutEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { loadedPart } from './loaded.tsx';

const Cake = ({ candles }: { candles: number }) => <p>A cake with {candles} candles</p>;

test('Code stays once it is loaded.', async () => {
  const load = vi.fn(async () => Cake);
  const Part = loadedPart(load, <p>Nothing yet.</p>);
  const screen = await render(<Part candles={3} />);
  await expect.element(screen.getByText('A cake with 3 candles')).toBeVisible();
  await screen.rerender(<Part candles={4} />);
  await expect.element(screen.getByText('A cake with 4 candles')).toBeVisible();
  await screen.unmount();
  const again = await render(<Part candles={5} />);
  await expect.element(again.getByText('A cake with 5 candles')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});

test('Code that arrives for one place while another is being shown is there in both.', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Cake>();
  const Part = loadedPart(() => promise);
  let showOther = () => {};
  function Places() {
    const [hasOther, setHasOther] = useState(false);
    showOther = () => setHasOther(true);
    // It arrives once the other is drawn, before its effects run.
    useLayoutEffect(() => (hasOther ? resolve(Cake) : undefined), [hasOther]);
    return [3, ...(hasOther ? [4] : [])].map((candles) => <Part key={candles} candles={candles} />);
  }
  const screen = await render(<Places />);
  showOther();
  await expect.element(screen.getByText('A cake with 3 candles')).toBeVisible();
  await expect.element(screen.getByText('A cake with 4 candles')).toBeVisible();
});

test.each([
  ['the network comes back', () => window.dispatchEvent(new Event('online'))],
  ['the reader comes back to the window', () => window.dispatchEvent(new Event('focus'))],
  ['the reader comes back to the tab', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['its button is pressed', () => document.querySelector('button')?.click()],
])('Code that did not arrive is loaded again when %s.', async (_what, happen) => {
  const load = vi.fn<() => Promise<typeof Cake>>().mockRejectedValueOnce(new TypeError('no network'));
  const Part = loadedPart(load.mockResolvedValue(Cake));
  const screen = await render(<Part candles={3} />);
  await expect.element(screen.getByText('This part did not arrive. Please check your network.')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
  happen();
  await expect.element(screen.getByText('A cake with 3 candles')).toBeVisible();
});
