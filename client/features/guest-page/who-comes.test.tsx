import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ComingGuests, InvitationState } from '../../../domain/guests/invitation-view.ts';
import { invitationView } from '../../../domain/testing/sample-view.ts';
import { coatOf } from '../../art/coats.ts';
import { coatsAtTable, PartyTable } from '../../art/party-table.tsx';
import { WhoComes } from './party-facts.tsx';

const { dog } = invitationView;
const few: ComingGuests = {
  ...{ people: 3, dogs: 1, names: ['Ada', 'Grace'], moreNames: 0 },
  ...{ seatedDogs: [{ name: 'Rex', size: 'large' }], moreDogNames: 0 },
};

// Here a row has three places, or four or six once more come.
beforeEach(() => page.viewport(390, 844));

/** Returns what is said, and which dogs are named at the table. */
async function linesOf(changes: Partial<ComingGuests>, state: InvitationState = 'open') {
  const guests = { ...few, ...changes };
  const screen = await render(
    <WhoComes guests={guests} dog={dog} state={state}>
      <PartyTable host={dog} dogs={guests.seatedDogs ?? []} count={guests.dogs} />
    </WhoComes>,
  );
  const textsOf = (elements: string) => [...screen.container.querySelectorAll(elements)].map(plainText);
  const lines = { said: textsOf('p'), seated: textsOf('li:not([aria-hidden=true])') };
  const chairs = [...screen.container.querySelectorAll('li')].filter((seat) => seat.checkVisibility()).length;
  await screen.unmount();
  return { ...lines, chairs };
}

function plainText({ textContent }: Element) {
  return textContent?.replace(/[\u2066-\u2069]/g, '');
}

test('Who comes is told in numbers, guests by their names, and dogs at the table. @10.206', async () => {
  expect(await linesOf({})).toEqual({
    said: ['3 people and 1 dog, plus Biscuit', 'Ada, Grace'],
    ...{ seated: ['Biscuit', 'Rex'], chairs: 3 },
  });
  expect(await linesOf({ people: 40, moreNames: 12 })).toMatchObject({
    said: ['40 people and 1 dog, plus Biscuit', 'Ada, Grace and 12 more guests'],
  });
  expect((await linesOf({ moreNames: 1 })).said).toContain('Ada, Grace and 1 more guest');
  // Where guests see only numbers, a dog that comes has a chair and no name.
  expect(await linesOf({ dogs: 7, names: null, seatedDogs: null })).toEqual({
    said: ['3 people and 7 dogs, plus Biscuit'],
    ...{ seated: ['Biscuit'], chairs: 9 },
  });
});

test('Before anybody has said yes the birthday dog waits at the table, with chairs for others. @10.206', async () => {
  const nobody = { people: 0, dogs: 0, names: [], seatedDogs: [] };
  expect(await linesOf(nobody)).toEqual({
    said: ["Biscuit's already at the table."],
    ...{ seated: ['Biscuit'], chairs: 3 },
  });
  expect(await linesOf(nobody, 'past')).toEqual({ said: [], seated: [], chairs: 0 });
});

