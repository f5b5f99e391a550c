import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { goOffline } from '../testing/pretend-network.ts';
import './invitation.tsx';

test('A guest who sends from the top of a long form without network is shown why nothing was sent.', async () => {
  onTestFinished(goOffline());
  const { container } = await render(
    <form className="pt-[200vh]">
      <p id="no-network" hidden>
        No network right now.
      </p>
    </form>,
  );
  container.querySelector('form')?.requestSubmit();
  await expect.element(container.querySelector('p')).toBeInViewport();
});
