import { vi } from 'vitest';

/** A site's public key, and another one. */
export const siteKey = `B${'A'.repeat(86)}`;
export const formerKey = `B${'B'.repeat(85)}A`;

function bytesOf(base64Url: string): ArrayBuffer {
  return Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer;
}

/** Stands in for a browser that gets push messages, without a push service. */
export function pretendPush(permission: NotificationPermission, subscribedWith: string | null = null) {
  let made = 0;
  let current: PushSubscription | null = null;
  let state = permission;
  let reply: NotificationPermission = 'granted';
  const newSubscription = (key: ArrayBuffer) => {
    made += 1;
    const endpoint = `https://fcm.googleapis.com/fcm/send/${made}`;
    const fake = {
      endpoint,
      options: { applicationServerKey: key },
      toJSON: () => ({ endpoint, keys: { p256dh: `key-${made}`, auth: `secret-${made}` } }),
      unsubscribe: () => {
        current = null;
        return Promise.resolve(true);
      },
    };
    return fake as unknown as PushSubscription;
  };
  if (subscribedWith) current = newSubscription(bytesOf(subscribedWith));
  const subscribe = vi.fn((options: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
    current ??= newSubscription(options.applicationServerKey.slice().buffer);
    return Promise.resolve(current);
  });
  const registration = {
    pushManager: { getSubscription: () => Promise.resolve(current), subscribe },
  } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration));
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => state);
  const ask = vi.spyOn(Notification, 'requestPermission').mockImplementation(() => {
    if (state === 'default') state = reply;
    return Promise.resolve(state);
  });
  return {
    ask,
    subscribe,
    endpoint: () => current?.endpoint ?? null,
    /** Sets what the owner answers when the browser asks. */
    answerWith: (next: NotificationPermission) => {
      reply = next;
    },
    /** Changes the permission as the owner does in the browser's settings. */
    setPermission: (next: NotificationPermission) => {
      state = next;
    },
  };
}
