import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { answerRequests } from '../testing/pretend-network.ts';
import { storeSession } from '../testing/pretend-session.ts';

test("An owner sees one 'Loading...' until the pack's code is here: React would keep a second for 300 milliseconds.", async () => {
  storeSession();
  answerRequests(() => Response.json([], { headers: { 'Content-Range': '*/0' } }));
  const seen = new Set<Element>();
  const observer = new MutationObserver(() => {
    for (const status of document.querySelectorAll('[role=status]'))
      if (status.textContent === 'Loading...') seen.add(status);
  });
  onTestFinished(() => observer.disconnect());
  observer.observe(document, { childList: true, subtree: true });
  // Reads the session as it begins.
  const { App } = await import('./app.tsx');
  const screen = await render(<App />);
  await expect.element(screen.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  expect(seen.size).toBe(1);
});
