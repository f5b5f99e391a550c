import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setUnreachable } from '../../data/network.ts';
import { dogRowOf, rex } from '../../testing/dogs.ts';
import { answerRequests, goOffline } from '../../testing/network.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { storeSession } from '../../testing/session.ts';
import { setToday } from '../../testing/today.ts';
import * as sharing from '../../ui/share.ts';
import { dismissToasts } from '../../ui/toaster.tsx';
import { You } from './you.tsx';

vi.mock('../../ui/share.ts', { spy: true });

const owner = { id: '1', email: 'rex@example.com', name: 'Ola', newEmail: null };
const token = 'T'.repeat(43);
const grandma = {
  ...{ id: 'a', name: 'Grandma', contents: 'birthdays', parties: false, alarms: true, dog_id: 'luna' },
  ...{ created_at: '2026-06-01T10:00:00Z', last_read_at: '2026-06-14T12:00:00Z' },
};
const phone = { ...grandma, id: 'b', name: 'Phone', contents: 'all', parties: true, alarms: false, dog_id: null };

beforeEach(() => storeSession());
afterEach(async () => {
  setUnreachable(false);
  vi.clearAllMocks();
  await dismissToasts();
});

/** Returns the rows of Luna and of `others` further dogs. */
function packWith(others: number) {
  const more = Array.from({ length: others }, (_, index) => dogRowOf({ ...rex, id: `dog-${index}` }, owner.id));
  return [dogRowOf({ ...rex, id: 'luna', name: 'Luna' }, owner.id), ...more];
}

/** Stands in for the backend. `make` answers the request for a new calendar. */
function answerWith(rows: object[], make: () => Response = () => Response.json(token)) {
  const kept = [...rows];
  return answerRequests(({ method, path, body }) => {
    if (path.includes('/rpc/create_calendar_feed')) {
      const answer = make();
      if (answer.ok) kept.push({ ...phone, id: 'new', ...(body as object), last_read_at: null });
      return answer;
    }
    if (path.includes('/dogs')) return Response.json(packWith(0));
    if (method === 'DELETE') return Response.json([grandma]);
    return Response.json(kept);
  });
}

async function openSection() {
  const screen = await renderApp(<You owner={owner} section={null} reminders={null} />);
  await screen.getByRole('heading', { name: 'Calendars' }).click();
  return screen;
}

test('Calendars say what is in them and when they were read, and without any there is only the form. @10.166', async () => {
  answerWith([grandma, { ...phone, last_read_at: null }, { ...phone, id: 'c', name: 'Old', dog_id: 'gone' }]);
  const screen = await openSection();
  const rows = screen.getByRole('list', { name: 'Your calendars' }).getByRole('listitem');
  await expect
    .poll(() => rows.nth(0).element().textContent)
    .toMatch(/^GrandmaThe birthdays of Luna, alarmsLast read June 14, 2026/);
  await expect
    .poll(() => rows.nth(1).element().textContent)
    .toMatch(/^PhoneAll celebrations of the pack, partiesNot read yet/);
  await expect
    .poll(() => rows.nth(2).element().textContent)
    .toMatch(/All celebrations of a dog that was removed, parties/);
  expect(contentOutside(screen.container)).toEqual([]);
});

test('A calendar needs a name, and its address is shown once, with ways to subscribe. @10.164', async () => {
  const requests = answerWith([]);
  vi.mocked(sharing.copyText).mockResolvedValue('copied');
  const screen = await openSection();
  const name = screen.getByLabelText('Name this calendar');
  await screen.getByRole('button', { name: 'Make Calendar' }).click();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription(/Please give it a name\./);

  await name.fill('  Grandma   Ida ');
  await screen.getByText("Choose What's in It").click();
  await screen.getByLabelText('Dogs').selectOptions('Luna');
  await screen.getByRole('combobox', { name: 'Celebrations' }).selectOptions('Birthdays only');
  await screen.getByLabelText('Planned parties').click();
  await screen.getByLabelText('An alarm at nine in the morning').click();
  await screen.getByRole('button', { name: 'Make Calendar' }).click();
  await expect.element(screen.getByRole('heading', { name: '“Grandma Ida” is ready' })).toHaveFocus();
  expect(requests.find(({ path }) => path.includes('/rpc/create'))?.body).toEqual({
    ...{ name: 'Grandma Ida', contents: 'birthdays', parties: false, alarms: true, dog_id: 'luna' },
  });
  const address = `${window.location.origin}/calendar/${token}.ics`;
  await expect.element(screen.getByText(address)).toBeVisible();
  await screen.getByRole('button', { name: 'Copy Link' }).click();
  expect(sharing.copyText).toHaveBeenCalledWith(address);
  await expect.element(screen.getByRole('button', { name: 'Copied!' })).toBeVisible();
  const apple = screen.getByRole('link', { name: 'Apple' }).element() as HTMLAnchorElement;
  expect(apple.href).toBe(address.replace(/^https?:/, 'webcal:'));
  expect(contentOutside(screen.container)).toEqual([]);
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByText(address)).not.toBeInTheDocument();
  await expect.element(screen.getByText('Not read yet')).toBeVisible();
});

