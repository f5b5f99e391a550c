import { pushChanged } from '../../addresses/addresses.ts';
import { notificationOf, ownAddress } from './notifications.ts';

declare const self: ServiceWorkerGlobalScope;

/** Shows a push message. */
export async function showMessage({ data }: PushEvent) {
  const { title, options } = notificationOf(data?.text() ?? null, self.location.origin);
  await self.registration.showNotification(title, options);
}

/** Opens what a notification is about: in a window of Wagday if one is open, which comes to the front. */
export async function openNotification({ notification }: NotificationEvent) {
  notification.close();
  const address = ownAddress(notification.data, self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  try {
    if (!open) throw new Error('No window is open.');
    await open.focus();
    if (open.url !== address) await open.navigate(address);
  } catch {
    // A window that another worker controls cannot be navigated either.
    await self.clients.openWindow(address);
  }
}

/**
 * Subscribes again where the browser has ended the subscription. The worker has no session, so an open page tells the backend, or
 * the next one that opens: it does so at each start.
 */
export async function renewSubscription({ newSubscription, oldSubscription }: PushSubscriptionChangeEvent) {
  const options = oldSubscription?.options;
  if (!newSubscription && options) {
    const { applicationServerKey } = options;
    await self.registration.pushManager
      .subscribe({ userVisibleOnly: true, applicationServerKey })
      .catch(() => undefined);
  }
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(pushChanged);
}
