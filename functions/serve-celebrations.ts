import { celebrationsOfYear } from '../domain/celebrations/celebrations.ts';
import { parseCalendarDate } from '../domain/dates/calendar-date.ts';
import { dogSizes } from '../domain/dogs/size.ts';
import { birthDateProblem } from '../domain/text/checks.ts';
import { refuse } from './web-requests.ts';

/** In characters: more than the three parameters need. */
const queryMaxLength = 200;

/** Leaves room before the last year of the calendar, 9999, because a birthday is compared with its 40th anniversary. */
const latestToday = '9900-12-31';

/**
 * `GET ?birthday=2020-02-29&size=medium&today=2026-06-15` returns the celebrations of the year that begins today, in order. The caller
 * gives its own local day as `today`, so that the server's time zone does not matter.
 */
export function celebrations(request: Request): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(405, 'METHOD_NOT_ALLOWED', 'Only GET, HEAD is answered here', { Allow: 'GET, HEAD' });
  }
  const { search, searchParams } = new URL(request.url);
  const [birthDate, sizeName, day] = ['birthday', 'size', 'today'].map((name) => searchParams.get(name));
  const isTooMuch = searchParams.size > 3 || search.length > queryMaxLength;
  if (isTooMuch || birthDate == null || sizeName == null || day == null)
    return refuse(400, 'INVALID_QUERY', 'Name birthday, size and today, each once, and nothing else');
  const today = parseCalendarDate(day);
  if (!today || today > latestToday) return refuse(400, 'INVALID_TODAY', 'today must be a day, such as 2026-06-15');
  const size = dogSizes.find((name) => name === sizeName);
  if (!size) return refuse(400, 'INVALID_SIZE', `size must be one of ${dogSizes.join(', ')}`);
  const birthday = parseCalendarDate(birthDate);
  if (!birthday || birthDateProblem(birthDate, today)) {
    return refuse(400, 'INVALID_BIRTHDAY', 'birthday must be a day of the 40 years up to today');
  }
  return Response.json({ celebrations: celebrationsOfYear({ birthDate: birthday, size }, today) });
}
