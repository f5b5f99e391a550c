import { services } from '../../../addresses/addresses.ts';
import { describeBrowser } from '../../../domain/accounts/describe-browser.ts';
import { isObject, listOf, objectOf, optional, type Parsed, text } from '../../../domain/parse.ts';
import { backendUrl, publishableKey } from '../backend-address.ts';
import { BackendError, readAnswer, unwrap } from '../backend-error.ts';
import { supabase } from '../client.ts';
import { inTime } from '../network.ts';
import {
  deviceSubscription,
  forgetPushOnDevice,
  keepPushOwner,
  keepSentEndpoint,
  pushOwnerOfDevice,
  sentEndpoint,
} from './push-device.ts';

/** Push messages to this device. The browser subscribes to its push service, and the backend stores the subscription. */

const table = 'push_subscriptions';

export type PushSupport =
  | 'usable'
  /** The owner, or the browser on its own, has refused notifications from this site. */
  | 'blocked'
  /** iPhones and iPads allow push only for installed apps. */
  | 'install first'
  | 'unsupported';

export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'blocked' : 'usable';
  // An iPad identifies itself as a Mac, but no Mac has a touch screen.
  const isTouchMac = /\bMacintosh\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isTouchMac || /\b(iPhone|iPad|iPod)\b/.test(navigator.userAgent) ? 'install first' : 'unsupported';
}

/** Asks the owner to allow notifications. Call it in the handler of a press, as Safari requires. */
export async function askForNotifications(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

const pushDevice = objectOf({ id: text, endpoint: text, device: optional(text) });

export type PushDevice = Parsed<typeof pushDevice>;

async function listDevices(): Promise<readonly PushDevice[]> {
  const client = await supabase();
  return readAnswer(listOf(pushDevice), table, await client.from(table).select('id,endpoint,device'));
}

/** Returns whether this device gets push messages, and which others do. @throws BackendError */
export async function pushDevices(ownerId: string): Promise<{ isHere: boolean; others: PushDevice[] }> {
  const [devices, own] = await Promise.all([listDevices(), deviceSubscription()]);
  const others = devices.filter(({ endpoint }) => endpoint !== own?.endpoint);
  const isHere = others.length < devices.length && pushOwnerOfDevice() === ownerId;
  return { isHere, others };
}

async function loadPushKey(): Promise<string> {
  const response = await fetch(`${backendUrl}${services.functions}/push-key`, { headers: { apikey: publishableKey } });
  const body: unknown = response.ok ? await response.json() : null;
  if (isObject(body) && typeof body.key === 'string') return body.key;
  throw new BackendError('unexpected', `The key for push messages did not come: ${response.status}`);
}

function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
}

function isOfKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const used = options.applicationServerKey && new Uint8Array(options.applicationServerKey);
  return used?.length === key.length && used.every((byte, index) => byte === key[index]);
}

/** Subscribes the browser, or returns its existing subscription. */
async function subscribe(): Promise<PushSubscription> {
  const [{ pushManager }, key] = await Promise.all([
    inTime(navigator.serviceWorker.ready),
    loadPushKey().then(bytesOf),
  ]);
  const current = await pushManager.getSubscription();
  if (current && isOfKey(current, key)) return current;
  // The site's key has changed, for example after a move.
  await current?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Turns push on for an owner on this device. @throws BackendError, or DOMException when the browser's push service refuses */
export async function turnPushOn(ownerId: string): Promise<void> {
  if (pushOwnerOfDevice() !== ownerId) await forgetPushOnDevice();
  const subscription = await subscribe();
  await tellBackend(ownerId, subscription, await isKnown(subscription));
}

async function isKnown({ endpoint }: PushSubscription): Promise<boolean> {
  return (await listDevices()).some((known) => known.endpoint === endpoint);
}

async function tellBackend(ownerId: string, subscription: PushSubscription, isSentAlready: boolean): Promise<void> {
  const { endpoint } = subscription;
  if (!isSentAlready) {
    const { keys } = subscription.toJSON();
    const client = await supabase();
    const row = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, device: describeBrowser(navigator.userAgent) };
    const answer = await client.from(table).insert(row);
    // Another tab may already have added the subscription.
    if (answer.error?.code !== '23505') unwrap(answer);
  }
  keepPushOwner(ownerId);
  keepSentEndpoint(endpoint);
}

/** Requests a test reminder by the saved channels. @throws BackendError of kind 'limit reached' after too many */
export async function sendTestReminder(): Promise<void> {
  const client = await supabase();
  unwrap(await client.rpc('send_test_reminder'));
}

export async function removePushDevice(id: string): Promise<void> {
  const client = await supabase();
  unwrap(await client.from(table).delete().eq('id', id));
}

/** Ends push messages to this device. @throws BackendError when the request failed; messages then continue */
export async function turnPushOff(): Promise<void> {
  const own = await deviceSubscription();
  if (own) {
    const client = await supabase();
    unwrap(await client.from(table).delete().eq('endpoint', own.endpoint));
  }
  await forgetPushOnDevice();
}

/**
 * Renews the subscription at each start of the app, because browsers replace or lose subscriptions. Does nothing on a device where
 * push was never turned on. Ends push if it belongs to another owner, is no longer allowed, or was removed from another device.
 */
export async function renewPush(ownerId: string): Promise<void> {
  if (pushOwnerOfDevice() === null) return;
  const isWanted =
    pushOwnerOfDevice() === ownerId && pushSupport() === 'usable' && Notification.permission === 'granted';
  if (!isWanted) return forgetPushOnDevice();
  const subscription = await subscribe();
  const isSentAlready = await isKnown(subscription);
  const wasRemoved = !isSentAlready && subscription.endpoint === sentEndpoint();
  if (wasRemoved) await forgetPushOnDevice();
  else await tellBackend(ownerId, subscription, isSentAlready);
}
