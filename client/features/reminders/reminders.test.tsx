import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { zonePlace, zoneTime } from '../../../domain/parties/party-time.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { answerAsBackend, type Row } from '../../testing/pretend-backend.ts';
import { answerRequests, goOffline } from '../../testing/pretend-network.ts';
import { pretendPush, siteKey } from '../../testing/pretend-push.ts';
import { storeSession } from '../../testing/pretend-session.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { setZoneName } from '../../testing/today.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ReminderOffer, Reminders } from './reminders.tsx';
import { hoursOfDay, otherDeviceZone } from './reminders-panel.tsx';

const owner = { id: '1', email: 'rex@example.com', name: null, newEmail: null };
const zone = deviceZone() ?? '';
const place = zonePlace(zone);

/** A row of settings. Only the stand-in of the backend needs its id. */
const row: Row = {
  id: 'settings',
  user_id: '1',
  time_zone: zone,
  hour: 8,
  days_before: [0],
  by_mail: true,
  by_push: false,
  created_at: '2026-06-01T10:00:00Z',
  version: 3,
};

beforeEach(() => {
  storeSession();
  pretendPush('default');
});

function isOfProof({ path }: { path: string }) {
  return path.endsWith('/rpc/is_own_address_proven');
}

async function renderReminders(
  settings: Row[],
  subscriptions: Row[] = [],
  answer: Parameters<typeof answerAsBackend>[1] = () => undefined,
) {
  const backend = answerAsBackend({ reminder_settings: settings, push_subscriptions: subscriptions }, (request) =>
    request.path.endsWith('/push-key')
      ? Response.json({ key: siteKey })
      : (answer(request) ?? (isOfProof(request) ? Response.json(true) : undefined)),
  );
  const screen = await renderApp(
    <Dialog title="Reminders" onClose={() => {}}>
      <Reminders owner={owner} />
    </Dialog>,
  );
  return {
    backend,
    screen,
    byMail: screen.getByLabelText('By email'),
    byPush: screen.getByLabelText('By notification on this device'),
    save: screen.getByRole('button', { name: 'Save Reminders' }),
    sendTest: screen.getByRole('button', { name: 'Send a Test Reminder' }),
    sent: () => backend.requests.filter((request) => request.method !== 'GET' && !isOfProof(request)),
  };
}

test('Reminders are off until they are asked for: nothing is ticked, and nobody is asked for notifications. @10.313', async () => {
  const { ask } = pretendPush('default');
  const { screen, byMail, byPush, save, sendTest, sent } = await renderReminders([]);
  await expect.element(byMail).not.toBeChecked();
  await expect.element(byMail).toHaveAccessibleDescription('To rex@example.com');
  await expect.element(byPush).not.toBeChecked();
  for (const part of [screen.getByLabelText('On the day'), screen.getByLabelText('At'), save]) {
    await expect.element(part).not.toBeInTheDocument();
  }
  await expect.element(sendTest).not.toBeInTheDocument();
  expect(ask).not.toHaveBeenCalled();
  expect(sent()).toEqual([]);
});

test('Mail at nine, a week before and on the day, is saved with the time zone of the device. @10.314', async () => {
  const { screen, byMail, save, sendTest, sent } = await renderReminders([]);
  await byMail.click();
  await expect.element(byMail).toHaveAccessibleDescription('To rex@example.com');
  await expect.element(screen.getByText(zoneTime(zone))).toBeVisible();
  await screen.getByLabelText('A week before').click();
  await screen.getByLabelText('At').selectOptions('9');
  await save.click();
  await expect.element(screen.getByText('Reminders saved!')).toBeVisible();
  const settings = { time_zone: zone, hour: 9, days_before: [0, 7], by_mail: true, by_push: false };
  expect(sent()).toMatchObject([{ method: 'POST', path: /reminder_settings/, body: { user_id: '1', ...settings } }]);
  await expect.element(sendTest).toBeEnabled();
});

test('A change names the version that was seen, and another in between is shown and not overwritten. @10.320', async () => {
  const { backend, screen, save, sent } = await renderReminders([row]);
  await screen.getByLabelText('The day before').click();
  backend.change('reminder_settings', 'settings', { hour: 20 });
  await save.click();
  await expect.element(screen.getByText(/were changed on another device/)).toBeVisible();
  expect(sent()).toMatchObject([{ method: 'PATCH', path: /version=eq\.3/ }]);
  await expect.element(screen.getByLabelText('At')).toHaveValue('20');
  expect(backend.rows('reminder_settings')).toMatchObject([{ hour: 20, days_before: [0] }]);
  await expect.element(save).toBeEnabled();
  await screen.getByLabelText('The day before').click();
  await save.click();
  await expect.poll(() => backend.rows('reminder_settings')[0]?.days_before).toEqual([0, 1]);
});

