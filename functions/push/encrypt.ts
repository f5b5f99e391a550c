/** Encrypts a message for one browser (RFC 8291 over RFC 8188, `aes128gcm`), so that the push service cannot read it. */
import { fromBase64Url } from './base64url.ts';

/** The keys of a browser's subscription, base64url. */
export type BrowserKeys = { readonly p256dh: string; readonly auth: string };

/** Random values, new for each message. Only tests pass them, with the example of the RFC. */
type Sender = { readonly keys: CryptoKeyPair; readonly salt: Uint8Array<ArrayBuffer> };

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** The size of one record, in bytes. Any message that push services accept fits in one. */
const recordSize = 4096;

/** Marks the last record. */
const lastRecord = 2;

function ascii(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

async function newSender(): Promise<Sender> {
  const keys = await crypto.subtle.generateKey(curve, false, ['deriveBits']);
  return { keys, salt: crypto.getRandomValues(new Uint8Array(16)) };
}

async function derive(
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  length: number,
) {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8));
}

/** Returns the encrypted body of a message. @throws Error when the browser's keys are invalid, or the text does not fit */
export async function encrypt(
  text: Uint8Array,
  { p256dh, auth }: BrowserKeys,
  sender?: Sender,
): Promise<Uint8Array<ArrayBuffer>> {
  const { keys, salt } = sender ?? (await newSender());
  const browserKey = fromBase64Url(p256dh);
  const secret = fromBase64Url(auth);
  if (secret.length !== 16) throw new Error('The secret of a subscription has 16 bytes.');
  const ownKey = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey));
  const header = join(salt, Uint8Array.of(0, 0, recordSize >> 8, recordSize & 255, ownKey.length), ownKey);
  const tagLength = 16;
  if (text.length + 1 + tagLength > recordSize - header.length) throw new Error('The message is too long.');

  const publicKey = await crypto.subtle.importKey('raw', browserKey, curve, false, []);
  const shared = new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, keys.privateKey, 256),
  );
  const material = await derive(shared, secret, join(ascii('WebPush: info\0'), browserKey, ownKey), 32);
  const [key, iv] = await Promise.all([
    derive(material, salt, ascii('Content-Encoding: aes128gcm\0'), 16),
    derive(material, salt, ascii('Content-Encoding: nonce\0'), 12),
  ]);
  const cipher = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
  const padded = join(text, Uint8Array.of(lastRecord));
  return join(header, new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, cipher, padded)));
}