test('Only a second press removes a calendar. @10.167', async () => {
  const requests = answerWith([grandma]);
  const screen = await openSection();
  const remove = screen.getByRole('button', { name: 'Remove the calendar Grandma' });
  await remove.click();
  await screen.getByRole('button', { name: 'Keep It' }).click();
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await remove.click();
  await expect.element(screen.getByRole('button', { name: 'Remove Calendar' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Remove Calendar' }).click();
  await expect.element(screen.getByText('Calendar removed!')).toBeVisible();
  await expect.element(screen.getByText('“Grandma” gets nothing new from now on.')).toBeVisible();
  expect(requests.find(({ method }) => method === 'DELETE')?.path).toContain('/rest/v1/calendar_feeds?id=eq.a');
  await expect.element(remove).not.toBeInTheDocument();
});

test('An eleventh calendar is refused in plain words, and with ten there is no form. @10.172', async () => {
  const full = { code: '23514', message: 'limit reached: an owner has at most 10 calendar feeds' };
  answerWith([phone], () => Response.json(full, { status: 400 }));
  const screen = await openSection();
  await screen.getByLabelText('Name this calendar').fill('Phone');
  await screen.getByRole('button', { name: 'Make Calendar' }).click();
  await expect.element(screen.getByText('Ten is plenty')).toBeVisible();
  await screen.unmount();
  answerWith(Array.from({ length: 10 }, (_, index) => ({ ...phone, id: String(index) })));
  const again = await openSection();
  await expect.element(again.getByText('Remove a calendar before you make another one.')).toBeVisible();
  await expect.element(again.getByRole('button', { name: 'Make Calendar' })).not.toBeInTheDocument();
});

test('What cannot be loaded can be tried again, and without network it says so. @10.173', async () => {
  let isDown = true;
  answerRequests(() => (isDown ? Response.json({ message: 'down' }, { status: 500 }) : Response.json([])));
  const screen = await openSection();
  await expect.element(screen.getByText("We couldn't load your calendars.")).toBeVisible();
  onTestFinished(goOffline());
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(screen.getByText("You're offline. Calendars need the network.")).toBeVisible();
  isDown = false;
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(screen.getByRole('button', { name: 'Make Calendar' })).toBeVisible();
});

test('The whole pack is saved as a file: three years of who lives, and the parties to come. @10.154', async () => {
  setToday(2026, 6, 15);
  vi.mocked(sharing.saveFile).mockReturnValue();
  const revision = { created_at: '2026-01-01T00:00:00Z', version: 1, user_id: '1' };
  const dog = { ...revision, size: 'small', birth_date: '2019-06-14', photo_url: null, breed: null, notes: null };
  const planned = { ...revision, dog_id: 'luna', title: 'Cake Day', description: null, location: null };
  let isDown = false;
  answerRequests(({ path }) => {
    if (path.includes('/calendar_feeds')) return Response.json([]);
    if (isDown) return Response.json({ message: 'down' }, { status: 500 });
    if (path.includes('/dogs')) {
      return Response.json([
        { ...dog, id: 'luna', name: 'Luna' },
        { ...dog, id: 'rex', name: 'Rex', died_on: '2026-01-01' },
      ]);
    }
    return Response.json([
      { ...planned, id: 'cake', celebration_date: '2026-09-14' },
      { ...planned, id: 'past', celebration_date: '2026-01-14' },
    ]);
  });
  const screen = await openSection();
  const save = screen.getByRole('button', { name: 'Download' });
  await expect.element(screen.getByText('Just once? Download the next three years.')).toBeVisible();
  isDown = true;
  await save.click();
  await expect.element(screen.getByText('Could not save your pack as a file. Please try again.')).toBeVisible();
  isDown = false;
  await save.click();
  await expect.poll(() => vi.mocked(sharing.saveFile).mock.calls.length).toBe(1);
  const [file] = vi.mocked(sharing.saveFile).mock.lastCall!;
  const text = await file.text();
  expect(file.name).toBe('pack.ics');
  const summaries = text.match(/^SUMMARY:.*(?=\r)/gm) ?? [];
  expect(summaries.filter((line) => line.includes('Luna'))).toHaveLength(12);
  expect(summaries.filter((line) => !line.includes('Luna'))).toEqual(['SUMMARY:Cake Day']);
});

test.each([
  [250, null, 'three years', '2029-06-15'],
  [251, '18 months ahead', '18 months', '2028-01-01'],
  [1001, '4 months ahead', '4 months', '2026-11-01'],
])(
  'The owner of %i dogs is told how far a calendar of them reaches (%s), and a file has %s. @10.155',
  async (count, reach, span, end) => {
    setToday(2026, 6, 15);
    vi.mocked(sharing.saveFile).mockReturnValue();
    answerRequests(({ path }) => Response.json(path.includes('/dogs') ? packWith(count - 1) : []));
    const screen = await openSection();
    const save = screen.getByRole('button', { name: 'Download' });
    await expect.element(screen.getByText(`Just once? Download the next ${span}.`)).toBeVisible();
    const told = screen.getByText(/^Yours is a large pack/);
    if (reach === null) await expect.element(told).not.toBeInTheDocument();
    else await expect.poll(() => told.element().textContent).toContain(` reaches ${reach}.`);

    await save.click();
    await expect.poll(() => vi.mocked(sharing.saveFile).mock.calls.length).toBe(1);
    const [file] = vi.mocked(sharing.saveFile).mock.lastCall!;
    const days = (await file.text()).match(/(?<=DTSTART;VALUE=DATE:)\d{8}/g)?.sort() ?? [];
    const [first, last] = [days[0], days.at(-1)].map((day) => day?.replace(/(....)(..)(..)/, '$1-$2-$3') ?? '');
    expect(first).toBe('2026-06-20');
    // Rex celebrates every few weeks, so the last day is shortly before the end.
    expect(last! < end).toBe(true);
    expect(Date.parse(end) - Date.parse(last!)).toBeLessThan(60 * 86_400_000);
  },
);
