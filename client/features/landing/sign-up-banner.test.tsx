import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { SignUpBanner } from './landing-sections.tsx';

test('The banner leads to the auth screen, ready to join. @2.30 @2.31', async () => {
  const screen = await render(<SignUpBanner />);
  await expect
    .element(screen.getByRole('heading', { name: 'Ready for More Paw-ty Planning?', exact: true }))
    .toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: "Get Started - It's Free!", exact: true }))
    .toHaveAttribute('href', '/auth?join');
});
