import { deviceStorage } from '../drafts/web-storage.ts';

/** Whether this device gets push messages, and for whom. It is separate from push.ts to be small, because the session loads it. */

/** The key for the id of the owner whose reminders come to this device. */
const ownerKey = 'wagday-push-owner';
/** The key for the endpoint that the backend knows. */
const endpointKey = 'wagday-push-endpoint';

export function pushOwnerOfDevice(): string | null {
  return deviceStorage.readText(ownerKey);
}

export function keepPushOwner(ownerId: string) {
  deviceStorage.keepText(ownerKey, ownerId);
}

export function keepSentEndpoint(endpoint: string) {
  deviceStorage.keepText(endpointKey, endpoint);
}

/** Returns the endpoint that was last sent to the backend, or null if unknown. */
export function sentEndpoint(): string | null {
  return deviceStorage.readText(endpointKey);
}

export async function deviceSubscription(): Promise<PushSubscription | null> {
  // Some browsers have service workers without push, and some refuse service workers.
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Unsubscribes this device from push messages. Works without network, too: the push service then refuses the next message. */
export async function forgetPushOnDevice(): Promise<void> {
  if (pushOwnerOfDevice() === null) return;
  deviceStorage.forget(ownerKey);
  deviceStorage.forget(endpointKey);
  const subscription = await deviceSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}
