import type { Context } from 'hono';
import { logFailure } from '../database/database-error.ts';
import { siteOf } from '../http/connection.ts';
import type { Counts, JobKind } from '../jobs/jobs.ts';
import { gatheredNotices, type MailRequest, type Outbox } from '../mail/mail-outbox.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import type { AuthRateLimits } from './auth-limits.ts';
import { hashOf, type Session } from './sessions.ts';

const userAgentMaxLength = 256;

function userAgentOf(c: Context): string | null {
  const text = (c.req.header('User-Agent') ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, userAgentMaxLength);
  return text === '' ? null : text;
}

/** Whether a notice may be sent: the key it is counted under, null to send none, and whether a notice over the limit may wait. */
export type AdmittedNotice = { readonly bucket: string | null; readonly is_proven: boolean };

type Notice = Omit<MailRequest, 'site'> & { readonly owner: string };

/** Notifies owners by mail about their account. A failure is only logged, because the event itself has happened. */
export function createNotices(parts: AuthDependencies) {
  const { sql, limits, clientOf, now, log, outbox, publicUrl } = parts;
  const logFailures = (c: Context, work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => logFailure(log, 'notice_not_kept', error, c.req.method));

  async function admit({ owner, to, kind }: Notice): Promise<AdmittedNotice | undefined> {
    const [admitted] = await sql<AdmittedNotice[]>`
      select bucket, is_proven from ${sql.own}.admit_notice(${owner}, ${to}, ${kind}, ${now().toISOString()})`;
    return admitted;
  }

  async function send(site: string, request: Notice, known?: AdmittedNotice): Promise<void> {
    const admitted = known ?? (await admit(request));
    const { owner, ...notice } = request;
    if (!admitted?.bucket) return;
    const refusal = await takeNotice(limits, admitted.bucket);
    if (!refusal) await outbox.post({ ...notice, site });
    else if (admitted.is_proven) {
      const event = notice.details?.event ?? notice.kind;
      await outbox.gather({ to: notice.to, site }, { [event]: 1 }, refusal.seconds);
    }
  }

  const tell = (c: Context, notice: Notice, admitted?: AdmittedNotice): Promise<void> =>
    logFailures(c, send(siteOf(c, publicUrl), notice, admitted));

  return {
    /** Sends a notice, or gathers it into a later mail with others. @param admitted where that is already known */
    tell,

    /** Mails a link to an address that may differ from the account's. */
    mailLink: (c: Context, request: Omit<MailRequest, 'site'>): Promise<void> =>
      logFailures(c, outbox.post({ ...request, site: siteOf(c, publicUrl) })),

    /** Records the device on which a session began. Unless `isSilent`, a device that is new to the account causes a mail. */
    async noteSignIn(c: Context, session: Session, { isSilent = false } = {}): Promise<void> {
      const userAgent = userAgentOf(c);
      const browser = parts.describeBrowser(userAgent);
      const device = hashOf(JSON.stringify([session.userId, clientOf(c), browser]));
      try {
        const [row] = await sql<{ address: string | null }[]>`
          select ${sql.own}.note_sign_in(${session.id}, ${userAgent}, ${device}, ${session.startedAt.toISOString()}) as address`;
        if (!row?.address || isSilent) return;
        const details = { browser, at: now().toISOString() };
        await tell(c, { kind: 'new_sign_in', to: row.address, owner: session.userId, details });
      } catch (error) {
        logFailure(log, 'sign_in_not_noted', error, c.req.method);
      }
    },
  };
}

function takeNotice(limits: AuthRateLimits, key: string) {
  return limits.take([
    { limit: 'noticesByMailboxDaily', key },
    { limit: 'noticesByMailbox', key },
  ]);
}

/** Milliseconds for which gathered notices are still useful. */
const gatheredLifetime = 86_400_000;

/** Sends the notices gathered for an address, once the limit allows a mail again. */
export function gatheredNoticesJob(limits: AuthRateLimits, outbox: () => Outbox): JobKind {
  return {
    name: gatheredNotices,
    label: 'mail',
    lease: 120_000,
    lifetime: gatheredLifetime,
    capacity: 5_000,
    retryDelays: [10_000, 60_000],
    async run(job) {
      const { counts, ...place } = job as { to: string; site: string; counts: Counts };
      // Only notices to proved addresses wait, and those are counted by the address itself.
      const refusal = await takeNotice(limits, place.to);
      if (refusal) return outbox().gather(place, counts, refusal.seconds);
      const details = Object.fromEntries(Object.entries(counts).map(([kind, times]) => [kind, String(times)]));
      await outbox().post({ kind: 'several_notices', ...place, details });
    },
  };
}
