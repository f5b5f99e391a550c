/** How an Edge Function sends reminders. docs/deploy.md says how its settings are made. */
import { readPushServices } from '../../domain/reminders/push-services.ts';
import { mailService } from '../mail/mail-service.ts';
import type { VapidKey } from '../push/vapid.ts';
import { writeReminder } from './reminder-mail.ts';
import type { ReminderParts } from './reminder-parts.ts';
import { createHosts } from './turns.ts';

type Environment = (name: string) => string | undefined;

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
    hosts: createHosts(),
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

function postBy(env: Environment, places: Parameters<typeof writeReminder>[1]): ReminderParts['post'] {
  const post = mailService(env);
  return post && (async (mail) => post(await writeReminder(mail, places)));
}
