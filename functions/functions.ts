import { guestMails, reminders } from './delivery/looks.ts';
import { invitation } from './invitation/serve-invitation.ts';
import { confirmReminders, unsubscribe } from './mail-links/mail-links.ts';
import { pushKey } from './push/push-key.ts';
import { calendar } from './serve-calendar.ts';
import { celebrations } from './serve-celebrations.ts';
import { sweepFiles } from './sweep-files.ts';
import type { WebFunction } from './web-function.ts';

/** All functions by name. Each has an entry for Supabase in supabase/functions. */
export const functions: ReadonlyMap<string, WebFunction> = new Map<string, WebFunction>([
  ['calendar', calendar],
  ['celebrations', celebrations],
  ['confirm-reminders', confirmReminders],
  ['invitation', invitation],
  ['guest-mails', guestMails],
  ['push-key', pushKey],
  ['reminders', reminders],
  ['sweep-files', sweepFiles],
  ['unsubscribe', unsubscribe],
]);
