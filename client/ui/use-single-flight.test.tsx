import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useSingleFlight } from './use-single-flight.ts';

function Form({ onSubmit }: { onSubmit: (name: string) => Promise<void> }) {
  const [submit, isBusy] = useSingleFlight((form: HTMLFormElement) =>
    onSubmit(new FormData(form).get('name') as string),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <input name="name" aria-label="Name" defaultValue="Rex" />
      <button type="submit">{isBusy ? 'Saving...' : 'Save'}</button>
    </form>
  );
}

test('Two clicks in one task, or Enter twice, are one submit; the next one counts again.', async () => {
  let answer = Promise.withResolvers<void>();
  const onSubmit = vi.fn(() => answer.promise);
  const screen = await render(<Form onSubmit={onSubmit} />);
  const button = screen.getByRole('button').element() as HTMLButtonElement;
  button.click();
  button.click();
  await expect.element(screen.getByRole('button', { name: 'Saving...' })).toBeVisible();
  expect(onSubmit.mock.calls).toEqual([['Rex']]);
  answer.resolve();
  await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeVisible();

  answer = Promise.withResolvers<void>();
  (screen.getByRole('textbox').element() as HTMLInputElement).form?.requestSubmit();
  (screen.getByRole('textbox').element() as HTMLInputElement).form?.requestSubmit();
  expect(onSubmit).toHaveBeenCalledTimes(2);
  answer.resolve();
});

test('An action that fails can be tried again.', async () => {
  const run = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce(undefined);
  const screen = await render(<Form onSubmit={(name) => run(name).catch(() => undefined)} />);
  await screen.getByRole('button').click();
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  expect(run).toHaveBeenCalledTimes(2);
});

test('What has different keys runs side by side, and each once.', async () => {
  const remove = vi.fn(() => new Promise<void>(() => undefined));
  function Buttons() {
    const [run] = useSingleFlight(remove as (name: string) => Promise<void>, (name) => name);
    return ['Rex', 'Luna'].map((name) => (
      <button key={name} type="button" onClick={() => void run(name)}>
        {name}
      </button>
    ));
  }
  const screen = await render(<Buttons />);
  for (const name of ['Rex', 'Rex', 'Luna', 'Luna']) {
    (screen.getByRole('button', { name }).element() as HTMLButtonElement).click();
  }
  expect(remove.mock.calls).toEqual([['Rex'], ['Luna']]);
});