test('The question whether to be reminded is over once reminders are on. @10.321', async () => {
  const settings: Row[] = [];
  answerRequests(() => Response.json(settings));
  const offered = (dogCount: number, isShown = true) => <ReminderOffer {...{ owner, dogCount, isShown }} />;
  const screen = await render(offered(0));
  await screen.rerender(offered(1));
  await expect.element(screen.getByRole('complementary')).toBeVisible();
  settings.push(row);
  await screen.rerender(offered(1, false));
  await screen.rerender(offered(1));
  await expect.element(screen.getByRole('complementary')).not.toBeInTheDocument();
});

test('The question whether to be reminded does not return once it is answered, also while the reminders are read again. @10.321', async () => {
  const again = Promise.withResolvers<Response>();
  const answers = [Promise.resolve(Response.json([])), again.promise];
  const requests = answerRequests(() => answers.shift() ?? Response.json([]));
  const offered = (dogCount: number, isShown = true) => <ReminderOffer {...{ owner, dogCount, isShown }} />;
  const screen = await render(offered(0));
  await screen.rerender(offered(1));
  await expect.element(screen.getByRole('complementary')).toBeVisible();
  await screen.rerender(offered(1, false));
  await screen.rerender(offered(1));
  await expect.poll(() => requests).toHaveLength(2);
  await screen.getByRole('button', { name: 'Not Now' }).click();
  const answer = Response.json([]);
  again.resolve(answer);
  await expect.poll(() => answer.bodyUsed).toBe(true);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(screen.getByRole('complementary').query()).toBeNull();
});

test('Without a day nothing is saved, and the first day gets the focus. @10.314', async () => {
  const { screen, save, sent } = await renderReminders([row]);
  await screen.getByLabelText('On the day').click();
  await save.click();
  await expect.element(screen.getByText('Please choose at least one day.')).toBeVisible();
  await expect.element(screen.getByLabelText('On the day')).toHaveFocus();
  expect(sent()).toEqual([]);
});

test('A notification is asked for in the press, and this device is subscribed when the reminders are saved. @10.316', async () => {
  const { ask, subscribe, endpoint } = pretendPush('default');
  const { backend, screen, byPush, save } = await renderReminders([]);
  await byPush.click();
  expect(ask).toHaveBeenCalledOnce();
  await expect.element(byPush).toBeChecked();
  expect(subscribe).not.toHaveBeenCalled();
  await save.click();
  await expect.element(screen.getByText('Reminders saved!')).toBeVisible();
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: expect.any(Uint8Array) });
  expect(backend.rows('push_subscriptions')).toMatchObject([
    { endpoint: endpoint(), p256dh: 'key-1', auth: 'secret-1', device: expect.any(String) },
  ]);
  expect(backend.rows('reminder_settings')).toMatchObject([{ by_mail: false, by_push: true }]);

  // What is changed while the form is being saved is not saved.
  await expect.element(save).toBeEnabled();
  await expect.element(byPush).toBeChecked();
  await byPush.click();
  await save.click();
  await expect.element(screen.getByText('Reminders are off')).toBeVisible();
  expect(backend.rows('push_subscriptions')).toEqual([]);
  expect(endpoint()).toBeNull();
});

