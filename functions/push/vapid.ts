/** Voluntary application server identification (RFC 8292): identifies the sender to a push service. */
import { fromBase64Url, toBase64Url } from './base64url.ts';

/** The private key of this site as a JSON Web Key. Every subscription is bound to it, so it must never change. */
export type VapidKey = { readonly x: string; readonly y: string; readonly d: string };

export type Vapid = {
  readonly key: VapidKey;
  /** A real `mailto:` or `https:` address of the operator: Apple refuses localhost, `.local` and `.invalid`. */
  readonly subject: string;
};

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** How long a token is valid, in seconds. At most 24 hours are allowed, and clocks differ. */
const lifetime = 12 * 3600;

export async function createVapidKey(): Promise<VapidKey> {
  const { privateKey } = await crypto.subtle.generateKey(curve, true, ['sign']);
  const { x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  return { x, y, d };
}

/** Returns the public key for a browser's `applicationServerKey`: 65 bytes, base64url. */
export function publicKeyOf({ x, y }: VapidKey): string {
  return toBase64Url(Uint8Array.of(4, ...fromBase64Url(x), ...fromBase64Url(y)));
}

function encodeJson(value: unknown): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
}

/** Returns the Authorization header of a message. @param now in milliseconds since 1970 @throws Error for a bad key or subject */
export async function vapidAuthorization(endpoint: string, { key, subject }: Vapid, now: number): Promise<string> {
  if (!/^(mailto:.+@.+|https:\/\/.+)$/.test(subject))
    throw new Error('The VAPID subject is no mailto: or https: address.');
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + lifetime, sub: subject };
  const unsigned = `${encodeJson({ typ: 'JWT', alg: 'ES256' })}.${encodeJson(claims)}`;
  const { x, y, d } = key;
  const signer = await crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y, d }, curve, false, ['sign']);
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const signature = await crypto.subtle.sign(algorithm, signer, new TextEncoder().encode(unsigned));
  return `vapid t=${unsigned}.${toBase64Url(new Uint8Array(signature))}, k=${publicKeyOf(key)}`;
}