test('Forty dogs have a chair each, and any more are counted. @10.206', async () => {
  const dogs = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Rex ${index}`, size: null }));
  const full = await linesOf({ dogs: 40, seatedDogs: dogs(40) });
  expect([full.seated.length, full.chairs]).toEqual([41, 42]);
  const crowd = await linesOf({ dogs: 120, seatedDogs: dogs(50) });
  expect([crowd.seated.length, crowd.said.at(-1)]).toEqual([41, 'and 80 more']);
});

test('On a wide page free chairs fill a longer first row, and no other.', async () => {
  await page.viewport(1280, 800);
  expect((await linesOf({})).chairs).toBe(4);
  expect((await linesOf({ dogs: 7, seatedDogs: null })).chairs).toBe(9);
});

/** Returns the places of a table from left to right, the row in front first: the name on each, and an empty one for the cake. */
async function rowsOf(table: ReactNode) {
  const screen = await render(table);
  const seats = [...screen.container.querySelectorAll('li')].filter((seat) => seat.checkVisibility());
  const rows = Object.groupBy(seats, (seat) => -Math.round(seat.getBoundingClientRect().top));
  const leftOf = (seat: Element) => seat.getBoundingClientRect().left;
  const named = Object.entries(rows)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, row = []]) => row.sort((one, other) => leftOf(one) - leftOf(other)).map(plainText));
  await screen.unmount();
  return named;
}

const small = (...names: string[]) => names.map((name) => ({ name, size: 'small' as const }));

test("The guest's own dog sits at the right of the cake, in front of all who answered before.", async () => {
  const dogs = small('Rex', 'Bo', 'Pip', 'Duke');
  expect(await rowsOf(<PartyTable host={dog} dogs={dogs} own={{ dogs: small('Duke') }} />)).toEqual([
    ['Biscuit', '', 'Duke'],
    ['Rex', 'Bo', 'Pip'],
  ]);
  expect(await rowsOf(<PartyTable host={dog} dogs={dogs} own={{ dogs: small('Pip', 'Duke') }} />)).toEqual([
    ['Biscuit', '', 'Pip', 'Duke'],
    ['Rex', 'Bo'],
  ]);
  const seven = await rowsOf(<PartyTable host={dog} dogs={small(...'ABCDEFG')} own={{ dogs: small('G') }} />);
  expect(seven.map((row) => row.length)).toEqual([5, 4]);
  // Where guests see only numbers, their own dogs sit there for them only.
  expect(await rowsOf(<PartyTable host={dog} dogs={[]} count={3} own={{ dogs: small('Duke') }} />)).toEqual([
    ['Biscuit', '', 'Duke'],
    ['', ''],
  ]);
});

test.for([
  [390, ['3 2', '3 3', '4 3', '4 4', '3 3 3', '5 5', '5 5 3', '5 5 4']],
  [768, ['5', '6', '4 3', '4 4', '5 4', '5 5', '5 5 3', '5 5 4']],
] as const)('In a window %i pixels wide the rows of the table are as even as can be.', async ([width, rows]) => {
  await page.viewport(width, 844);
  for (const lengths of rows) {
    const seats = lengths.split(' ').reduce((sum, length) => sum + Number(length), 0);
    const table = await rowsOf(<PartyTable host={dog} dogs={small(...Array(seats - 2).fill('Rex'))} />);
    expect(table.map((row) => row.length).join(' ')).toBe(lengths);
  }
});

test("The chairs of the guest's own dogs have a color of their own, and no other has.", async () => {
  const dogs = small('Rex', 'Pip', 'Duke');
  const screen = await render(<PartyTable host={dog} dogs={dogs} own={{ dogs: small('Pip', 'Duke') }} />);
  const colored = [...screen.container.querySelectorAll('li')].filter((seat) =>
    getComputedStyle(seat).getPropertyValue('--seat'),
  );
  expect(colored.map(plainText)).toEqual(['Pip', 'Duke']);
});

test('A dog that came after the first fifty is at the table of its own guest.', async () => {
  const dogs = small(...Array.from({ length: 50 }, (_, index) => `Rex ${index}`));
  const [front, ...others] = await rowsOf(
    <PartyTable host={dog} dogs={dogs} count={60} own={{ dogs: small('Duke') }} />,
  );
  expect(front?.slice(0, 4)).toEqual(['Biscuit', '', 'Duke', 'Rex 0']);
  expect(others).toHaveLength(6);
});

test('Who comes without a dog has a chair by the cake, and who has not answered is offered one.', async () => {
  expect(await rowsOf(<PartyTable host={dog} dogs={[]} own={{ dogs: [], name: 'Grace' }} />)).toEqual([
    ['Biscuit', '', 'Grace'],
  ]);
  const screen = await render(<PartyTable host={dog} dogs={[]} own={{ dogs: [], href: '#field' }} />);
  const chair = screen.getByRole('link', { name: 'Your dog?' });
  await expect.element(chair).toHaveAttribute('href', '#field');
  const { width, height } = chair.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
});

test.for([
  { dogs: 12, rows: [5] },
  { dogs: 22, rows: [6, 8] },
  { dogs: 38, rows: [5, 8] },
  { dogs: 40, rows: [6] },
])('At a table of $dogs dogs none sits beside its double, nor in front of one.', ({ dogs, rows }) => {
  const host = { name: 'Biscuit', size: null };
  const guests = Array.from({ length: dogs }, () => ({ size: null }));
  const seats = [coatOf({ name: host.name, breed: null }), 'cake', ...coatsAtTable(host, guests)];
  for (const step of [1, ...rows]) {
    for (const [index, coat] of seats.slice(step).entries()) expect(coat).not.toBe(seats[index]);
  }
});

test('Dogs of one size, the birthday dog too, look alike only once each coat of that size is at the table.', () => {
  const host = { name: 'Biscuit', size: 'small', breed: 'Norwich Terrier' } as const;
  const coats = coatsAtTable(host, [{ size: 'giant' }, { size: 'small' }, { size: 'small' }]);
  expect(new Set([coatOf(host), ...coats.slice(1)]).size).toBe(3);
});

test('The birthday dog has one coat at the table of its owner and at that of guests, who are told the coat and not the breed.', async () => {
  const markupOf = async (host: typeof dog & { breed?: string }) => {
    const screen = await render(<PartyTable host={host} dogs={[{ name: 'Rex', size: 'medium' }]} />);
    return screen.container.innerHTML;
  };
  expect(await markupOf({ ...dog, coat: 1 })).toBe(await markupOf({ ...dog, breed: 'Golden Retriever' }));
});

test('Once the party is called off the table has no cake, and at least one row of chairs.', async () => {
  const screen = await render(<PartyTable host={null} dogs={[]} />);
  const seats = () => [...screen.container.querySelectorAll('li')].filter((seat) => seat.checkVisibility());
  expect(seats()).toHaveLength(3);
  await screen.rerender(<PartyTable host={null} dogs={[{ name: 'Rex', size: 'large' }]} />);
  expect(seats()).toHaveLength(3);
  expect(plainText(seats()[0]!)).toBe('Rex');
});
