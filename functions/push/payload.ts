import { characterCount, shortened } from '../../domain/text/text.ts';

/** What a notification says. */
export type PushMessage = {
  readonly title: string;
  readonly body: string;
  /** An absolute address of this site, which a press opens. */
  readonly navigate: string;
  /** Letters, digits, - and _. A later message with the same tag replaces an earlier one, in transit and on the screen. */
  readonly tag?: string;
};

/** In bytes. Services refuse more than about 4,000, encrypted. */
export const payloadLimit = 3000;

function encode({ title, body, navigate, tag }: PushMessage): Uint8Array<ArrayBuffer> {
  const notification = { title, body, navigate, ...(tag && { tag }) };
  return new TextEncoder().encode(JSON.stringify({ web_push: 8030, notification }));
}

/**
 * Writes the message as JSON in the format of Declarative Web Push, which Safari shows without a service worker. Cuts texts that are too
 * long.
 */
export function pushPayload(message: PushMessage): Uint8Array<ArrayBuffer> {
  const title = shortened(message.title, 120);
  let { body } = message;
  let payload = encode({ ...message, title, body });
  while (payload.length > payloadLimit && body !== '…') {
    body = shortened(body, Math.floor(characterCount(body) / 2));
    payload = encode({ ...message, title, body });
  }
  return payload;
}
