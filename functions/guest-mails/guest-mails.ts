import { answerTimer } from '../timer.ts';
import type { WebFunction } from '../web-function.ts';
import { sendGuestMails } from './send-mails.ts';

/** `POST` with the site's own secret sends the mails to guests that are due, and answers how many these were. A timer calls it every minute or so. */
export const guestMails: WebFunction = (request, { service, now, site, guestMails: own }) =>
  answerTimer(request, own, (parts) => sendGuestMails({ service, now, site, guestMails: parts }));
