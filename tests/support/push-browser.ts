/** A browser's side of Web Push: a subscription with its private key, and the message that it reads from a body. */
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

export class PushBrowser {
  readonly keys: ECDH;
  readonly secret: Buffer;

  constructor(privateKey?: string, secret?: string) {
    this.keys = createECDH('prime256v1');
    if (privateKey) this.keys.setPrivateKey(privateKey, 'base64url');
    else this.keys.generateKeys();
    this.secret = secret ? Buffer.from(secret, 'base64url') : randomBytes(16);
  }

  subscription(endpoint = 'https://fcm.googleapis.com/fcm/send/one') {
    return { endpoint, p256dh: this.keys.getPublicKey('base64url'), auth: this.secret.toString('base64url') };
  }

  /** Decrypts the message of a body (RFC 8291). @throws Error if it was not encrypted for this browser */
  read(body: Uint8Array): string {
    const bytes = Buffer.from(body);
    const salt = bytes.subarray(0, 16);
    const keyEnd = 21 + (bytes[20] ?? 0);
    const senderKey = bytes.subarray(21, keyEnd);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.keys.getPublicKey(), senderKey]);
    const material = hkdfSync('sha256', this.keys.computeSecret(senderKey), this.secret, info, 32);
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(material), salt, `Content-Encoding: ${name}\0`, length));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(bytes.subarray(-16));
    const padded = Buffer.concat([decipher.update(bytes.subarray(keyEnd, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}
