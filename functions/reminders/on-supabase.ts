/** How an Edge Function sends reminders. docs/deploy.md says how its settings are made. */
import { readPushServices } from '../../domain/push-services.ts';
import type { VapidKey } from '../push/vapid.ts';
import { writeReminder } from './reminder-mail.ts';
import { MailBusy, type ReminderParts } from './reminder-parts.ts';

type Environment = (name: string) => string | undefined;

/** Milliseconds for handing over one mail. */
const mailTimeout = 10_000;

/**
 * @param url of the Supabase project
 * @param site the origin of the site
 * @returns undefined while one of the settings is missing
 */
export function remindersOnSupabase(env: Environment, url: string, site: string): ReminderParts | undefined {
  const key = parseKey(env('VAPID_KEY'));
  const [unsubscribeKey, tickSecret] = [env('UNSUBSCRIBE_KEY'), env('REMINDERS_SECRET')];
  if (!key || !unsubscribeKey || !tickSecret) return undefined;
  return {
    // A list with a mistake in it adds none.
    pushServices: readPushServices(env('PUSH_SERVICES') ?? '') ?? [],
    vapid: { key, subject: env('VAPID_SUBJECT') || site },
    unsubscribeKey,
    tickSecret,
    fetch: (input, init) => fetch(input, init),
    post: postBy(env, {
      site,
      unsubscribe: `${url}/functions/v1/unsubscribe/`,
      confirm: `${url}/functions/v1/confirm-reminders/`,
      key: unsubscribeKey,
    }),
  };
}

function parseKey(text: string | undefined): VapidKey | null {
  try {
    const { x, y, d } = JSON.parse(text ?? '');
    return [x, y, d].every((part) => typeof part === 'string') ? { x, y, d } : null;
  } catch {
    return null;
  }
}

/** Edge Functions reach no mail server by SMTP, so mails go to a service that takes them as JSON, in the form of Resend. */
function postBy(env: Environment, places: Parameters<typeof writeReminder>[1]): ReminderParts['post'] {
  const [api, apiKey, from] = [env('MAIL_API_URL'), env('MAIL_API_KEY'), env('MAIL_FROM')];
  if (!api || !apiKey || !from) return null;
  return async (mail) => {
    const { messageId, headers, ...written } = await writeReminder(mail, places);
    const answer = await fetch(api, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', 'Idempotency-Key': messageId },
      body: JSON.stringify({ from, ...written, headers: { ...headers, 'Message-ID': messageId } }),
      signal: AbortSignal.timeout(mailTimeout),
    });
    await answer.body?.cancel();
    // The same Idempotency-Key makes sure that a mail which was taken after all comes once.
    if (answer.status === 429 || answer.status >= 500) throw new MailBusy(`the mail service answered ${answer.status}`);
    if (!answer.ok) throw new Error(`the mail service answered ${answer.status}`);
  };
}
