import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { date } from '../../domain/testing/dates.ts';
import { PartyTable } from '../art/party-table.tsx';
import { setZoneName } from '../testing/today.ts';
import { invitationIslands } from './invitation-islands.tsx';

const { when: When, clocks: Clocks, link: OwnLink, table: Table, show: Show } = invitationIslands;
const now = Date.UTC(2026, 5, 10, 12);
const time = { date: date('2026-06-20'), hour: '15:30', zone: 'America/New_York', end: null, now };

/** Sets the language, the time zone and the time of the device. */
function onDevice(language: string, timeZone: string | undefined, instant = now) {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
  vi.useFakeTimers({ now: instant, toFake: ['Date'] });
  setZoneName(timeZone);
}

async function textsOn(device: Parameters<typeof onDevice>) {
  onDevice(...device);
  const screen = await render(
    <>
      <p>
        <When {...time} />
      </p>
      <Clocks {...time} isAhead />
    </>,
  );
  const texts = [...screen.container.querySelectorAll('p')].map(({ textContent }) => textContent);
  await screen.unmount();
  vi.useRealTimers();
  vi.restoreAllMocks();
  return texts;
}

test('A guest elsewhere reads their own time beside that of the party, and 24 hours where their language has them. @10.241', async () => {
  expect(await textsOn(['en-US', 'America/New_York'])).toEqual([
    'Sat, Jun 20 · 3:30 PM',
    'New York time · 10 days to go!',
  ]);
  expect(await textsOn(['de', 'Europe/Berlin'])).toEqual([
    'Sat, Jun 20 · 15:30',
    'New York time · 21:30 your time · 10 days to go!',
  ]);
  expect(await textsOn(['en-AU', 'Australia/Sydney'])).toEqual([
    'Sat, Jun 20 · 3:30 PM',
    'New York time · Sun, Jun 21, 5:30 AM your time · 10 days to go!',
  ]);
});

test.for([['Etc/Unknown'], ['+05:30'], [undefined]])(
  'On a device that calls its time zone %s, the time is that of the party. @10.87',
  async ([zone]) => {
    expect(await textsOn(['en-US', zone])).toEqual(['Sat, Jun 20 · 3:30 PM', 'New York time · 10 days to go!']);
  },
);

test('On its day the hours and minutes until a party are told, and that it has begun, and is over. @10.243', async () => {
  const clocksAt = async (instant: number) => (await textsOn(['en-US', 'America/New_York', instant]))[1];
  expect(await clocksAt(Date.UTC(2026, 5, 20, 12, 15))).toBe('New York time · 7 h 15 min to go!');
  expect(await clocksAt(Date.UTC(2026, 5, 20, 19, 29, 30))).toBe('New York time · 1 min to go!');
  expect(await clocksAt(Date.UTC(2026, 5, 20, 20))).toBe("New York time · It's begun!");
  expect(await clocksAt(Date.UTC(2026, 5, 22))).toBe("New York time · It's over.");
});

test('No line ends within the day or the time, at any width. @10.240', async () => {
  const screen = await render(<When {...time} />);
  for (let width = 100; width <= 300; width += 6) {
    screen.container.style.width = `${width}px`;
    const lines = ['Sat, Jun 20', '3:30 PM'].map((text) =>
      screen.getByText(text, { exact: true }).element().getClientRects(),
    );
    expect(lines.map(({ length }) => length)).toEqual([1, 1]);
  }
});

test('A page from a mail says once that it was opened. @10.193', async () => {
  const beacon = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
  const { rerender } = await render(
    <OwnLink address="https://wagday.example/i/own" mailed="" opened="/i/own?opened" />,
  );
  await rerender(<OwnLink address="https://wagday.example/i/own" mailed="" opened="/i/own?opened" />);
  expect(beacon.mock.calls).toEqual([['/i/own?opened', new URLSearchParams()]]);
  beacon.mockClear();
  await render(<OwnLink address="https://wagday.example/i/own" mailed="" opened={null} />);
  expect(beacon).not.toHaveBeenCalled();
});

test('A link that the browser does not copy can be selected. @10.243', async () => {
  const address = 'https://wagday.example/i/own';
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('Not allowed'));
  await render(<OwnLink address={address} mailed="We emailed it to ada@example.org" opened={null} />);
  const copy = page.getByRole('button', { name: 'Copy My Link' });
  await expect.element(copy).toHaveAccessibleDescription("This link's just for you. We emailed it to ada@example.org");
  await copy.click();
  await expect.element(page.getByLabelText('Your own link')).toHaveValue(address);
  copied.mockResolvedValueOnce();
  await copy.click();
  await expect.element(page.getByText(/^Copied!/)).toBeVisible();
  expect(copied).toHaveBeenLastCalledWith(address);
});

test('A dog sits down while a guest who says yes types its name, and leaves with the name or the yes.', async () => {
  const host = { name: 'Biscuit', size: 'medium' } as const;
  const screen = await render(
    <>
      <form className="answer-form">
        <input type="radio" name="answer" value="yes" aria-label="Going" defaultChecked />
        <input type="radio" name="answer" value="maybe" aria-label="Maybe" />
        <input name="dogName" aria-label="Your dog's name" />
        <input type="radio" name="dogSize1" value="giant" aria-label="Giant" />
      </form>
      <Table host={host} dogs={[{ name: 'Rex', size: 'large' }]} count={1} href="#dog" />
    </>,
  );
  const seated = () => [...screen.container.querySelectorAll('.place-card')].map(({ textContent }) => textContent);
  const named = (...names: string[]) => expect.poll(seated).toEqual(names.map((name) => expect.stringContaining(name)));
  const field = screen.getByLabelText("Your dog's name");
  await named('Biscuit', 'Your dog?', 'Rex');
  await field.fill('Bo');
  await named('Biscuit', 'Bo', 'Rex');
  await screen.getByLabelText('Giant').click();
  await expect.poll(() => screen.container.querySelectorAll('[href="#dog-giant"]').length).toBe(1);
  await screen.getByLabelText('Maybe').click();
  await named('Biscuit', 'Your dog?', 'Rex');
  await screen.getByLabelText('Going').click();
  await named('Biscuit', 'Bo', 'Rex');
  await field.fill(' ');
  await named('Biscuit', 'Your dog?', 'Rex');
});

test('In the picture of the table, a dog sits on every chair.', async () => {
  const sizes = ['small', 'medium', 'giant'] as const;
  const dogs = sizes.map((size) => ({ name: size, size }));
  await render(
    <section id="answered">
      <svg aria-hidden="true" />
      <PartyTable host={{ name: 'Biscuit', size: 'small' }} dogs={dogs} />
      <Show title="Cake Day" day="Sat, Jun 20" site="localhost" />
    </section>,
  );
  const made = vi.spyOn(URL, 'createObjectURL');
  await page.getByRole('button', { name: 'Share the Table' }).click();
  await vi.waitFor(() => expect(made).toHaveBeenCalled());
  const markup = await (made.mock.calls[0]![0] as Blob).text();
  const drawn = (name: string) => markup.split(`class="${name}"`).length - 1;
  expect([drawn('chair'), drawn('hops')]).toEqual([4, 4]);
});
