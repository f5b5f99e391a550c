import { Hono } from 'hono';
import { securityContact } from '../../addresses/addresses.ts';

/** Milliseconds until the file expires. RFC 9116 recommends less than a year. */
const lifetime = 364 * 24 * 60 * 60 * 1000;

/**
 * Serves `/.well-known/security.txt` (RFC 9116). Without a contact it is empty and no error, because the help asks for it.
 * @param contact where to report a vulnerability, such as `mailto:security@wagday.example`
 * @param since when the contact was last read: the start of the server. The file expires 364 days later
 */
export function createSecurityTxt(contact: string | null, publicUrl: string | null, since: Date): Hono {
  const app = new Hono();
  if (contact === null) return app.get(securityContact, (c) => c.body(null, 204));
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
