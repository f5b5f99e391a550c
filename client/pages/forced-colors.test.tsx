import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { SizeDogs } from '../shared/fields/size-field.tsx';
import { emulateForcedColors } from '../testing/media.ts';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { Confetti } from '../ui/confetti.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PlacesBar } from './places.tsx';

const styleOf = {
  ...({ label: '', className: '', optionClasses: '', restClasses: '' } as const),
  ...({ names: { cover: 'Cover', number: 'Number' }, chosen: 'number' } as const),
};
const rows = [
  { head: '2026', cells: [4] },
  { head: '2027', cells: [5], isMarked: true },
];
const dogId = '00000000-0000-4000-8000-00000000000d';

/** What is shown, the elements of which one is chosen, and the text of that one. */
const shown: [what: string, content: () => ReactNode, elements: string, chosen: RegExp][] = [
  ['the style of a card', () => Choices({ ...styleOf, onChoose: () => {} }), 'label', /^Number/],
  ['the size of a dog', () => SizeDogs({ value: 'large', onValueChange: () => {} }), 'label', /^Large/],
  ['the open place', () => PlacesBar({ place: { name: 'you', section: null }, news: 0 }), 'a', /^You/],
  ['the place of an open page', () => PlacesBar({ place: { name: 'dog', id: dogId }, news: 0 }), 'a', /^Pack/],
  ['the row of a table', () => DataTable({ caption: '', columns: ['Year', 'Age'], rows }), 'tbody tr', /^2027/],
];

test.for(shown)(
  'In forced colors %s is marked, and nothing beside it. @10.128',
  async ([, Content, elements, chosen]) => {
    await emulateForcedColors();
    const { container } = await render(
      <>
        <div data-sample="" style={{ background: 'Highlight', color: 'HighlightText' }} />
        <Content />
      </>,
    );
    const colorsOf = (element: Element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      return [backgroundColor, color];
    };
    const marked = colorsOf(container.querySelector('[data-sample]')!);
    const others = [...container.querySelectorAll(elements)];
    const found = others.filter((element) => colorsOf(element).join() === marked.join());
    expect(others.length).toBeGreaterThan(1);
    expect(found.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(chosen)]);
  },
);

test('In forced colors no confetti crosses out a number. @10.128', async () => {
  await emulateForcedColors();
  const { container } = await render(<Confetti onEnd={() => {}} />);
  for (const piece of container.querySelectorAll('.confetti-piece')) expect(piece.checkVisibility()).toBe(false);
});

test('In forced colors buttons and dialogs keep an edge, and the focus is seen. @10.128', async () => {
  await emulateForcedColors();
  const screen = await render(
    <>
      <Button>Start</Button>
      <Dialog title="Form" role="alertdialog" onClose={() => {}}>
        <Button>Got it</Button>
      </Dialog>
    </>,
  );
  const styleOf = (role: 'button' | 'alertdialog', name: string) =>
    getComputedStyle(screen.getByRole(role, { name, includeHidden: true }).element());
  expect(styleOf('button', 'Start').borderTopWidth).toBe('2px');
  expect(styleOf('alertdialog', 'Form').borderTopWidth).toBe('2px');
  await expect.element(screen.getByRole('button', { name: 'Got it' })).toHaveFocus();
  expect(styleOf('button', 'Got it').outlineStyle).toBe('solid');
});
