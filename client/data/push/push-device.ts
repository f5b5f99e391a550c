import { deviceStorage } from '../drafts/web-storage.ts';

/** Whether this device gets push messages, and for whom. Small, because the session reads it. push.ts does the rest. */

/** The key for the id of the owner whose reminders come to this device. */
const ownerKey = 'wagday-push-owner';
/** The key for the endpoint that the backend was told. */
const endpointKey = 'wagday-push-endpoint';

export function pushOwnerOfDevice(): string | null {
  return deviceStorage.readText(ownerKey);
}

export function keepPushOwner(ownerId: string) {
  deviceStorage.keepText(ownerKey, ownerId);
}

export function keepToldEndpoint(endpoint: string) {
  deviceStorage.keepText(endpointKey, endpoint);
}

/** The endpoint that the backend was told last; null where it is not known. */
export function toldEndpoint(): string | null {
  return deviceStorage.readText(endpointKey);
}

/** The browser's subscription; null where it has none. */
export async function deviceSubscription(): Promise<PushSubscription | null> {
  // Some browsers have workers without push, and some refuse workers.
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Ends the push messages to this device, even without network: the push service then refuses the next one. */
export async function forgetPushOnDevice(): Promise<void> {
  if (pushOwnerOfDevice() === null) return;
  deviceStorage.forget(ownerKey);
  deviceStorage.forget(endpointKey);
  const subscription = await deviceSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}
