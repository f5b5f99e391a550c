/** Sends what is due. The embedded server calls these functions; elsewhere a timer calls them by HTTP. */
import { answerTimer } from '../timer.ts';
import type { WebFunction } from '../web-function.ts';
import { deliver, endOfLook, type KindParts } from './delivery.ts';
import { farewellKind, guestMailKind } from './guest-mails.ts';
import { hostProofKind } from './proofs.ts';
import { reminderKind } from './reminders.ts';

export type ReminderCounts = { owners: number; mails: number; pushes: number; failed: number };
export type GuestMailCounts = { mails: number; failed: number };

/** Sends the reminders that are due. */
export async function sendReminders(parts: KindParts): Promise<ReminderCounts> {
  const { claimed: owners, ...counts } = await deliver(reminderKind(parts), parts);
  return { owners, ...counts };
}

/** Sends the mails to guests that are due, after the mails that ask hosts to confirm their address. */
export async function sendGuestMails(parts: KindParts): Promise<GuestMailCounts> {
  if (!parts.delivery.post) return { mails: 0, failed: 0 };
  const end = endOfLook(parts.now);
  await deliver(hostProofKind(parts), parts, end);
  const news = await deliver(guestMailKind(parts), parts, end);
  const last = await deliver(farewellKind(parts), parts, end);
  return { mails: news.mails + last.mails, failed: news.failed + last.failed };
}

/** `POST` with the site's secret sends due reminders and returns the counts. A timer calls it about every minute. */
export const reminders: WebFunction = (request, { delivery, ...parts }) =>
  answerTimer(request, delivery?.push ? delivery : undefined, (own) => sendReminders({ ...parts, delivery: own }));

/** `POST` with the site's secret sends due mails to guests and returns the counts. */
export const guestMails: WebFunction = (request, { delivery, ...parts }) =>
  answerTimer(request, delivery, (own) => sendGuestMails({ ...parts, delivery: own }));
