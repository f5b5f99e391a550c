import { wasNotReached } from './not-reached.ts';
import { MailBusy, type WrittenMail } from './written-mail.ts';

/** Milliseconds for handing over one mail. */
const mailTimeout = 10_000;
/** Final answers: to what the mail says, to its size, and that a mail with this key has been taken. All others are about the service or the site's key to it. */
const answersAboutMail = [400, 409, 413, 422];

/**
 * Edge Functions reach no mail server by SMTP, so mails go to a service that takes them as JSON, in the form of Resend.
 * @returns null while one of the settings is missing
 */
export function mailService(env: (name: string) => string | undefined): ((mail: WrittenMail) => Promise<void>) | null {
  const [api, apiKey, from] = [env('MAIL_API_URL'), env('MAIL_API_KEY'), env('MAIL_FROM')];
  if (!api || !apiKey || !from) return null;
  return async ({ messageId, headers, ...written }) => {
    const answer = await fetch(api, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', 'Idempotency-Key': messageId },
      body: JSON.stringify({ from, ...written, headers: { ...headers, 'Message-ID': messageId } }),
      signal: AbortSignal.timeout(mailTimeout),
    }).catch((error: unknown) => {
      throw wasNotReached(error) ? new MailBusy('the mail service cannot be reached') : error;
    });
    await answer.body?.cancel();
    // The same Idempotency-Key makes sure that a mail which was taken after all comes once.
    if (answer.ok) return;
    const message = `the mail service answered ${answer.status}`;
    throw answersAboutMail.includes(answer.status) ? new Error(message) : new MailBusy(message);
  };
}
