import { beforeEach, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { partyTimeOf, zonePlace } from '../../../domain/parties/party-time.ts';
import { date } from '../../../domain/testing/dates.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { answerRequests } from '../../testing/pretend-network.ts';
import { storeSession } from '../../testing/pretend-session.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { rex } from '../../testing/sample-dogs.ts';
import { cakeDay as party } from '../../testing/sample-parties.ts';
import { setToday, setZoneName } from '../../testing/today.ts';
import * as sharing from '../../ui/share.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { PartyDialog } from './party-dialog.tsx';
import { keepInCalendar, offerToCancelInCalendar, type PartyRequest, useCancelParty } from './party-drafts.ts';

vi.mock('../../ui/share.ts', { spy: true });

const ownerId = '00000000-0000-4000-8000-00000000000a';
beforeEach(() => setToday(2026, 6, 15));
beforeEach(() => storeSession(ownerId));

function rowOf(body: unknown) {
  return { id: party.id, created_at: '2026-06-15T12:00:00+00:00', ...(body as object) };
}

/** Takes whatever is saved. */
function answerSaves() {
  return answerRequests(({ method, body }) => {
    if (method === 'POST') return Response.json(rowOf(body), { status: 201 });
    return Response.json(method === 'PATCH' ? [{ ...rowOf(body), dog_id: rex.id, user_id: ownerId, version: 2 }] : []);
  });
}

async function open(request: PartyRequest, rest: { tellingOf?: () => string; descriptionHint?: string } = {}) {
  const onClose = vi.fn();
  const onReopen = vi.fn();
  const onRemove = vi.fn();
  const onPlanned = vi.fn();
  const screen = await renderApp(
    <PartyDialog
      ownerId={ownerId}
      request={request}
      tellingOf={() => ''}
      descriptionHint={null}
      {...{ onPlanned, onReopen, onRemove, onClose, ...rest }}
    />,
  );
  return { screen, onClose, onReopen, onRemove, onPlanned };
}

test('The form comes filled in with the next birthday and a fitting title, and is not sent without either. @2.77 @4.13 @5.5', async () => {
  const { screen } = await open({ dog: rex, party: null });
  await expect.element(screen.getByRole('dialog', { name: 'Plan Birthday Celebration' })).toBeVisible();
  await expect.element(screen.getByLabelText('Title')).toHaveValue("Rex's 6th Birthday");
  await expect.element(screen.getByLabelText('Celebration Date')).toHaveValue('2026-06-20');
  await expect.element(screen.getByLabelText('Location (optional)')).toHaveValue('');
  await expect.element(screen.getByLabelText('Description (optional)')).toHaveValue('');
  const submit = screen.getByRole('button', { name: 'Plan Celebration' });
  await expect.element(submit).toBeEnabled();
  await screen.getByLabelText('Title').fill('  ');
  await expect.element(submit).toBeDisabled();
  await screen.getByLabelText('Title').fill('Party');
  await expect.element(submit).toBeEnabled();
  await screen.getByLabelText('Celebration Date').fill('');
  await expect.element(submit).toBeDisabled();
});

test('A party planned again is a new one with the place, the hours and the words of the former, and is kept apart from others. @10.350', async () => {
  const requests = answerSaves();
  const again = {
    ...party,
    ...{ title: "Rex's 5th Birthday", celebrationDate: date('2025-06-20'), description: 'Bring a ball.' },
    ...{ time: partyTimeOf('15:00', 'Europe/Berlin', '17:30'), memoryPhotoUrl: '/day.webp' },
  };
  const { screen } = await open({ dog: rex, party: null, again });
  await expect.element(screen.getByRole('dialog', { name: 'Plan Birthday Celebration' })).toBeVisible();
  await screen.getByLabelText('Location (optional)').fill('Lake');
  await screen.unmount();
  const { screen: other } = await open({ dog: rex, party: null });
  await expect.element(other.getByLabelText('Location (optional)')).toHaveValue('');
  await other.unmount();
  const { screen: resumed } = await open({ dog: rex, party: null, again });
  await expect.element(resumed.getByLabelText('Location (optional)')).toHaveValue('Lake');
  await resumed.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect.poll(() => requests.length).toBe(1);
  expect(requests[0]?.body).toMatchObject({
    ...{ title: "Rex's 6th Birthday", celebration_date: '2026-06-20', description: 'Bring a ball.', location: 'Lake' },
    ...{ celebration_time: '15:00', end_time: '17:30', time_zone: 'Europe/Berlin' },
  });
  expect(requests[0]?.body).not.toMatchObject({ id: party.id });
  expect(requests[0]?.body).not.toHaveProperty('memory_photo_url');
});

test('An unusual day is asked about beside the field and planned when it is meant; one after 2100 is refused. @5.11', async () => {
  const requests = answerSaves();
  const { screen, onPlanned } = await open({ dog: rex, party: null });
  const field = screen.getByLabelText('Celebration Date');
  const submit = screen.getByRole('button', { name: 'Plan Celebration' });
  await field.fill('9999-12-31');
  await submit.click();
  await expect.element(field).toHaveAccessibleDescription(/up to the year 2100/);
  await expect.element(field).toHaveFocus();
  const answer = screen.getByRole('button', { name: 'Yes, That Day' });
  for (const [day, question] of [
    ['2028-06-16', 'That is more than 2 years away. Plan it anyway?'],
    ['2026-06-14', 'That day has passed. Plan it anyway?'],
  ] as const) {
    await field.fill(day);
    // The question about another day is gone, and pressing the button again does not confirm the day.
    await expect.element(answer).not.toBeInTheDocument();
    await submit.click();
    await submit.click();
    await expect.element(answer).toHaveFocus();
    await expect.element(answer).toHaveAccessibleDescription(question);
  }
  expect(requests).toEqual([]);
  await answer.click();
  await expect.poll(() => onPlanned.mock.calls.length).toBe(1);
  expect(requests.map(({ body }) => body)).toMatchObject([{ celebration_date: '2026-06-14' }]);
  await expect.element(screen.getByText('Celebration planned!')).toBeVisible();
  expect(screen.getByText('Now tell the guests.').query()).toBeNull();
});

test('A party is saved exactly as specified, and the form closes. @3.3 @3.4 @4.17 @5.6 @7.14 @7.16 @8.26 @8.27', async () => {
  const requests = answerSaves();
  const { screen, onClose, onPlanned } = await open({ dog: rex, party: null });
  await screen.getByLabelText('Location (optional)').fill('Dog Park');
  await screen.getByLabelText('Title').fill('Cake Day');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Celebration planned!')).toBeInTheDocument();
  await expect.element(screen.getByText('Now tell the guests.')).toBeVisible();
  expect(onClose).toHaveBeenCalledOnce();
  expect(onPlanned).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ title: 'Cake Day' }));
  const { id, invitation_image_url, ...rest } = requests[0]!.body as Record<string, unknown>;
  expect(rest).toEqual({
    dog_id: rex.id,
    user_id: ownerId,
    title: 'Cake Day',
    description: null,
    celebration_date: '2026-06-20',
    celebration_time: null,
    end_time: null,
    time_zone: null,
    location: 'Dog Park',
    shared_platforms: [],
  });
  expect(invitation_image_url).toContain(rex.id);
  expect(id).toMatch(/^[\da-f-]{36}$/);
});

