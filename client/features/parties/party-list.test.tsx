import { useQuery } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { birthdayReport } from '../../../domain/celebrations/birthday-report.ts';
import { partyTimeOf } from '../../../domain/parties/party-time.ts';
import { date } from '../../../domain/testing/dates.ts';
import { type Party, parties } from '../../data/records/parties.ts';
import type { Portrait } from '../../data/records/portraits.ts';
import { recordsQuery } from '../../data/use-records.tsx';
import { deviceZone } from '../../shared/device-zone.ts';
import { photoFile } from '../../testing/canvas.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { answerAsBackend } from '../../testing/pretend-backend.ts';
import type { SeenRequest } from '../../testing/pretend-network.ts';
import { storeSession } from '../../testing/pretend-session.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { onePixel, rex } from '../../testing/sample-dogs.ts';
import { cakeDay, partyRowOf, portraitOn } from '../../testing/sample-parties.ts';
import { setToday } from '../../testing/today.ts';
import { dismissToasts } from '../../ui/toaster.tsx';
import { Memory, PhotoOfTheDay } from './memory.tsx';
import { MemoryQuestion, NextParty, RememberedParties } from './party-list.tsx';
import { PartyTicket } from './party-ticket.tsx';

const today = date('2026-06-15');

beforeEach(() => setToday(2026, 6, 15));

const partyOn = (day: string, title: string) => ({ ...cakeDay, id: title, title, celebrationDate: date(day) });

const dogs = Array.from({ length: 7 }, (_, index) => ({ name: `Dog ${index}`, size: 'small' as const }));
const withDogs = {
  ...{ name: 'Mia', answer: 'yes' as const, adults: 6, children: 0, dogs, allergies: null, note: null, email: null },
  ...{ brings: [], waitingSince: null },
};

