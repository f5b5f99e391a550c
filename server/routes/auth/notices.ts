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

/** What a browser calls itself, as far as it can be kept. */
function userAgentOf(c: Context): string | null {
  const text = (c.req.header('User-Agent') ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, userAgentMaxLength);
  return text === '' ? null : text;
}

/** What owners are told of their account. A notice that cannot be kept is logged, and refuses nothing: what it tells of is done. */
export type Notices = {
  tell(c: Context, notice: Omit<MailRequest, 'site'>): Promise<void>;
  /** Notes where a session began; on a device that this account was never signed in on, its owner is told. */
  noteSignIn(c: Context, session: Session, options?: { isTold: boolean }): Promise<void>;
};

export function createNotices({ sql, clientOf, now, log, outbox, publicUrl }: AuthParts): Notices {
  async function tell(c: Context, notice: Omit<MailRequest, 'site'>): Promise<void> {
    try {
      await outbox.post({ ...notice, site: siteOf(c, publicUrl) });
    } catch (error) {
      logFailure(log, 'notice_not_kept', error, c.req.method);
    }
  }

  async function note(c: Context, session: Session): Promise<{ owner: string; browser: string } | null> {
    const userAgent = userAgentOf(c);
    const browser = describeBrowser(userAgent);
    const device = createHash('sha256')
      .update(JSON.stringify([session.userId, clientOf(c), browser]))
      .digest();
    const [row] = await withTimeout(sql<{ owner: string | null }[]>`
      select wagday.note_sign_in(${session.id}, ${userAgent}, ${device}, ${session.startedAt.toISOString()}) as owner`);
    return row?.owner ? { owner: row.owner, browser } : null;
  }

  return {
    tell,
    async noteSignIn(c, session, { isTold } = { isTold: true }) {
      try {
        const stranger = await note(c, session);
        if (!stranger || !isTold) return;
        const details = { browser: stranger.browser, at: now().toISOString() };
        await tell(c, { kind: 'new_sign_in', to: stranger.owner, details });
      } catch (error) {
        logFailure(log, 'sign_in_not_noted', error, c.req.method);
      }
    },
  };
}
