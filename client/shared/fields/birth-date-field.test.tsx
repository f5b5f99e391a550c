import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { date } from '../../../domain/testing/dates.ts';
import { BirthDateField } from './birth-date-field.tsx';

const leapDayRemark = 'A leap-day pup! In common years we celebrate on February 28.';

test.for([
  ['2026-06-15', '1986-06-15'],
  ['2028-02-29', '1988-02-29'],
])('On %s the birthday may be chosen from %s up to that day.', async ([today, earliest]) => {
  const screen = await render(
    <BirthDateField value="" today={date(today!)} problem={undefined} onValueChange={vi.fn()} />,
  );
  const field = screen.getByLabelText('Birthday', { exact: true });
  for (const [name, value] of Object.entries({ type: 'date', min: earliest, max: today }))
    await expect.element(field).toHaveAttribute(name, value);
});

test('A day that is chosen elsewhere in the form takes the place of one that is half typed.', async () => {
  function Form() {
    const [value, setValue] = useState('');
    return (
      <>
        <BirthDateField value={value} today={date('2026-06-15')} problem={undefined} onValueChange={setValue} />
        <button type="button" onClick={() => setValue('2020-02-28')}>
          Choose
        </button>
      </>
    );
  }
  const screen = await render(<Form />);
  const field = screen.getByLabelText('Birthday');
  (field.element() as HTMLInputElement).focus();
  await userEvent.keyboard('06');
  expect((field.element() as HTMLInputElement).validity.badInput).toBe(true);
  await screen.getByRole('button', { name: 'Choose' }).click();
  await expect.element(field).toHaveValue('2020-02-28');
});

test('A birthday on a leap day is remarked on, any other is not.', async () => {
  function Form() {
    const [value, setValue] = useState('');
    return <BirthDateField value={value} today={date('2026-06-15')} problem={undefined} onValueChange={setValue} />;
  }
  const screen = await render(<Form />);
  const field = screen.getByLabelText('Birthday');
  await expect.element(field).toHaveAccessibleDescription('');
  await field.fill('2020-02-29');
  await expect.element(field).toHaveAccessibleDescription(leapDayRemark);
  await expect.element(screen.getByText(leapDayRemark)).toBeVisible();
  await field.fill('2020-02-28');
  await expect.element(field).toHaveValue('2020-02-28');
  await expect.element(screen.getByText(leapDayRemark)).not.toBeInTheDocument();
});