test('A party that cannot be saved says so, and all that was typed stays. @8.13', async () => {
  answerRequests(() => Response.json({ message: 'boom' }, { status: 500 }));
  const { screen, onClose } = await open({ dog: rex, party: null });
  await screen.getByLabelText('Title').fill('Cake Day');
  await screen.getByLabelText('Description (optional)').fill('Bring a ball.');
  await screen.getByRole('button', { name: 'Plan Celebration' }).click();
  const toast = screen.getByRole('listitem');
  await expect.element(toast.getByText('Error', { exact: true })).toBeVisible();
  await expect.element(toast.getByText('Could not create celebration. Please try again.')).toBeVisible();
  await expect.element(screen.getByLabelText('Title')).toHaveValue('Cake Day');
  await expect.element(screen.getByLabelText('Description (optional)')).toHaveValue('Bring a ball.');
  expect(onClose).not.toHaveBeenCalled();
});

test('The invitation is drawn while it is typed, and described.', async () => {
  const { screen } = await open({ dog: rex, party: null });
  const picture = screen.getByRole('img', {
    name: /^Invitation with a picture of Rex: Rex's 6th Birthday, Saturday, June 20, 2026/,
  });
  await expect.element(picture).toHaveAttribute('src', expect.stringMatching(/^blob:/));
  const first = picture.element().getAttribute('src');
  await screen.getByLabelText('Title').fill('Cake Day');
  const next = screen.getByRole('img', { name: /Cake Day/ });
  await expect.poll(() => next.element().getAttribute('src')).not.toBe(first);
  // A day that has been is no invitation any more.
  await screen.getByLabelText('Celebration Date').fill('2026-06-01');
  await expect.element(screen.getByRole('img', { name: /^Memory with a picture of Rex: Cake Day/ })).toBeVisible();
});