test('A ticket says what, when, where, who comes and how many answers are new, and leads to its party. @2.81 @10.77', async () => {
  const screen = await render(
    <ul>
      <PartyTicket
        dog={rex}
        party={partyOn('2026-06-16', 'Cake Day')}
        today={today}
        guests={{ heads: '6 people and 7 dogs', newCount: 2, guests: [withDogs] }}
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
  await expect.element(ticket).toMatchTextContent(/\+2.*6 people and 7 dogs coming.*2 new answers/);
  await expect.element(later).toMatchTextContent(/Nobody coming yet(?!.*new)/);
});

test('The narrowest ticket shows how many more dogs come than it has faces.', async () => {
  await page.viewport(320, 800);
  const guests = { heads: '6 people and 7 dogs', newCount: 2, guests: [withDogs] };
  const screen = await render(
    <ul>
      <PartyTicket dog={rex} party={partyOn('2026-06-16', 'Cake Day')} today={today} guests={guests} />
    </ul>,
  );
  const more = screen.getByText('+2').element();
  const { x, y, width, height } = more.getBoundingClientRect();
  expect(document.elementFromPoint(x + width / 2, y + height / 2)).toBe(more);
});

test('On the page of its dog a ticket leaves out the name, and the days to the next celebration, which are above. @10.37', async () => {
  const next = birthdayReport(rex, today).nextBirthdayDate;
  const rest = { dog: rex, today, guests: undefined, isOnDogPage: true };
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

test("A dog's card has one line about its next party, which leads to it, and none without one. @10.78", async () => {
  const parties = [partyOn('2026-06-27', 'First'), partyOn('2026-08-01', 'Second'), partyOn('2026-09-01', 'Third')];
  const screen = await render(<NextParty upcoming={parties} guests={guests} />);
  const line = screen.getByRole('link', { name: 'Next party: First, in 12 days, and 2 more' });
  await expect.element(line).toHaveAttribute('href', '#party=First');
  const heads = new Map([['First', { heads: '6 people and 2 dogs', newCount: 0 }]]);
  await screen.rerender(<NextParty upcoming={parties} guests={heads} />);
  await expect
    .element(screen.getByText(/^Next party: First, in 12 days, 6 people and 2 dogs coming, and/))
    .toBeVisible();
  await screen.rerender(<NextParty upcoming={[]} guests={heads} />);
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
  const until = { ...partyOn('2026-06-17', 'Late'), time: partyTimeOf('18:30', deviceZone() ?? '', '21:00') };
  const rest = { dog: rex, today, guests: undefined };
  const screen = await render(
    <>
      <PartyTicket party={here} {...rest} />
      <PartyTicket party={there} {...rest} />
      <NextParty upcoming={[here]} guests={guests} />
      <NextParty upcoming={[until]} guests={guests} />
    </>,
  );
  await expect.element(screen.getByText('Next party: Late, in 2 days from 6:30 PM to 9:00 PM')).toBeVisible();
  await expect.element(screen.getByText(/^Tuesday, June 16, 2026, 6:30 PM/)).toBeVisible();
  await expect.element(screen.getByText(/^Wednesday, June 17, 2026, 9:00 AM, Olympus Mons time/)).toBeVisible();
  await expect.element(screen.getByText('Next party: Here, tomorrow at 6:30 PM')).toBeVisible();
});

test('The days to a party elsewhere are those where it takes place, as its guests read them. @10.77 @10.78', async () => {
  // There it is two in the morning of the next day.
  vi.setSystemTime('2026-06-15T12:00:00Z');
  const party = { ...partyOn('2026-06-17', 'Luau'), time: partyTimeOf('18:00', 'Pacific/Kiritimati') };
  const screen = await render(
    <>
      <PartyTicket party={party} dog={rex} today={today} guests={undefined} />
      <NextParty upcoming={[party]} guests={guests} />
    </>,
  );
  await expect.element(screen.getByText('Tomorrow!')).toBeVisible();
  await expect.element(screen.getByText('Next party: Luau, tomorrow at 6:00 PM, Kiritimati time')).toBeVisible();
});

const ownerId = '00000000-0000-4000-8000-00000000000a';
const photos = `${window.location.origin}/storage/v1/object/public/dog-photos/${ownerId}/`;
const firstSwim: Party = { ...cakeDay, title: 'First Swim', celebrationDate: date('2026-06-14') };

beforeEach(() => storeSession(ownerId));

function Shown({ as, portraits }: { as: 'card' | 'page'; portraits: readonly Portrait[] }) {
  const { data: [party] = [] } = useQuery(recordsQuery(ownerId, parties));
  if (!party) return null;
  if (as === 'page') return <PhotoOfTheDay ownerId={ownerId} dog={rex} party={party} />;
  return (
    // With the margin of the album, over which the stamp reaches.
    <ul className="p-4">
      <Memory ownerId={ownerId} dog={rex} party={party} portraits={portraits} held={[party]} />
    </ul>
  );
}

/** Renders a party as the backend has it. `refuse` may answer a request in its place. */
async function open(
  as: 'card' | 'page',
  party: Party = firstSwim,
  refuse: (request: SeenRequest) => Response | undefined = () => undefined,
  portraits: readonly Portrait[] = [],
) {
  const backend = answerAsBackend({ birthday_celebrations: [partyRowOf(party, ownerId)] }, refuse);
  const screen = await renderApp(
    <main>
      <h1>Parties</h1>
      <Shown as={as} portraits={portraits} />
    </main>,
  );
  const removed = () =>
    backend.requests.filter(({ method, path }) => method === 'DELETE' && path.startsWith('/storage/'));
  return { screen, removed, photo: () => backend.rows('birthday_celebrations')[0]?.memory_photo_url };
}

test('A memory has its stamp, is said to be celebrated, and leads to its party. @10.79', async () => {
  const { screen } = await open('card');
  const link = screen.getByRole('link', { name: /^First Swim ?Celebrated: June 14, 2026/ });
  await expect.element(link).toHaveAttribute('href', `#party=${firstSwim.id}`);
});

test('A photo that is added to a memory is kept with its party, and asked for no more. @10.80', async () => {
  const { screen, photo } = await open('card');
  const button = screen.getByLabelText('Add a Photo of First Swim');
  await expect.element(button).toBeInTheDocument();
  (button.element() as HTMLElement).focus();
  await button.upload(await photoFile());
  await expect.element(screen.getByText('What a day!')).toBeVisible();
  expect(photo()).toMatch(new RegExp(`^${photos}\\d+\\.webp$`));
  const link = screen.getByRole('link');
  await expect.element(link).toHaveFocus();
  // The keyboard comes back to it later.
  expect((link.element() as HTMLElement).tabIndex).toBe(0);
  await expect.element(button).not.toBeInTheDocument();
});

test('The photo of the day takes the place of the dog, and is described. @10.80', async () => {
  const { screen } = await open('card', { ...firstSwim, memoryPhotoUrl: onePixel });
  const link = screen.getByRole('link', { name: /^Photo of the day: ?First Swim/ });
  await expect.element(link.getByRole('img')).toHaveAttribute('src', onePixel);
});

test('The print shows the face where the stamp of the day has it, unless the stamp has another photo. @10.80', async () => {
  const kept = portraitOn('2026-06-14', null);
  const ofFace = { ...kept, photoFocus: { x: 20, y: 80 } };
  const party = { ...firstSwim, memoryPhotoUrl: onePixel };
  const { screen } = await open('card', party, undefined, [ofFace]);
  const picture = screen.getByRole('img', { name: 'Photo of the day:' });
  await expect.element(picture).toHaveAttribute('style', expect.stringContaining('object-position'));
  await screen.unmount();
  const other = await open('card', party, undefined, [{ ...ofFace, photoUrl: `${photos}2.webp` }]);
  await expect.element(other.screen.getByRole('img', { name: 'Photo of the day:' })).toBeVisible();
  expect(other.screen.getByRole('img', { name: 'Photo of the day:' }).element()).not.toHaveAttribute('style');
});

test('A file that is no picture is refused beside the button. @10.81', async () => {
  const { screen, photo } = await open('page');
  const button = screen.getByLabelText('Add the Photo of the Day');
  await button.upload(new File(['no picture'], 'day.png', { type: 'text/plain' }));
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The photo must be an image file.');
  await expect.element(button).toHaveAccessibleDescription('The photo must be an image file.');
  expect(photo()).toBeNull();
});

test('A photo that cannot be saved says so, and is saved by another try without a new upload. @10.81', async () => {
  let isDown = true;
  const { screen, photo } = await open('page', firstSwim, ({ method }) =>
    isDown && method === 'PATCH' ? Response.json({ message: 'boom' }, { status: 400 }) : undefined,
  );
  await screen.getByLabelText('Add the Photo of the Day').upload(await photoFile());
  await expect.element(screen.getByText('Could not save celebration. Please try again.')).toBeVisible();
  isDown = false;
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(screen.getByLabelText('Change Photo')).toBeInTheDocument();
  expect(photo()).toContain(photos);
});

test('A photo is replaced; the one before it is deleted only when it can no longer be brought back. @10.81', async () => {
  const before = `${photos}1.webp`;
  const { screen, removed, photo } = await open('page', { ...firstSwim, memoryPhotoUrl: before });
  await screen.getByLabelText('Change Photo').upload(await photoFile());
  await expect.element(screen.getByText('First Swim has its photo.')).toBeVisible();
  expect(photo()).not.toBe(before);
  expect(removed()).toEqual([]);
  dismissToasts();
  await expect.poll(() => removed().map(({ body }) => body)).toEqual([{ prefixes: [`${ownerId}/1.webp`] }]);
});

test('A photo that was removed, by a double press too, comes back by Undo and stays. @10.81', async () => {
  const before = `${photos}1.webp`;
  const { screen, removed, photo } = await open('page', { ...firstSwim, memoryPhotoUrl: before });
  const button = screen.getByRole('button', { name: 'Remove Photo' });
  await expect.element(button).toBeVisible();
  const element = button.element() as HTMLElement;
  element.focus();
  element.click();
  element.click();
  await expect.element(screen.getByLabelText('Add the Photo of the Day')).toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: 'Parties' })).toHaveFocus();
  expect(photo()).toBeNull();
  await screen.getByRole('button', { name: 'Undo' }).first().click();
  await expect.element(screen.getByLabelText('Change Photo')).toBeInTheDocument();
  expect(photo()).toBe(before);
  dismissToasts();
  await expect.element(screen.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(removed()).toEqual([]);
});

test.for([320, 390, 1280])('The longest words stay within a memory in a window %i wide.', async (width) => {
  await page.viewport(width, 800);
  const { screen } = await open('card', { ...firstSwim, title: 'W'.repeat(120) });
  await expect.element(screen.getByRole('link')).toBeVisible();
  expect(contentOutside(screen.getByRole('list').element())).toEqual([]);
});
