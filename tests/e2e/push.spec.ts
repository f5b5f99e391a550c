import { chromiumLaunchOptions } from '../support/chromium.ts';
import { dogPage, expect, shows, signUp, test } from './fixtures.ts';
import { openReminders } from './open-reminders.ts';

// Uses the full browser, because the headless shell of the other journeys denies every notification.
test.use({ launchOptions: chromiumLaunchOptions(), serviceWorkers: 'allow', permissions: ['notifications'] });

const dogs = [{ name: 'Biscuit', birth_date: '2019-06-20', size: 'small' }] as const;

/**
 * Runs in the worker, which then knows when a notification has been shown. Chromium drops one that is requested while it is on its way to
 * the screen, so the test cannot poll for it.
 */
const noteShown = `(() => {
  const { showNotification } = ServiceWorkerRegistration.prototype;
  self.shown = new Promise((resolve) => {
    ServiceWorkerRegistration.prototype.showNotification = async function show(...words) {
      await showNotification.apply(this, words);
      resolve();
    };
  });
})()`;

/** Runs in the worker. The page is focused in name only, because browsers allow a real focus only after a real press. */
const pressNotification = `(async () => {
  WindowClient.prototype.focus = async function focus() {
    return this;
  };
  const [notification] = await registration.getNotifications();
  dispatchEvent(new NotificationEvent('notificationclick', { notification }));
})()`;

test('a push that the worker gets is shown, and a press on it opens the page of the dog @10.322', async ({
  page,
  context,
}) => {
  // This browser has no push service, so its answers are made up, and nothing else is.
  await page.addInitScript(() => {
    const bytes = (length: number) => btoa(`\u0004${'w'.repeat(length - 1)}`);
    const short = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const keys = { p256dh: short(bytes(65)), auth: short(bytes(16)) };
    const endpoint = 'https://fcm.googleapis.com/fcm/send/journey';
    let current: object | null = null;
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      const { applicationServerKey } = options as { applicationServerKey: Uint8Array };
      const unsubscribe = async () => {
        current = null;
        return true;
      };
      current = { endpoint, options: { applicationServerKey }, toJSON: () => ({ endpoint, keys }), unsubscribe };
      return current as PushSubscription;
    };
  });
  await signUp(page, { dogs: [...dogs] });
  const dialog = await openReminders(page);
  await expect(dialog.getByLabel('By notification on this device')).toBeEnabled();
  await dialog.getByLabel('By notification on this device').press('Space');
  // The box is checked once the browser has given its permission.
  await expect(dialog.getByLabel('By notification on this device')).toBeChecked();
  await shows(page, ['Reminders saved!'], () => dialog.getByRole('button', { name: 'Save Reminders' }).press('Enter'));
  await page.goBack();

  const dogId = String(
    await page.getByRole('article', { name: 'Biscuit' }).getByRole('link').first().getAttribute('href'),
  );
  const navigate = new URL(dogId, page.url()).href;
  const notification = { title: 'Biscuit is 7 soon!', body: 'Time to think of cake.', navigate, tag: 'journey' };
  await expect.poll(() => context.serviceWorkers()).toHaveLength(1);
  const worker = context.serviceWorkers()[0]!;
  await worker.evaluate(noteShown);
  const devTools = await context.newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registrationId,
    data: JSON.stringify({ web_push: 8030, notification }),
  });
  await worker.evaluate('self.shown');
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data }));
    });
  expect(await shown()).toEqual([{ title: notification.title, body: notification.body, data: navigate }]);

  // Nobody can press a notification in a browser without a screen.
  await worker.evaluate(pressNotification);
  await expect(dogPage(page, 'Biscuit')).toBeVisible();
  await expect.poll(shown).toEqual([]);
});
