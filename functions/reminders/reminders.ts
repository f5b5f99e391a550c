import { answerTimer } from '../timer.ts';
import type { WebFunction } from '../web-function.ts';
import { tick } from './tick.ts';

/** `POST` with the site's own secret sends what is due, and answers how much that was. A timer calls it every minute or so. */
export const reminders: WebFunction = (request, { service, now, site, reminders: own }) =>
  answerTimer(request, own, (reminders) => tick({ service, now, site, reminders }));
