import { Hono } from 'hono';
import { securityContact } from '../../addresses/addresses.ts';

/** RFC 9116 asks for less than a year. */
const lifetime = 364 * 24 * 60 * 60 * 1000;

/**
 * `/.well-known/security.txt` (RFC 9116). Without a contact there is no such file.
 * @param contact where to report a vulnerability, such as `mailto:security@wagday.example`
 * @param since when the contact was last read: the start of the server, a year after which the file expires
 */
export function createSecurityTxt(contact: string | null, publicUrl: string | null, since: Date): Hono {
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
