import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ProblemSummary } from './problem-summary.tsx';

const labels = { email: 'Email', password: 'Which password?' } as const;

test('several problems are named in the order of the form, each with the way to its field', async () => {
  const screen = await render(
    <form>
      <ProblemSummary problems={{ password: 'Too short.', email: 'No address.' }} labels={labels} />
      <input name="email" aria-label="Email field" />
      <input name="password" aria-label="Password field" />
    </form>,
  );
  const summary = screen.getByRole('alert');
  await expect.element(summary).toHaveTextContent('2 things need another look:EmailWhich password?');
  await screen.getByRole('button', { name: /^Which password/ }).click();
  await expect.element(screen.getByLabelText('Password field')).toHaveFocus();
});

test('a single problem is left to its field', async () => {
  const screen = await render(<ProblemSummary problems={{ email: 'No address.' }} labels={labels} />);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});
