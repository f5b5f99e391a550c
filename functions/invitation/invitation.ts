import { checkGuestDraft, type GuestDraft, guestDraftFrom } from '../../domain/guest-answer.ts';
import { invitationCalendar } from '../../domain/invitation-event.ts';
import type { InvitationNotice, InvitationPage } from '../../domain/invitation-page.ts';
import type { AnswerOutcome, AnswerRefusal, InvitationView } from '../../domain/invitation-view.ts';
import { matchesTag, refuse } from '../requests.ts';
import { DataError, type FunctionParts } from '../web-function.ts';
import { isForm, isFromAnotherSite, readForm } from './form-body.ts';

/** Nobody finds an invitation by searching, and no page that it links to learns its address. */
const privacy = { 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };

const noticeStatus: Record<InvitationNotice, number> = {
  unknown: 404,
  'too many': 429,
  unavailable: 503,
  'other site': 403,
  'too large': 413,
};

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

type Shown = Extract<InvitationPage, { kind: 'invitation' }>;

/** The token in the address of a page or of its calendar file; undefined where there is none. */
export function invitationTokenIn(path: string): string | undefined {
  return /\/([\w-]{43})(\/party\.ics)?$/.exec(path)?.[1];
}

async function html(
  { invitations }: FunctionParts,
  page: InvitationPage,
  status: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  if (!invitations) return refuse(503, 'UNAVAILABLE', 'The pages are not built', privacy);
  return new Response(await invitations.render(page), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': invitations.policy,
      'Cache-Control': 'no-store',
      ...privacy,
      ...invitations.headers,
      ...headers,
    },
  });
}

/** What stands in place of an invitation. @param seconds until it may be tried again */
export function invitationNotice(parts: FunctionParts, notice: InvitationNotice, seconds?: number): Promise<Response> {
  const headers = seconds === undefined ? {} : { 'Retry-After': String(seconds) };
  return html(parts, { kind: 'notice', site: parts.site, notice }, noticeStatus[notice], headers);
}

/**
 * `GET …/<token>` answers the page of an invitation, a POST of its form answers it, and `GET …/<token>/party.ics` is the party for
 * calendars. No script is needed for any of it. A token that never was and one that was revoked are answered alike.
 */
export async function invitation(request: Request, parts: FunctionParts): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isFile = pathname.endsWith('/party.ics');
  const methods = isFile ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'POST'];
  if (!methods.includes(request.method)) {
    const allowed = methods.join(', ');
    return refuse(405, 'METHOD_NOT_ALLOWED', `Only ${allowed} is answered here`, { Allow: allowed, ...privacy });
  }
  const answer = await answerTo(request, parts, isFile).catch((error: unknown) => {
    if (!(error instanceof DataError) || isFile) throw error;
    if (error.status === 429) return invitationNotice(parts, 'too many', 5);
    if (error.status === 503) return invitationNotice(parts, 'unavailable', 5);
    throw error;
  });
  return request.method === 'HEAD' ? new Response(null, answer) : answer;
}

async function answerTo(request: Request, parts: FunctionParts, isFile: boolean): Promise<Response> {
  const token = invitationTokenIn(new URL(request.url).pathname);
  if (request.method === 'POST') return take(request, parts, token);
  const view = await open(parts, token);
  if (isFile) return calendarFile(request, parts, view);
  if (token === undefined || !view || view.isFileOnly) return invitationNotice(parts, 'unknown');
  const wanted = new URL(request.url).searchParams.getAll('taken');
  // Of the address only what stands in the list is repeated.
  const taken = view.bringList.filter((entry) => entry.isTaken && !entry.isMine && wanted.includes(entry.item));
  const page = pageOf(parts, token, view, { taken: taken.map(({ item }) => item) });
  // A guest's own answer is kept by no browser. An open page keeps what was typed when somebody goes back to it.
  return html(parts, page, 200, { 'Cache-Control': view.guest ? 'no-store' : 'private, no-cache' });
}