test('A picture that cannot be drawn says so once, and planning still works. @8.12', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  answerSaves();
  const { screen } = await open({ dog: rex, party: null });
  await expect.element(screen.getByText('Image generation failed')).toBeVisible();
  await expect.element(screen.getByText('Could not create invitation image. Please try again.')).toBeVisible();
  await screen.getByLabelText('Title').fill('Cake Day');
  expect(screen.getByText('Image generation failed').elements()).toHaveLength(1);
  await screen.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect.element(screen.getByText('Celebration planned!')).toBeInTheDocument();
});

test('A planned party is edited in the same form.', async () => {
  const requests = answerSaves();
  // No question comes up about the day that the party has already.
  const { screen, onClose } = await open({ dog: rex, party: { ...party, celebrationDate: date('9999-12-31') } });
  await expect.element(screen.getByRole('dialog', { name: 'Edit Birthday Celebration' })).toBeVisible();
  await expect.element(screen.getByLabelText('Title')).toHaveValue('Cake Day');
  await screen.getByLabelText('Location (optional)').fill('');
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  await expect.element(screen.getByText('Party updated!')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalledOnce();
  expect(requests[0]?.path).toContain(`id=eq.${party.id}`);
  expect(requests[0]?.body).toEqual({
    user_id: ownerId,
    title: 'Cake Day',
    celebration_date: '9999-12-31',
    celebration_time: null,
    end_time: null,
    time_zone: null,
    description: null,
    location: null,
    memory_photo_url: null,
  });
});

test('A party form that is closed with something in it is kept until it is saved.', async () => {
  answerSaves();
  const { screen, onClose, onReopen } = await open({ dog: rex, party: null });
  await screen.getByLabelText('Title').fill('Cake Day');
  await screen.getByRole('button', { name: 'Not Now' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  await expect.element(screen.getByText('Kept for you')).toBeInTheDocument();
  (screen.getByRole('button', { name: 'Reopen', includeHidden: true }).element() as HTMLElement).click();
  expect(onReopen).toHaveBeenCalledOnce();
  await screen.unmount();

  const again = await open({ dog: rex, party: null });
  await expect.element(again.screen.getByLabelText('Title')).toHaveValue('Cake Day');
  await expect.element(again.screen.getByText('Picked up where you left off.')).toBeVisible();
  await again.screen.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect.poll(() => again.onPlanned.mock.calls.length).toBe(1);
  await again.screen.unmount();
  const next = await open({ dog: rex, party: null });
  await expect.element(next.screen.getByLabelText('Title')).toHaveValue("Rex's 6th Birthday");
});

test('A party that has been can be removed from the memories in its form, and one to come cannot. @10.79', async () => {
  const past = { ...party, celebrationDate: date('2026-06-01') };
  const { screen, onRemove, onClose } = await open({ dog: rex, party: past });
  await screen.getByRole('button', { name: 'Remove From Memories' }).click();
  expect(onRemove).toHaveBeenCalledWith(past);
  expect(onClose).toHaveBeenCalledOnce();
  await screen.unmount();
  const { screen: other } = await open({ dog: rex, party });
  await expect.element(other.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  await expect.element(other.getByRole('button', { name: 'Remove From Memories' })).not.toBeInTheDocument();
});

test('On a phone the first screen has the invitation, all fields and the buttons, and a long title is whole. @10.84', async () => {
  await page.viewport(390, 844);
  const { screen } = await open({ dog: { ...rex, name: 'Sir Barksalot of Upper Biscuitshire' }, party: null });
  const title = screen.getByLabelText('Title').element();
  expect(title.scrollHeight).toBeLessThanOrEqual(title.clientHeight);
  await expect.element(screen.getByRole('img', { name: /^Invitation with a picture of/ })).toBeInViewport({ ratio: 1 });
  await expect.element(screen.getByLabelText('Description (optional)')).toBeInViewport();
  await expect.element(screen.getByRole('button', { name: 'Plan Celebration' })).toBeInViewport({ ratio: 1 });
});

test('A time is folded until it is wanted, and goes with the zone of the device. @10.86', async () => {
  const requests = answerSaves();
  const { screen } = await open({ dog: rex, party: null });
  await expect.element(screen.getByLabelText('Time (optional)')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Add a Time' }).click();
  const field = screen.getByLabelText('Time (optional)');
  await expect.element(field).toHaveFocus();
  await field.fill('18:30');
  await expect.element(screen.getByText(new RegExp(`^Time zone: ${zonePlace(deviceZone() ?? '')}\\.`))).toBeVisible();
  // The invitation takes the zone of the device for granted. The words, which are sent elsewhere, name it.
  await expect.element(screen.getByRole('img', { name: /June 20, 2026, 6:30 PM$/ })).toBeVisible();
  await screen.getByLabelText('Until (optional)').fill('01:00');
  await expect.element(screen.getByText('On the day after.')).toBeVisible();
  const topOf = (part: Locator) => part.element().getBoundingClientRect().top;
  const remove = screen.getByRole('button', { name: 'Remove the time' });
  expect(Math.abs(topOf(remove) - topOf(field))).toBeLessThan(5);
  await screen.getByLabelText('Until (optional)').fill('18:30');
  await screen.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect
    .element(screen.getByLabelText('Until (optional)'))
    .toHaveAccessibleDescription('A party ends after it begins.');
  await screen.getByLabelText('Until (optional)').fill('21:00');
  await field.fill('');
  await screen.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect.element(field).toHaveAccessibleDescription('It ends, so when does it begin?');
  await field.fill('18:30');
  await screen.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect
    .poll(() => requests.map(({ body }) => body))
    .toMatchObject([{ celebration_time: '18:30', end_time: '21:00', time_zone: deviceZone() }]);
});

test('A time can be in another zone, and be removed again. @10.88', async () => {
  const requests = answerSaves();
  const timed = { ...party, time: partyTimeOf('18:30', 'Asia/Kathmandu', '21:00') };
  const { screen, onClose } = await open({ dog: rex, party: timed });
  await expect.element(screen.getByLabelText('Time (optional)')).toHaveValue('18:30');
  await expect.element(screen.getByText(/^Time zone: Kathmandu\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Change Time Zone' }).click();
  const zone = screen.getByLabelText('Time zone');
  await expect.element(zone).toHaveFocus();
  await expect.element(zone).toHaveValue('Asia/Kathmandu');
  await zone.selectOptions('America/Argentina/Salta');
  await expect.element(screen.getByRole('img', { name: /6:30 PM to 9:00 PM, Salta time/ })).toBeVisible();
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(requests[0]?.body).toMatchObject({ celebration_time: '18:30', time_zone: 'America/Argentina/Salta' });
  await screen.unmount();

  const { screen: again } = await open({ dog: rex, party: timed });
  await again.getByRole('button', { name: 'Remove the time' }).click();
  await expect.element(again.getByRole('button', { name: 'Add a Time' })).toHaveFocus();
  await again.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => requests.length).toBeGreaterThan(1);
  expect(requests.at(-1)?.body).toMatchObject({ celebration_time: null, end_time: null, time_zone: null });
});

test('A device that does not know its time zone asks for it, and its invitation names the zone. @10.87', async () => {
  setZoneName('Etc/Unknown');
  const requests = answerSaves();
  const { screen } = await open({ dog: rex, party: null });
  await screen.getByRole('button', { name: 'Add a Time' }).click();
  await screen.getByLabelText('Time (optional)').fill('18:30');
  const zone = screen.getByLabelText('Time zone');
  await expect.element(zone).toHaveValue('');
  await screen.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect.element(zone).toHaveAccessibleDescription('Please choose a time zone.');
  await expect.element(zone).toHaveFocus();
  expect(requests).toEqual([]);
  await zone.selectOptions('UTC');
  await expect.element(screen.getByRole('img', { name: /June 20, 2026, 6:30 PM, UTC$/ })).toBeVisible();
  await screen.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect
    .poll(() => requests.map(({ body }) => body))
    .toMatchObject([{ celebration_time: '18:30', time_zone: 'UTC' }]);
});

test('A time that the clocks skip is refused beside its field, and what is typed stays.', async () => {
  const requests = answerSaves();
  const timed = { ...party, celebrationDate: date('2027-03-14'), time: partyTimeOf('18:30', 'America/New_York') };
  const { screen, onClose } = await open({ dog: rex, party: timed });
  const field = screen.getByLabelText('Time (optional)');
  await field.fill('02:30');
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  await expect
    .element(field)
    .toHaveAccessibleDescription('The clocks go forward that night and skip this time. Please choose another.');
  await expect.element(field).toHaveValue('02:30');
  expect(requests).toEqual([]);
  await field.fill('03:30');
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(requests[0]?.body).toMatchObject({ celebration_time: '03:30', time_zone: 'America/New_York' });
});

test('Beside the description is what to know of it, where there is something. @10.281', async () => {
  const { screen } = await open({ dog: rex, party }, { descriptionHint: 'All your guests read this.' });
  const field = screen.getByLabelText('Description (optional)');
  await expect.element(field).toHaveAccessibleDescription('All your guests read this.');
  await screen.unmount();
  const { screen: plain } = await open({ dog: rex, party });
  await expect.element(plain.getByLabelText('Description (optional)')).not.toHaveAttribute('aria-describedby');
});

test.each([
  ['Description (optional)', 'Bring a towel.', party, false],
  ['Celebration Date', '2026-07-02', party, true],
  ['Title', 'The first cake', { ...party, celebrationDate: date('2025-06-20') }, false],
])(
  'A new %s says how guests are told, if they are: of what, when and where, before the party. @10.292',
  async (label, typed, of, isTold) => {
    answerSaves();
    const { screen } = await open({ dog: rex, party: of }, { tellingOf: () => "We'll email 3 guests." });
    await screen.getByLabelText(label).fill(typed);
    await screen.getByRole('button', { name: 'Save Changes' }).click();
    await expect.element(screen.getByText('Party updated!')).toBeVisible();
    expect(screen.getByText("We'll email 3 guests.").query() !== null).toBe(isTold);
  },
);

function CallOff() {
  const cancel = useCancelParty(
    ownerId,
    () => undefined,
    () => '',
  );
  return (
    <button type="button" onClick={() => void cancel(party)}>
      Call Off
    </button>
  );
}

test('An Undo before the backend has answered leaves the party in the calendar, too.', async () => {
  const answer = Promise.withResolvers<Response>();
  answerRequests(({ method }) => {
    if (method === 'DELETE') return answer.promise;
    return method === 'POST' ? new Response(null, { status: 201 }) : Response.json([]);
  });
  keepInCalendar(party);
  const screen = await renderApp(<CallOff />);
  await screen.getByRole('button', { name: 'Call Off' }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  answer.resolve(Response.json([{ id: party.id }]));
  await expect.element(screen.getByText('The party is on again!')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save File' }).elements()).toEqual([]);
});

test('Who has saved a party as a file gets one that cancels it in the calendar, too; nobody else is asked. @10.153', async () => {
  vi.mocked(sharing.saveFile).mockReturnValue();
  const screen = await render(<Toaster />);
  const question = screen.getByText('Open this file, and “Cake Day” is called off there, too.');
  keepInCalendar({ ...party, id: 'other' });
  offerToCancelInCalendar(party);
  keepInCalendar(party);
  offerToCancelInCalendar(party);
  await expect.element(question).toBeVisible();
  expect(question.elements()).toHaveLength(1);
  await screen.getByRole('button', { name: 'Save File' }).click();
  await expect.poll(() => vi.mocked(sharing.saveFile).mock.calls.length).toBe(1);
  const text = await vi.mocked(sharing.saveFile).mock.lastCall![0].text();
  expect(text).toContain('STATUS:CANCELLED\r\n');
  expect(text).toContain('SUMMARY:Cake Day\r\n');
});
