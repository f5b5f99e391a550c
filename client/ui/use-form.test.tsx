import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { TextField } from './field.tsx';
import { type Problems, useForm, useValues } from './use-form.ts';

type Values = { name: string; breed: string };

function DogForm({ send }: { send: (values: Values) => Promise<Problems<Values> | undefined> }) {
  const state = useValues({ name: '', breed: '' });
  const form = useForm(state, async (values) => {
    const problems = await send(values);
    if (!problems) state.clear();
    return problems;
  });
  return (
    <form {...form.props}>
      <TextField label="Name" {...form.field('name')} />
      <TextField label="Breed" {...form.field('breed')} />
      <button type="submit">{form.isBusy ? 'Saving...' : 'Save'}</button>
    </form>
  );
}

test('What is refused keeps its words, and the first field with a problem has the focus.', async () => {
  const send = vi.fn(async () => ({ breed: 'Too long.', name: 'Missing.' }));
  const screen = await render(<DogForm send={send} />);
  await screen.getByLabelText('Breed').fill('Terrier');
  await screen.getByRole('button', { name: 'Save' }).click();
  expect(send.mock.calls).toEqual([[{ name: '', breed: 'Terrier' }]]);
  await expect.element(screen.getByLabelText('Name')).toHaveFocus();
  await expect.element(screen.getByLabelText('Breed')).toHaveValue('Terrier');
  await expect.element(screen.getByText('Too long.')).toBeVisible();

  // Changing a field clears only its own problem.
  await screen.getByLabelText('Name').fill('Rex');
  await expect.element(screen.getByText('Missing.')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Too long.')).toBeVisible();
});

test('A form that is sent twice at once is sent once, and what was taken leaves no problem.', async () => {
  const answer = Promise.withResolvers<Problems<Values> | undefined>();
  const send = vi
    .fn<(values: Values) => Promise<Problems<Values> | undefined>>()
    .mockResolvedValueOnce({ name: 'Missing.' })
    .mockReturnValueOnce(answer.promise);
  const screen = await render(<DogForm send={send} />);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Missing.')).toBeVisible();
  const form = (screen.getByLabelText('Name').element() as HTMLInputElement).form;
  form?.requestSubmit();
  form?.requestSubmit();
  await expect.element(screen.getByRole('button', { name: 'Saving...' })).toBeVisible();
  expect(send).toHaveBeenCalledTimes(2);
  answer.resolve(undefined);
  await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await expect.element(screen.getByText('Missing.')).not.toBeInTheDocument();
});
