import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const limit = 60_000;

/** Returns the links of recovery mails that a server has written for the address into its data directory, oldest first. */
async function recoveryLinks(dataDir: string, email: string): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const links: string[] = [];
  for (const name of names.filter((file) => file.endsWith('.eml')).sort()) {
    const mail = await readFile(join(folder, name), 'utf8');
    if (!mail.includes(email)) continue;
    const link = /^https?:\S*[#&]token_hash=\S+$/m.exec(mail)?.[0];
    if (link) links.push(link);
  }
  return links;
}

/** Waits for the `count`-th recovery mail to the address and returns its link. Any of the servers may have written it. */
export async function recoveryLinkFor(dataDirs: string | readonly string[], email: string, count = 1): Promise<string> {
  for (const deadline = Date.now() + limit; Date.now() < deadline; await sleep(50)) {
    const links = await Promise.all([dataDirs].flat().map((dataDir) => recoveryLinks(dataDir, email)));
    const link = links.flat()[count - 1];
    if (link) return link.trim();
  }
  throw new Error(`no recovery mail number ${count} came for ${email}`);
}

/**
 * Waits for a mail to the address that contains this text, and returns its source.
 * @param look looks for due mails, for a server that does not by itself. Called until the mail is there: a look skips what a request has locked.
 */
export async function mailTo(
  dataDir: string,
  email: string,
  holding = '',
  look?: () => Promise<unknown>,
): Promise<string> {
  const folder = join(dataDir, 'mail');
  for (const deadline = Date.now() + limit; Date.now() < deadline; await sleep(50)) {
    await look?.();
    for (const name of await readdir(folder).catch(() => [])) {
      const mail = name.endsWith('.eml') ? await readFile(join(folder, name), 'utf8') : '';
      if (mail.includes(`To: ${email}`) && mail.includes(holding)) return mail;
    }
  }
  throw new Error(`no mail came for ${email}`);
}
