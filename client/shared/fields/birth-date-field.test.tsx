import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { date } from '../../../domain/testing/dates.ts';
import { BirthDateField } from './birth-date-field.tsx';

const leapDayRemark = 'A leap-day pup! In common years we celebrate on February 28.';

test('The birthday may be chosen from forty years ago up to today.', async () => {
  const screen = await render(
    <BirthDateField value="" today={date('2026-06-15')} problem={undefined} onValueChange={vi.fn()} />,
  );
  const field = screen.getByLabelText('Birthday', { exact: true });
  await expect.element(field).toHaveAttribute('type', 'date');
  await expect.element(field).toHaveAttribute('min', '1986-06-15');
  await expect.element(field).toHaveAttribute('max', '2026-06-15');
});

test('On a leap day the earliest birthday falls in a common year without trouble.', async () => {
  const screen = await render(
    <BirthDateField value="" today={date('2028-02-29')} problem={undefined} onValueChange={vi.fn()} />,
  );
  await expect.element(screen.getByLabelText('Birthday')).toHaveAttribute('min', '1988-02-29');
  await expect.element(screen.getByLabelText('Birthday')).toHaveAttribute('max', '2028-02-29');
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

test('A problem is beside the birthday, before the remark.', async () => {
  const screen = await render(
    <BirthDateField value="1980-02-29" today={date('2026-06-15')} problem="Too long ago." onValueChange={vi.fn()} />,
  );
  const field = screen.getByLabelText('Birthday');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveAccessibleDescription(`Too long ago. ${leapDayRemark}`);
});
