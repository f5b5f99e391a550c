import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { birthdayReport } from '../../../domain/celebrations/birthday-report.ts';
import { partyTimeOf } from '../../../domain/parties/party-time.ts';
import { date } from '../../../domain/testing/dates.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { rex } from '../../testing/dogs.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { cakeDay } from '../../testing/parties.ts';
import { MemoryQuestion, NextParty, RememberedParties } from './party-list.tsx';
import { PartyTicket } from './party-ticket.tsx';

const today = date('2026-06-15');
const partyOn = (day: string, title: string) => ({ ...cakeDay, id: title, title, celebrationDate: date(day) });

test('A ticket says what, when, where, who comes and how many answers are new, and leads to its party. @2.81 @10.77', async () => {
  const screen = await render(
    <ul>
      <PartyTicket
        dog={rex}
        party={partyOn('2026-06-16', 'Cake Day')}
        today={today}
        guests={{ heads: '6 people and 2 dogs', newCount: 2, guests: [] }}
      />
      <PartyTicket
        dog={rex}
        party={partyOn('2026-07-16', 'Later')}
        today={today}
        guests={{ heads: '', newCount: 0, guests: [] }}
      />
    </ul>,
  );
  const [ticket, later] = [screen.getByRole('link').first(), screen.getByRole('link').last()];
  await expect.element(ticket).toHaveAttribute('href', '#party=Cake Day');
  await expect.element(ticket).toMatchTextContent(/Cake Day.*Tuesday, June 16, 2026.*Tomorrow!.*Rex.*Dog Park/);
  await expect.element(ticket).toMatchTextContent(/6 people and 2 dogs coming.*2 new answers/);
  await expect.element(later).toMatchTextContent(/Nobody coming yet(?!.*new)/);
});

test('On the page of its dog a ticket leaves out the name, and the days to the next celebration, which are above. @10.37', async () => {
  const next = birthdayReport(rex, today).nextBirthdayDate;
  const rest = { dog: rex, today, guests: undefined, isPictured: false, isOnDogPage: true };
  const screen = await render(
    <ul>
      <PartyTicket party={partyOn(next, 'Cake Day')} {...rest} />
      <PartyTicket party={partyOn('2026-06-29', 'Beach Day')} {...rest} />
    </ul>,
  );
  expect(screen.container.textContent).not.toContain('Rex');
  const days = screen.getByText(/days to go!$/).elements();
  expect(days.map((each) => each.getBoundingClientRect().width > 1)).toEqual([false, true]);
});

const guests = new Map<string, { heads: string; newCount: number }>();

test("A dog's card has one line about its next party, which leads to it. @10.78", async () => {
  const parties = [partyOn('2026-06-27', 'First'), partyOn('2026-08-01', 'Second'), partyOn('2026-09-01', 'Third')];
  const screen = await render(<NextParty upcoming={parties} today={today} guests={guests} />);
  const line = screen.getByRole('link', { name: 'Next party: First, in 12 days, and 2 more' });
  await expect.element(line).toHaveAttribute('href', '#party=First');
  const heads = new Map([['First', { heads: '6 people and 2 dogs', newCount: 0 }]]);
  await screen.rerender(<NextParty upcoming={parties} today={today} guests={heads} />);
  await expect
    .element(screen.getByText(/^Next party: First, in 12 days, 6 people and 2 dogs coming, and/))
    .toBeVisible();
});

test('A dog without a party to come has no line.', async () => {
  const screen = await render(<NextParty upcoming={[]} today={today} guests={guests} />);
  expect(screen.container.textContent).toBe('');
});

test('The question for a photo leads to the page of its party, and is not asked again once it was declined. @10.80', async () => {
  const parties = [partyOn('2026-06-14', 'First Swim')];
  const screen = await render(<MemoryQuestion dogs={[rex]} parties={parties} today={today} />);
  await expect.element(screen.getByText('Only crumbs are left of First Swim. Keep one photo?')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Add a Photo' })).toHaveAttribute('href', '#party=First Swim');
  await screen.getByRole('button', { name: 'Not Now' }).click();
  expect(screen.container.textContent).toBe('');
  await screen.unmount();
  const again = await render(<MemoryQuestion dogs={[rex]} parties={parties} today={today} />);
  expect(again.container.textContent).toBe('');
  localStorage.clear();
});

test('The card of a dog in memory folds its past parties, and shows none that was planned.', async () => {
  const parties = [partyOn('2026-06-01', 'First Swim'), partyOn('2026-07-01', 'Planned')];
  const screen = await render(<RememberedParties dog={rex} parties={parties} today={today} />);
  await screen.getByText('1 party').click();
  await expect
    .element(screen.getByRole('list', { name: 'Parties of Rex' }))
    .toMatchTextContent('First SwimJune 1, 2026');
});

test.for([320, 390, 1280])('The longest words stay within a ticket in a window %i wide.', async (width) => {
  await page.viewport(width, 800);
  const party = { ...partyOn('2026-07-01', 'W'.repeat(120)), location: 'W'.repeat(200) };
  const dog = { ...rex, name: 'W'.repeat(60) };
  const screen = await render(
    <ul>
      <PartyTicket
        dog={dog}
        party={party}
        today={today}
        guests={{ heads: '300 people and 90 dogs', newCount: 300, guests: [] }}
      />
    </ul>,
  );
  expect(contentOutside(screen.getByRole('list').element())).toEqual([]);
});

test('Ticket and card say when a party begins, and where its clock is if that is elsewhere. @10.92', async () => {
  const here = { ...partyOn('2026-06-16', 'Here'), time: partyTimeOf('18:30', deviceZone() ?? '') };
  const there = { ...partyOn('2026-06-17', 'There'), time: partyTimeOf('09:00', 'Mars/Olympus_Mons') };
  const rest = { dog: rex, today, guests: undefined };
  const screen = await render(
    <>
      <PartyTicket party={here} {...rest} />
      <PartyTicket party={there} {...rest} />
      <NextParty upcoming={[here]} today={today} guests={guests} />
    </>,
  );
  await expect.element(screen.getByText(/^Tuesday, June 16, 2026, 6:30 PM/)).toBeVisible();
  await expect.element(screen.getByText(/^Wednesday, June 17, 2026, 9:00 AM, Olympus Mons time/)).toBeVisible();
  await expect.element(screen.getByText('Next party: Here, tomorrow at 6:30 PM')).toBeVisible();
});
