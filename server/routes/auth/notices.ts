import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { describeBrowser } from '../../../domain/browser.ts';
import { logFailure } from '../../database/database-error.ts';
import { withTimeout } from '../../database/statement-timeout.ts';
import { siteOf } from '../../http/connection.ts';
import type { MailRequest } from '../../services/mail/outbox.ts';
import type { AuthParts } from './auth-parts.ts';
import type { Session } from './sessions.ts';

const userAgentMaxLength = 256;

/** What a browser calls itself, in printable ASCII. */
function userAgentOf(c: Context): string | null {
  const text = (c.req.header('User-Agent') ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, userAgentMaxLength);
  return text === '' ? null : text;
}

export type Notices = ReturnType<typeof createNotices>;

/** Tells owners of their account by mail. A failure is logged and refuses nothing: what the notice is about has happened. */
export function createNotices({ sql, clientOf, now, log, outbox, publicUrl }: AuthParts) {
  async function tell(c: Context, notice: Omit<MailRequest, 'site'>): Promise<void> {
    try {
      await outbox.post({ ...notice, site: siteOf(c, publicUrl) });
    } catch (error) {
      logFailure(log, 'notice_not_kept', error, c.req.method);
    }
  }

  return {
    tell,

    /** Records the device on which a session began. Unless `isSilent`, a device that is new to the account causes a mail. */
    async noteSignIn(c: Context, session: Session, { isSilent = false } = {}): Promise<void> {
      const userAgent = userAgentOf(c);
      const browser = describeBrowser(userAgent);
      const device = createHash('sha256')
        .update(JSON.stringify([session.userId, clientOf(c), browser]))
        .digest();
      try {
        const [row] = await withTimeout(sql<{ owner: string | null }[]>`
          select wagday.note_sign_in(${session.id}, ${userAgent}, ${device}, ${session.startedAt.toISOString()}) as owner`);
        if (!row?.owner || isSilent) return;
        await tell(c, { kind: 'new_sign_in', to: row.owner, details: { browser, at: now().toISOString() } });
      } catch (error) {
        logFailure(log, 'sign_in_not_noted', error, c.req.method);
      }
    },
  };
}
