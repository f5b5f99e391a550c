import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import type { ComingGuests } from '../../../domain/guests/invitation-view.ts';
import { WhoComes } from './who-comes.tsx';

const few: ComingGuests = {
  ...{ people: 3, dogs: 1, names: ['Ada', 'Grace'], moreNames: 0 },
  ...{ dogNames: ['Rex'], moreDogNames: 0 },
};

async function linesOf(changes: Partial<ComingGuests>) {
  const screen = await render(<WhoComes guests={{ ...few, ...changes }} isPast={false} />);
  await expect.element(screen.getByRole('region', { name: 'Who comes' })).toBeVisible();
  const lines = [...screen.container.querySelectorAll('p')].map(({ textContent }) => textContent);
  await screen.unmount();
  return lines;
}

test('Who comes to a small party is one line of names, and where only counts are told there is none.', async () => {
  expect(await linesOf({})).toEqual(['3 people and 1 dog', 'Ada, Grace, Rex']);
  expect(await linesOf({ dogs: 0, dogNames: [] })).toEqual(['3 people', 'Ada, Grace']);
  expect(await linesOf({ names: null, dogNames: null })).toEqual(['3 people and 1 dog']);
});

test('Of a large party the first names are told, and how many more guests and dogs there are.', async () => {
  expect(await linesOf({ people: 40, dogs: 14, moreNames: 12, moreDogNames: 13 })).toEqual([
    '40 people and 14 dogs',
    'Ada, Grace and 12 more guests',
    'Rex and 13 more dogs',
  ]);
  expect(await linesOf({ moreNames: 1 })).toEqual(['3 people and 1 dog', 'Ada, Grace and 1 more guest', 'Rex']);
  expect(await linesOf({ moreDogNames: 1 })).toEqual(['3 people and 1 dog', 'Ada, Grace', 'Rex and 1 more dog']);
});