test('Another device is removed by a press, and stays on when this one takes part no longer; a failure keeps it, and what is typed stays. @10.316 @10.317', async () => {
  await page.viewport(320, 640);
  pretendPush('granted');
  let isBroken = true;
  const phone = { id: 'phone', endpoint: 'https://web.push.apple.com/phone', device: 'Safari on an iPhone' };
  const nameless = { id: 'nameless', endpoint: 'https://web.push.apple.com/nameless', device: null };
  const { backend, screen, byMail, byPush, save } = await renderReminders(
    [{ ...row, by_push: true, by_mail: false, time_zone: 'Asia/Kathmandu' }],
    [phone, nameless],
    ({ method }) => (method === 'DELETE' && isBroken ? Response.json({ message: 'boom' }, { status: 400 }) : undefined),
  );
  const others = screen.getByRole('list', { name: 'Notifications also go to' }).getByRole('listitem');
  await expect.element(others.getByText('Safari on an iPhone', { exact: true })).toBeVisible();
  await expect.element(byPush).not.toBeChecked();
  await byPush.click();
  await save.click();
  await expect.poll(() => backend.rows('push_subscriptions').length).toBe(3);
  // What is changed while the form is being saved is not saved.
  await expect.element(save).toBeEnabled();
  await byMail.click();
  const remove = screen.getByRole('button', { name: 'Remove Safari on an iPhone' });
  await remove.click();
  await expect.element(screen.getByText('Could not remove that device. Please try again.')).toBeVisible();
  isBroken = false;
  await remove.click();
  await expect.element(screen.getByText('No more notifications go to Safari on an iPhone.')).toBeVisible();
  await expect.element(remove).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Remove another device' })).toBeVisible();
  expect(backend.rows('push_subscriptions').map(({ id }) => id)).not.toContain('phone');
  expect(backend.rows('push_subscriptions')).toHaveLength(2);
  await expect.element(byPush).toBeChecked();
  await expect.element(byMail).toBeChecked();
  expect(contentOutside(screen.getByRole('dialog').element())).toEqual([]);
  await byPush.click();
  await save.click();
  await expect.poll(() => backend.rows('push_subscriptions')).toEqual([expect.objectContaining(nameless)]);
  expect(backend.rows('reminder_settings')).toMatchObject([{ by_push: true }]);
});

test('Where notifications are blocked the box says how to allow them, and works once they are. @10.318', async () => {
  const { answerWith, setPermission } = pretendPush('default');
  answerWith('denied');
  const { byPush } = await renderReminders([]);
  await byPush.click();
  await expect.element(byPush).not.toBeChecked();
  await expect.element(byPush).toBeDisabled();
  await expect.element(byPush).toHaveAccessibleDescription(/blocks notifications .* settings/);
  setPermission('default');
  window.dispatchEvent(new Event('focus'));
  await expect.element(byPush).toBeEnabled();
});

const agents = [
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)', /Home Screen first/],
  ['Mozilla/5.0 (X11; Linux x86_64)', /can't show notifications\. Email works/],
] as const;

test.for(agents)('A browser without notifications says so kindly: %s. @10.318', async ([agent, words]) => {
  vi.stubGlobal('PushManager', undefined);
  // The operator `in` would still find a stub of `undefined`.
  Reflect.deleteProperty(window, 'PushManager');
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  const { byPush, byMail } = await renderReminders([]);
  await expect.element(byPush).toBeDisabled();
  await expect.element(byPush).toHaveAccessibleDescription(words);
  await expect.element(byMail).toBeEnabled();
});

test('In another time zone this device offers its own, and it holds once it is saved. @10.319', async () => {
  const { backend, screen, save } = await renderReminders([{ ...row, time_zone: 'Asia/Kathmandu' }]);
  await expect.element(screen.getByText('Kathmandu time')).toBeVisible();
  await expect.element(screen.getByText(`You seem to be in ${place} now: use its time?`)).toBeVisible();
  await screen.getByRole('button', { name: `Use ${place} Time` }).click();
  await expect.element(screen.getByText(/You seem to be/)).not.toBeInTheDocument();
  expect(backend.rows('reminder_settings')).toMatchObject([{ time_zone: 'Asia/Kathmandu' }]);
  await save.click();
  await expect.poll(() => backend.rows('reminder_settings')[0]?.time_zone).toBe(zone);
});

test('A device that does not know its time zone asks for it, and nothing is saved without one. @10.87', async () => {
  setZoneName('Etc/Unknown');
  const { screen, byMail, save, sent } = await renderReminders([]);
  await byMail.click();
  const field = screen.getByLabelText('Time zone');
  await expect.element(field).toHaveValue('');
  await save.click();
  await expect.element(field).toHaveAccessibleDescription('Please choose a time zone.');
  await expect.element(field).toHaveFocus();
  expect(sent()).toEqual([]);
  await field.selectOptions('Asia/Kathmandu');
  await save.click();
  await expect.element(screen.getByText('Reminders saved!')).toBeVisible();
  expect(sent()).toMatchObject([{ method: 'POST', body: { time_zone: 'Asia/Kathmandu', by_mail: true } }]);
});

test('Where the device does not know its time zone, the saved one can be changed and no other is offered.', async () => {
  setZoneName(undefined);
  const { backend, screen, save } = await renderReminders([{ ...row, time_zone: 'Asia/Kathmandu' }]);
  const field = screen.getByLabelText('Time zone');
  await expect.element(field).toHaveValue('Asia/Kathmandu');
  await expect.element(screen.getByText(/You seem to be/)).not.toBeInTheDocument();
  await field.selectOptions('Europe/Lisbon');
  await save.click();
  await expect.poll(() => backend.rows('reminder_settings')[0]?.time_zone).toBe('Europe/Lisbon');
});

