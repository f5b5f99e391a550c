/** How an Edge Function sends what is due. docs/deploy.md says how its settings are made. */
import { readPushServices } from '../../domain/reminders/push-services.ts';
import type { VapidKey } from '../push/vapid.ts';
import { type DeliveryParts, type PushParts, readNewHostGuests } from './delivery-parts.ts';
import { mailService } from './mail-service.ts';
import { writeReminder } from './reminder-mail.ts';
import { createHosts } from './turns.ts';

type Environment = (name: string) => string | undefined;

/**
 * @param url of the Supabase project
 * @param site the origin of the site
 * @returns undefined while one of the settings is missing
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
      // A list with a mistake in it adds none.
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
