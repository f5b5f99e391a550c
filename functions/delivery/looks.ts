/** Looks at what is due: the embedded server calls them, and a timer elsewhere asks for them by HTTP. */
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

/** Sends the mails to guests that are due, after those that hosts need for it. */
export async function sendGuestMails(parts: KindParts): Promise<GuestMailCounts> {
  if (!parts.delivery.post) return { mails: 0, failed: 0 };
  const end = endOfLook(parts.now);
  await deliver(hostProofKind(parts), parts, end);
  const news = await deliver(guestMailKind(parts), parts, end);
  const last = await deliver(farewellKind(parts), parts, end);
  return { mails: news.mails + last.mails, failed: news.failed + last.failed };
}

/** `POST` with the site's own secret sends the reminders that are due, and answers how much that was. A timer calls it every minute or so. */
export const reminders: WebFunction = (request, { delivery, ...parts }) =>
  answerTimer(request, delivery?.push ? delivery : undefined, (own) => sendReminders({ ...parts, delivery: own }));

/** `POST` with the site's own secret sends the mails to guests that are due, and answers how many these were. */
export const guestMails: WebFunction = (request, { delivery, ...parts }) =>
  answerTimer(request, delivery, (own) => sendGuestMails({ ...parts, delivery: own }));
