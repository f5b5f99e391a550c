import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { date } from '../../domain/testing/dates.ts';
import { rex } from '../testing/dogs.ts';
import { cakeDay } from '../testing/parties.ts';
import { setToday } from '../testing/today.ts';
import { PartiesPage } from './parties-page.tsx';

const photoUrl = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const dogs = [
  { ...rex, photoUrl },
  { ...rex, photoUrl, id: 'luna', name: 'Luna' },
];

test('Each dog is pictured on the first of its parties to come, and on the others the day is large.', async () => {
  setToday(2026, 6, 15);
  const partyOn = (day: string, dogId: string) => ({
    ...cakeDay,
    id: day,
    dogId,
    title: day,
    celebrationDate: date(day),
  });
  const screen = await render(
    <PartiesPage
      ownerId="robin"
      dogs={dogs}
      parties={[
        partyOn('2026-06-20', rex.id),
        partyOn('2026-07-20', rex.id),
        partyOn('2026-08-20', 'luna'),
        partyOn('2026-09-20', rex.id),
      ]}
      book={new Map()}
      today={date('2026-06-15')}
      onDecide={() => {}}
      onPlan={() => {}}
    />,
  );
  const tickets = screen.getByRole('list', { name: 'Parties to come' }).getByRole('link').elements();
  expect(tickets.map((ticket) => ticket.querySelector('img') !== null)).toEqual([true, false, true, false]);
});
