/** How an Edge Function sends mails to guests. docs/deploy.md says how its settings are made. */
import { readNewHostGuests } from '../../mail/guest-mail.ts';
import { mailService } from '../mail/mail-service.ts';
import type { GuestMailParts } from './guest-mail-parts.ts';

/**
 * @param url of the Supabase project
 * @param site the origin of the site
 * @returns undefined while one of the settings is missing
 */
export function guestMailsOnSupabase(
  env: (name: string) => string | undefined,
  url: string,
  site: string,
): GuestMailParts | undefined {
  const [unsubscribeKey, tickSecret] = [env('UNSUBSCRIBE_KEY'), env('REMINDERS_SECRET')];
  if (!unsubscribeKey || !tickSecret) return undefined;
  return {
    tickSecret,
    unsubscribeKey,
    invitations: env('INVITATIONS_URL') || `${site}/i/`,
    unsubscribe: `${url}/functions/v1/unsubscribe/`,
    confirm: `${url}/functions/v1/confirm-reminders/`,
    newHostGuests: readNewHostGuests(env('NEW_HOST_GUESTS') ?? '') ?? 0,
    post: mailService(env),
  };
}