test('A test reminder is sent for what is saved, and too many say when there is more. @10.314', async () => {
  let isFull = false;
  const { screen, byMail, sendTest } = await renderReminders([row], [], ({ path }) => {
    if (!path.endsWith('/rpc/send_test_reminder')) return undefined;
    const refusal = { code: '23514', message: 'limit reached: at most 5 test reminders an hour' };
    return isFull ? Response.json(refusal, { status: 400 }) : new Response(null, { status: 204 });
  });
  await sendTest.click();
  await expect.element(screen.getByText('On its way!')).toBeVisible();
  isFull = true;
  await sendTest.click();
  await expect.element(screen.getByText('You can ask for five test reminders an hour.')).toBeVisible();
  await byMail.click();
  await expect.element(sendTest).toBeDisabled();
});

test('Until the address is proved, the form says which mail to answer, and no test is said to be on its way. @10.315', async () => {
  let isProven = false;
  const { screen, byMail, save, sendTest, sent } = await renderReminders([], [], (request) => {
    if (isOfProof(request)) return Response.json(isProven);
    // The mail requested by saving is not sent twice.
    const sentLately = { code: '23514', message: 'limit reached: the mail that proves the address was sent lately' };
    if (request.path.endsWith('/ask_for_address_proof')) return Response.json(sentLately, { status: 400 });
    return request.path.includes('/rpc/') ? new Response(null, { status: 204 }) : undefined;
  });
  await byMail.click();
  await expect
    .element(byMail)
    .toHaveAccessibleDescription(/^To rex@example\.com\. We'll ask you to confirm it by email first/);
  await save.click();
  await expect.element(screen.getByText('Now press the button in our email to you.')).toBeVisible();
  await expect.element(screen.getByText(/One step left: /)).toBeVisible();
  await sendTest.click();
  await expect.element(screen.getByText('Your email first')).toBeVisible();
  expect(sent().filter(({ path }) => path.endsWith('/send_test_reminder'))).toEqual([]);
  await screen.getByRole('button', { name: 'Send It Again' }).click();
  await expect.element(screen.getByText('Check your inbox, or your spam folder.')).toBeVisible();
  expect(sent().at(-1)?.path).toMatch(/ask_for_address_proof$/);
  isProven = true;
  await sendTest.click();
  await expect.element(screen.getByText('On its way!')).toBeVisible();
  await expect.element(screen.getByText(/in your inbox already/)).not.toBeInTheDocument();
});

test('Without network the reminders are shown as last seen, and can be changed again when it is back. @10.320', async () => {
  const first = await renderReminders([{ ...row, hour: 19 }]);
  await expect.element(first.screen.getByLabelText('At')).toHaveValue('19');
  await first.screen.unmount();
  const comeBack = goOffline();
  const { screen, save, byMail } = await renderReminders([{ ...row, hour: 19 }]);
  await expect.element(screen.getByText(/This is what we saw last/)).toBeVisible();
  await expect.element(screen.getByLabelText('At')).toHaveValue('19');
  await expect.element(byMail).toBeDisabled();
  await expect.element(save).toBeDisabled();
  comeBack();
  window.dispatchEvent(new Event('online'));
  await expect.element(save).toBeEnabled();
  await expect.element(screen.getByText(/what we saw last/)).not.toBeInTheDocument();
});

test('Reminders that cannot be loaded can be asked for again, and what is not saved stays in the form. @10.320', async () => {
  let isBroken = true;
  const { screen, byMail, save } = await renderReminders([], [], () =>
    isBroken ? Response.json({ message: 'boom' }, { status: 400 }) : undefined,
  );
  await expect.element(screen.getByText('Could not load your reminders.')).toBeVisible();
  isBroken = false;
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await byMail.click();
  isBroken = true;
  await save.click();
  await expect.element(screen.getByText('Could not save your reminders. Please try again.')).toBeVisible();
  await expect.element(byMail).toBeChecked();
});

test('The hours are written as in the region of the owner. @10.313', () => {
  expect(hoursOfDay('en-US').map(({ label }) => label.replace(/\s/, ' '))).toContain('8:00 AM');
  expect(hoursOfDay('en-GB')[8]).toEqual({ hour: 8, label: '8:00' });
});

test('A zone that is known by a former name is the same zone.', () => {
  setZoneName('Asia/Calcutta');
  expect(otherDeviceZone('Asia/Kolkata')).toBeNull();
  expect(otherDeviceZone('Europe/Lisbon')).toBe('Asia/Kolkata');
});
