import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { partyTimeOf } from '../../../domain/parties/party-time.ts';
import { date } from '../../../domain/testing/dates.ts';
import * as sharing from '../../ui/share.ts';
import { AddToCalendar } from './add-to-calendar.tsx';
import { dogCalendarOffers, partyCalendarOffer } from './calendar-offers.ts';

vi.mock('../../ui/share.ts', { spy: true });

const today = date('2026-06-15');
const revision = { createdAt: '2026-01-01T00:00:00Z', version: 4 };
const luna = { id: 'luna', ...revision, name: 'Luna', size: 'small', birthDate: date('2019-06-14') } as const;

async function savedText(): Promise<{ name: string; type: string; text: string }> {
  const [file] = vi.mocked(sharing.saveFile).mock.lastCall!;
  return { name: file.name, type: file.type, text: await file.text() };
}

async function openFor(offers: Parameters<typeof AddToCalendar>[0]['offers']) {
  const screen = await render(<AddToCalendar offers={offers} />);
  await screen.getByText('Add to Calendar').click();
  return screen;
}

test('The next celebration can be saved, or opened with Google and Outlook. @10.150', async () => {
  const screen = await openFor(dogCalendarOffers(luna, today));
  await screen.getByRole('button', { name: 'Apple or Other: Next celebration, September 14, 2026' }).click();
  const { name, type, text } = await savedText();
  expect([name, type]).toEqual(['luna-next-celebration.ics', 'text/calendar;charset=utf-8']);
  expect(text.match(/^SUMMARY:.*$/gm)).toEqual(['SUMMARY:Luna turns 45 in human years']);
  const addresses = ['Google', 'Outlook'].map((service) => {
    const link = screen.getByRole('link', { name: `${service} (opens a new tab)` }).element() as HTMLAnchorElement;
    expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer']);
    return new URL(link.href);
  });
  expect(
    addresses.map(({ host, searchParams }) => [host, searchParams.get('text') ?? searchParams.get('subject')]),
  ).toEqual([
    ['calendar.google.com', 'Luna turns 45 in human years'],
    ['outlook.live.com', 'Luna turns 45 in human years'],
  ]);
  expect(addresses[0]?.searchParams.get('dates')).toBe('20260914/20260915');
  expect(addresses[1]?.searchParams.get('startdt')).toBe('2026-09-14');
});

test('The celebrations of three years are one file, and no service takes them by a link.', async () => {
  const screen = await openFor([dogCalendarOffers(luna, today)[1]!]);
  await screen.getByRole('button', { name: 'All Celebrations for 3 Years' }).click();
  const { text } = await savedText();
  expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(12);
  expect(text).toContain("X-WR-CALNAME:Luna's celebrations\r\n");
  expect(screen.container.querySelectorAll('a')).toHaveLength(0);
});

test('A party is saved with its place. @10.152', async () => {
  const party = {
    ...{ id: 'p', ...revision, title: 'Cake Day', celebrationDate: date('2026-09-14'), time: null },
    ...{ description: null, location: 'Park, by the pond' },
  };
  const screen = await openFor([partyCalendarOffer(party)]);
  await screen.getByRole('button', { name: 'Apple or Other: Cake Day' }).click();
  expect((await savedText()).text).toContain('LOCATION:Park\\, by the pond\r\n');
});

test('A party with a time opens with Google and Outlook at its instant. @10.157', async () => {
  const party = {
    ...{ id: 'p', ...revision, title: 'Cake Day', celebrationDate: date('2026-09-14') },
    ...{ time: partyTimeOf('18:30', 'America/New_York'), description: null, location: null },
  };
  const screen = await openFor([partyCalendarOffer(party)]);
  const queryOf = (name: RegExp) =>
    new URL((screen.getByRole('link', { name }).element() as HTMLAnchorElement).href).searchParams;
  expect(queryOf(/^Google/).get('dates')).toBe('20260914T223000Z/20260915T003000Z');
  expect(queryOf(/^Outlook/).get('startdt')).toBe('2026-09-14T22:30:00.000Z');
  expect(queryOf(/^Outlook/).get('enddt')).toBe('2026-09-15T00:30:00.000Z');
  expect(queryOf(/^Outlook/).has('allday')).toBe(false);
});
