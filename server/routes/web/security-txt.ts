import { Hono } from 'hono';
import { securityContact } from '../../../addresses/addresses.ts';

/** RFC 9116 asks for less than a year. */
const lifetime = 364 * 24 * 60 * 60 * 1000;

export type SecurityTxtOptions = {
  /** Where to report a vulnerability, such as `mailto:security@wagday.example`; null when nobody is named. */
  readonly contact: string | null;
  readonly publicUrl: string | null;
  /** When the contact was last set: the start of the server, which read it then. */
  readonly since: Date;
};

/**
 * `/.well-known/security.txt` (RFC 9116), where this server names somebody. It expires a year after the start of the
 * server, however often it is asked for: nobody has looked at the contact since. Without a contact there is no such file,
 * because the makers of Wagday cannot speak for who runs it.
 */
export function createSecurityTxt({ contact, publicUrl, since }: SecurityTxtOptions): Hono {
  const app = new Hono();
  if (contact === null) return app;
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(since.getTime() + lifetime).toISOString().replace(/\.\d+Z$/, 'Z')}`,
    'Preferred-Languages: en',
    ...(publicUrl === null ? [] : [`Canonical: ${publicUrl}${securityContact}`]),
  ];
  app.get(securityContact, (c) => {
    c.header('Cache-Control', 'no-cache');
    return c.text(`${lines.join('\n')}\n`);
  });
  return app;
}
