/** Sends what is due. The embedded server calls these functions; elsewhere a timer calls them by HTTP. */

import type { WebFunction } from '../web-function.ts';
import { answerTimer } from '../web-requests.ts';
import { deliver, endOfLook, type SendingBackend } from './delivery.ts';
import { farewellKind, guestMailKind } from './guest-mails.ts';
import { hostProofKind } from './proofs.ts';
import { reminderKind } from './send-reminders.ts';

export async function sendReminders(backend: SendingBackend) {
  const { claimed: owners, ...counts } = await deliver(reminderKind(backend), backend);
  return { owners, ...counts };
}

/** Sends the mails to guests that are due, after the mails that ask hosts to confirm their address. */
export async function sendGuestMails(backend: SendingBackend) {
  if (!backend.delivery.post) return { mails: 0, failed: 0 };
  const end = endOfLook(backend.now);
  await deliver(hostProofKind(backend), backend, end);
  const news = await deliver(guestMailKind(backend), backend, end);
  const last = await deliver(farewellKind(backend), backend, end);
  return { mails: news.mails + last.mails, failed: news.failed + last.failed };
}

/** `POST` with the site's secret sends due reminders and returns the counts. A timer calls it about every minute. */
export const reminders: WebFunction = (request, { delivery, ...backend }) =>
  answerTimer(request, delivery?.push ? delivery : undefined, (own) => sendReminders({ ...backend, delivery: own }));

/** `POST` with the site's secret sends due mails to guests and returns the counts. */
export const guestMails: WebFunction = (request, { delivery, ...backend }) =>
  answerTimer(request, delivery, (own) => sendGuestMails({ ...backend, delivery: own }));
