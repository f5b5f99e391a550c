/** Sets up delivery in an Edge Function. docs/deploy.md explains the settings. */
import { readPushServices } from '../../domain/reminders/push-services.ts';
import type { VapidKey } from '../push/vapid.ts';
import { type DeliveryParts, type PushParts, readNewHostGuests } from './delivery-parts.ts';
import { mailService } from './mail-service.ts';
import { writeReminder } from './reminder-mail.ts';
import { createHosts } from './turns.ts';

type Environment = (name: string) => string | undefined;

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
