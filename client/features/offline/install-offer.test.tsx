import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { InstallOffer } from './install-offer.tsx';

function offerByBrowser(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn(() => Promise.resolve());
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  });
  window.dispatchEvent(event);
  return { prompt, event };
}

test('The browser asks when the owner wants to install, and the offer goes.', async () => {
  const screen = await render(<InstallOffer />);
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  const { prompt, event } = offerByBrowser('accepted');
  expect(event.defaultPrevented).toBe(true);
  await screen.getByRole('button', { name: 'Install Wagday' }).click();
  expect(prompt).toHaveBeenCalledOnce();
  await expect.element(screen.getByRole('button', { name: 'Install Wagday' })).not.toBeInTheDocument();
});

test('Who declines is not asked again.', async () => {
  const screen = await render(<InstallOffer />);
  offerByBrowser('accepted');
  await screen.getByRole('button', { name: 'No, Thanks' }).click();
  await expect.element(screen.getByRole('button', { name: 'Install Wagday' })).not.toBeInTheDocument();
  const { event } = offerByBrowser('accepted');
  expect(event.defaultPrevented).toBe(false);
  await expect.element(screen.getByRole('button', { name: 'Install Wagday' })).not.toBeInTheDocument();
});
