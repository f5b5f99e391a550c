import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SelectField, TextBox, TextField } from './field.tsx';

test('A problem marks its field, and is read before the hint.', async () => {
  const screen = await render(
    <TextField label="Name" value="" problem="Too short." hint="As you call it." onValueChange={vi.fn()} />,
  );
  const field = screen.getByLabelText('Name');
  await expect.element(field).toHaveAccessibleDescription('Too short. As you call it.');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(screen.getByText('Too short.')).toBeVisible();

  await screen.rerender(<TextField label="Name" value="R" hint="As you call it." onValueChange={vi.fn()} />);
  await expect.element(field).toHaveAttribute('aria-invalid', 'false');
  await expect.element(field).toHaveAccessibleDescription('As you call it.');
  await expect.element(screen.getByText('Too short.')).not.toBeInTheDocument();
  await screen.rerender(<TextField label="Name" value="R" hint={false} onValueChange={vi.fn()} />);
  await expect.element(field).toHaveAccessibleDescription('');
});

test('Only an optional field says so in its label, and two fields keep their own problems.', async () => {
  const screen = await render(
    <>
      <TextField label="Breed" isOptional value="" problem="Too short." onValueChange={vi.fn()} />
      <TextField label="Name" value="" problem="Too long." onValueChange={vi.fn()} />
    </>,
  );
  const field = (name: string) => screen.getByRole('textbox', { name, exact: true });
  await expect.element(field('Breed (optional)')).toHaveAccessibleDescription('Too short.');
  await expect.element(field('Name')).toHaveAccessibleDescription('Too long.');
});

test('A text box is tied to its label, hint and problem like a field, and takes several lines.', async () => {
  const onValueChange = vi.fn();
  const screen = await render(
    <TextBox
      label="Notes"
      isOptional
      rows={3}
      value="One"
      problem="Too long."
      hint="Anything."
      onValueChange={onValueChange}
    />,
  );
  const box = screen.getByRole('textbox', { name: 'Notes (optional)', exact: true });
  await expect.element(box).toHaveAttribute('aria-invalid', 'true');
  await expect.element(box).toHaveAccessibleDescription('Too long. Anything.');
  await expect.element(box).toHaveAttribute('rows', '3');
  await box.fill('One\nTwo');
  expect(onValueChange).toHaveBeenLastCalledWith('One\nTwo');
});

test('A select is tied to its label, hint and problem like a field, and tells what is chosen.', async () => {
  const onValueChange = vi.fn();
  const screen = await render(
    <SelectField label="Size" value="s" problem="Not this one." hint="Fully grown." onValueChange={onValueChange}>
      <option value="s">Small</option>
      <option value="l">Large</option>
    </SelectField>,
  );
  const select = screen.getByRole('combobox', { name: 'Size', exact: true });
  await expect.element(select).toHaveAttribute('aria-invalid', 'true');
  await expect.element(select).toHaveAccessibleDescription('Not this one. Fully grown.');
  await expect.element(select).toHaveDisplayValue('Small');
  await select.selectOptions('Large');
  expect(onValueChange).toHaveBeenLastCalledWith('l');
});

async function openMenu(margin: number) {
  const screen = await render(
    <div style={{ marginInline: margin }}>
      <SelectField label="Size" value="s" onValueChange={() => {}}>
        <option value="s">Small</option>
        <option value="l">Large, and with a name that is much longer than a narrow window is wide</option>
      </SelectField>
    </div>,
  );
  const select = screen.getByLabelText('Size');
  await select.click();
  await expect.poll(() => select.element().matches(':open')).toBe(true);
  return { field: select.element(), options: [...select.element().querySelectorAll('option')] };
}

/** The distance from the edge of the menu to its options, in pixels: its border and its padding. */
const rim = 8;

test.for([12, 24])(
  'The open menu keeps ten pixels from the edges of a narrow window, %i beside the field. @9.19',
  async (margin) => {
    await page.viewport(320, 640);
    const { options } = await openMenu(margin);
    for (const option of options) {
      const { left, right, width } = option.getBoundingClientRect();
      expect(width).toBeGreaterThan(0);
      expect(left - rim).toBeGreaterThanOrEqual(10);
      expect(right + rim).toBeLessThanOrEqual(310);
      expect(option.scrollWidth).toBeLessThanOrEqual(option.clientWidth);
    }
  },
);

test('The open menu begins where its field begins.', async () => {
  const { field, options } = await openMenu(100);
  for (const option of options) {
    expect(option.getBoundingClientRect().left - rim).toBe(field.getBoundingClientRect().left);
  }
});
