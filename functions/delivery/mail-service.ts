import { wasNotReached } from './not-reached.ts';
import { MailBusy, type WrittenMail } from './written-mail.ts';

/** The timeout for handing over a mail, in milliseconds. */
const mailTimeout = 10_000;
/** Final answers about a mail: its content or size, or that its key is already used. Others concern the service or the site's API key. */
const answersAboutMail = [400, 409, 413, 422];

/**
 * Sends mails to a service that accepts them as JSON in the format of Resend, because Edge Functions cannot use SMTP.
 * @returns null while a setting is missing
 */
export function mailService(env: (name: string) => string | undefined): ((mail: WrittenMail) => Promise<void>) | null {
  const [api, apiKey, from] = [env('MAIL_API_URL'), env('MAIL_API_KEY'), env('MAIL_FROM')];
  if (!api || !apiKey || !from) return null;
  return async ({ messageId, headers: { 'Reply-To': replyTo, ...headers }, ...written }) => {
    const answer = await fetch(api, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', 'Idempotency-Key': messageId },
      body: JSON.stringify({
        from,
        ...written,
        ...(replyTo && { reply_to: replyTo }),
        headers: { ...headers, 'Message-ID': messageId },
      }),
      signal: AbortSignal.timeout(mailTimeout),
    }).catch((error: unknown) => {
      throw wasNotReached(error) ? new MailBusy('the mail service cannot be reached') : error;
    });
    await answer.body?.cancel();
    // A retry has the same Idempotency-Key, so a mail that was accepted after all arrives only once.
    if (answer.ok) return;
    const message = `the mail service answered ${answer.status}`;
    throw answersAboutMail.includes(answer.status) ? new Error(message) : new MailBusy(message);
  };
}
