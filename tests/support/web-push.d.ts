/** What the tests use of the library `web-push`, which has no types of its own. */
declare module 'web-push' {
  type Options = {
    contentEncoding: 'aes128gcm';
    TTL: number;
    vapidDetails: { subject: string; publicKey: string; privateKey: string };
  };
  type Request = { endpoint: string; headers: Record<string, string | number>; body: Uint8Array };
  export function generateRequestDetails(
    subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
    payload: string,
    options: Options,
  ): Request;
}
