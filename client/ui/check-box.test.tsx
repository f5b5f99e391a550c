import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { CheckBox } from './check-box.tsx';

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

/** A colour of the house as the browser has computed it. */
function colour(token: string): string {
  const probe = document.createElement('div');
  probe.style.color = `var(--color-${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

test.for(['light', 'dark'])(
  'In the theme %s a box to tick has the edge of controls, and ink once it is ticked. @10.242',
  async (theme) => {
    document.documentElement.dataset.theme = theme;
    const screen = await render(
      <>
        <CheckBox label="Still empty" isChecked={false} onCheckedChange={vi.fn()} />
        <CheckBox label="Ticked" isChecked onCheckedChange={vi.fn()} />
      </>,
    );
    const looks = ['Still empty', 'Ticked'].map((name) => {
      const { appearance, borderTopColor, backgroundColor } = getComputedStyle(
        screen.getByRole('checkbox', { name }).element(),
      );
      return { appearance, borderTopColor, backgroundColor };
    });
    expect(looks).toEqual([
      { appearance: 'none', borderTopColor: colour('edge'), backgroundColor: colour('field') },
      { appearance: 'none', borderTopColor: colour('ink'), backgroundColor: colour('ink') },
    ]);
  },
);
