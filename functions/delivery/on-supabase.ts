/** Sets up delivery in an Edge Function. docs/deploy.md explains the settings. */
import { readPushServices } from '../../domain/reminders/push-services.ts';
import type { VapidKey } from '../push/vapid.ts';
import { type DeliveryParts, type PushParts, readNewHostGuests } from './delivery-parts.ts';
import { wasNotReached } from './not-reached.ts';
import { writeReminder } from './reminder-mail.ts';
import { createHosts } from './turns.ts';
import { MailBusy, type WrittenMail } from './written-mail.ts';

type Environment = (name: string) => string | undefined;

/** The timeout for handing over a mail, in milliseconds. */
const mailTimeout = 10_000;
/** Final answers about a mail: its content or size, or that its key is already used. Others concern the service or the site's API key. */
const answersAboutMail = [400, 409, 413, 422];

/**
 * Sends mails to a service that accepts them as JSON in the format of Resend, because Edge Functions cannot use SMTP.
 * @returns null while a setting is missing
 */
function mailService(env: Environment): ((mail: WrittenMail) => Promise<void>) | null {
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

/**
 * @param url the address of the Supabase project
 * @param site the origin of the site
 * @returns undefined while a setting is missing
 */
export function deliveryOnSupabase(env: Environment, url: string, site: string): DeliveryParts | undefined {
  const [unsubscribeKey, tickSecret] = [env('UNSUBSCRIBE_KEY'), env('REMINDERS_SECRET')];
  if (!unsubscribeKey || !tickSecret) return undefined;
  const addresses = {
    unsubscribe: `${url}/functions/v1/unsubscribe/`,
    confirm: `${url}/functions/v1/confirm-reminders/`,
    invitations: env('INVITATIONS_URL') || `${site}/i/`,
  };
  const post = mailService(env);
  return {
    ...{ tickSecret, unsubscribeKey, addresses, post },
    hosts: createHosts(),
    push: pushOnSupabase(env, site),
    newHostGuests: readNewHostGuests(env('NEW_HOST_GUESTS') ?? '') ?? 0,
    postReminder:
      post && (async (mail) => post(await writeReminder(mail, { site, ...addresses, key: unsubscribeKey }))),
  };
}

function pushOnSupabase(env: Environment, site: string): PushParts | null {
  const key = parseKey(env('VAPID_KEY'));
  return (
    key && {
      vapid: { key, subject: env('VAPID_SUBJECT') || site },
      // An invalid list adds no services.
      services: readPushServices(env('PUSH_SERVICES') ?? '') ?? [],
      fetch: (input, init) => fetch(input, init),
    }
  );
}

function parseKey(text: string | undefined): VapidKey | null {
  try {
    const { x, y, d } = JSON.parse(text ?? '');
    return [x, y, d].every((part) => typeof part === 'string') ? { x, y, d } : null;
  } catch {
    return null;
  }
}