async function open({ data }: FunctionParts, token: string | undefined): Promise<InvitationView | null> {
  return token === undefined ? null : ((await data.call('open_invitation', { token })) as InvitationView | null);
}

function pageOf(
  { site, now }: FunctionParts,
  token: string,
  view: InvitationView,
  changes: Partial<Shown> = {},
): Shown {
  const whole = { typed: null, problems: {}, trouble: null, taken: [], answerKey: crypto.randomUUID() };
  return { kind: 'invitation', site, token, view, now: now().getTime(), ...whole, ...changes };
}

/** Takes an answer. Whatever is wrong with it, the page comes back with all that was typed. */
async function take(request: Request, parts: FunctionParts, token: string | undefined): Promise<Response> {
  if (isFromAnotherSite(request, parts.site)) return invitationNotice(parts, 'other site');
  if (!isForm(request)) return refuse(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the form of the page', privacy);
  const form = await readForm(request);
  if (!form) return invitationNotice(parts, 'too large');
  if (token === undefined) return invitationNotice(parts, 'unknown');
  const typed = guestDraftFrom(form);
  const given = form.get('answerKey') ?? '';
  const answerKey = uuid.test(given) ? given : crypto.randomUUID();
  const checked = checkGuestDraft(typed);
  if (!checked.ok) return sendBack(parts, token, 422, { typed, answerKey, problems: checked.problems });
  const args = { token, answer_key: answerKey, answer: checked.value };
  const outcome = (await parts.data.call('answer_invitation', args)) as AnswerOutcome | null;
  if (!outcome) return invitationNotice(parts, 'unknown');
  if ('refused' in outcome) return refused(parts, token, outcome.refused, { typed, answerKey });
  const taken = new URLSearchParams((outcome.taken ?? []).map((item) => ['taken', item]));
  // Relative, so that it leads to a page like this one wherever this one is.
  const location = `./${outcome.guestToken ?? token}${taken.size > 0 ? `?${taken}` : ''}#answered`;
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store', ...privacy } });
}

function refused(
  parts: FunctionParts,
  token: string,
  refusal: AnswerRefusal,
  form: { typed: GuestDraft; answerKey: string },
): Promise<Response> {
  if (refusal === 'unknown') return invitationNotice(parts, 'unknown');
  if (refusal === 'too many') return sendBack(parts, token, 429, { ...form, trouble: 'too many' });
  if (refusal === 'full') return sendBack(parts, token, 409, { ...form, trouble: 'no room' });
  if (refusal === 'invalid') return sendBack(parts, token, 422, { ...form, trouble: 'refused' });
  return sendBack(parts, token, 409, { ...form, trouble: 'moved on' });
}

async function sendBack(parts: FunctionParts, token: string, status: number, changes: Partial<Shown>) {
  const view = await open(parts, token);
  return view && !view.isFileOnly
    ? html(parts, pageOf(parts, token, view, changes), status)
    : invitationNotice(parts, 'unknown');
}

async function calendarFile(request: Request, { site }: FunctionParts, view: InvitationView | null): Promise<Response> {
  if (!view) return refuse(404, 'NOT_FOUND', 'There is no such invitation', privacy);
  // The page where guests find it, as `addresses` has it: on hosted Supabase this function is called by another path.
  const address = `${site}/i/${invitationTokenIn(new URL(request.url).pathname)}`;
  const page = { address, host: new URL(site).hostname };
  const text = invitationCalendar(view, page);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const tag = `"${[...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
  const headers = { ...privacy, ETag: tag, 'Cache-Control': 'private, no-cache' };
  if (matchesTag(request.headers.get('If-None-Match'), tag)) return new Response(null, { status: 304, headers });
  const file = {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'inline; filename="party.ics"',
  };
  return new Response(text, { headers: { ...headers, ...file } });
}
