/** The part of the library `web-push` that the tests use. It has no types of its own. */
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
