import { invitationPage } from '../../addresses/addresses.ts';
import { isEmailAddress, normalizeEmail } from '../../domain/accounts/credential-rules.ts';
import { checkGuestDraft, guestDraftFrom, sentFields } from '../../domain/guests/guest-answer.ts';
import { type InvitationView, readAnswerOutcome, readInvitationView } from '../../domain/guests/invitation-view.ts';
import {
  type InvitationNotice,
  type InvitationPage,
  lostLinkQuery,
  openedQuery,
  type ShownInvitation,
  shownInvitation,
  somebodyElseQuery,
  troubleOf,
  type UnsentForm,
} from '../../domain/guests/shown-invitation.ts';
import { invitationCalendar } from '../../domain/parties/invitation-event.ts';
import { type Backend, DataError } from '../web-function.ts';
import { hashOf, matchesTag, refuse } from '../web-requests.ts';

/** Keeps invitations out of search engines, and their addresses from pages that they link to. */
const privacy = { 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };

const noticeStatus: Record<InvitationNotice, number> = {
  unknown: 404,
  gone: 410,
  'too many': 429,
  unavailable: 503,
  'other site': 403,
  'too large': 413,
};

const troubleStatus: Record<ReturnType<typeof troubleOf>, number> = {
  'too many': 429,
  'no room': 409,
  over: 409,
  'moved on': 409,
  refused: 422,
};

/** Why a form is not taken right now, and when to try again. */
type Refusal = { status: 429 | 503; seconds: number };

/** Returns the refusal that an error is, if the database is too busy or out of reach; else null. */
function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof DataError)) return null;
  return error.status === 429 || error.status === 503 ? { status: error.status, seconds: 5 } : null;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the token in the address of a page or its calendar file, or undefined. */
export function invitationTokenIn(path: string): string | undefined {
  return /\/([\w-]{43})(\/party\.ics)?$/.exec(path)?.[1];
}

async function html(
  { invitations }: Backend,
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

function noticeOf({ status }: Refusal): InvitationNotice {
  return status === 429 ? 'too many' : 'unavailable';
}

/** Returns the page shown instead of an invitation. @param seconds until the next attempt is allowed */
export function invitationNotice(
  backend: Backend,
  notice: InvitationNotice,
  seconds?: number,
  unsent?: UnsentForm,
): Promise<Response> {
  const headers = seconds === undefined ? {} : { 'Retry-After': String(seconds) };
  const page = { kind: 'notice', site: backend.site, notice, ...(unsent && { unsent }) } as const;
  return html(backend, page, noticeStatus[notice], headers);
}

/** Returns the page for a token that opens nothing. */
async function nothingToOpen(backend: Backend, token: string | undefined): Promise<Response> {
  const isGone = token !== undefined && (await backend.data.call('is_invitation_gone', { token })) === true;
  return invitationNotice(backend, isGone ? 'gone' : 'unknown');
}

/**
 * `GET …/<token>` returns the page of an invitation, a POST of its form answers the invitation, and `GET …/<token>/party.ics` returns the
 * party for calendars. None of it needs a script. Tokens that never existed and revoked ones get the same response.
 * @param refusal why a form is not taken; its page comes back with all that was typed
 */
export async function invitation(
  request: Request,
  backend: Backend,
  refusal: Refusal | null = null,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isFile = pathname.endsWith('/party.ics');
  const methods = isFile ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'POST'];
  if (!methods.includes(request.method)) {
    const allowed = methods.join(', ');
    return refuse(405, 'METHOD_NOT_ALLOWED', `Only ${allowed} is answered here`, { Allow: allowed, ...privacy });
  }
  const answer = await answerTo(request, backend, isFile, refusal).catch((error: unknown) => {
    const refused = isFile ? null : refusalOf(error);
    if (!refused) throw error;
    return invitationNotice(backend, noticeOf(refused), refused.seconds);
  });
  return request.method === 'HEAD' ? new Response(null, answer) : answer;
}

/** Returns the right address for a link in which a chat included too much, such as the period of its sentence; else undefined. */
function withoutPunctuation(path: string): string | undefined {
  const [, token, rest = ''] = /\/([\w-]{43})([^\w/-][^/]*)$/.exec(path) ?? [];
  try {
    return /^[\p{P}\p{S} ]{1,8}$/u.test(decodeURIComponent(rest)) ? token : undefined;
  } catch {
    return undefined;
  }
}

/** Redirects to another page. The address is relative, so that it works wherever this page is served. */
function leadTo(address: string, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: `./${address}`, 'Cache-Control': 'no-store', ...privacy, ...headers },
  });
}

async function answerTo(
  request: Request,
  backend: Backend,
  isFile: boolean,
  refusal: Refusal | null,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const token = invitationTokenIn(pathname);
  if (request.method === 'POST') return take(request, backend, token, refusal);
  const meant = token ?? withoutPunctuation(pathname);
  if (meant !== undefined && token === undefined) return leadTo(meant);
  const view = await open(backend, token);
  if (isFile) return calendarFile(request, backend, token, view);
  if (token === undefined || !view || view.isFileOnly) return nothingToOpen(backend, token);
  const isForSomebodyElse = !view.guest && searchParams.has(somebodyElseQuery);
  const own = view.guest || isForSomebodyElse ? null : await openOwn(request, backend, view);
  const shown = own?.view ?? view;
  const wanted = searchParams.getAll('taken');
  // Shows only items of the list, because anyone can put text into the address.
  const taken = shown.bringList.filter((entry) => entry.isTaken && !entry.isMine && wanted.includes(entry.item));
  const page = pageOf(backend, own?.token ?? token, shown, {
    taken: taken.map(({ item }) => item),
    linkToken: own ? token : null,
    isForSomebodyElse,
    lostLink: searchParams.has(lostLinkQuery) ? 'asked' : null,
  });
  // Browsers must not store a guest's own answer. Other pages are kept, so that typed text survives going back.
  return html(backend, page, 200, { 'Cache-Control': shown.guest ? 'no-store' : 'private, no-cache' });
}

async function open({ data }: Backend, token: string | undefined): Promise<InvitationView | null> {
  if (token === undefined) return null;
  return readInvitationView(await data.call('open_invitation', { token }));
}

/** The cookie for the token of this device's own answer, set for the path of the invitation's link. */
const ownCookie = 'own-answer';
/** In seconds, the longest that browsers keep a cookie. The answer itself is deleted 30 days after the party. */
const ownCookieAge = 400 * 24 * 60 * 60;

/** Returns the token of the answer that this device gave by this link, or undefined. */
function ownTokenIn(request: Request): string | undefined {
  return new RegExp(`(?:^|;\\s*)${ownCookie}=([\\w-]{43})(?:;|$)`).exec(request.headers.get('Cookie') ?? '')?.[1];
}

/** @param linkToken the browser's path has it too; the path of the request begins with the function's name on hosted Supabase */
function ownCookieOf({ site }: Backend, linkToken: string, token: string): string {
  const isSecure = site.startsWith('https:');
  return `${ownCookie}=${token}; Path=${invitationPage(linkToken)}; Max-Age=${ownCookieAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Opens the answer that this device gave to the invitation; null if there is none or it is gone. */
async function openOwn(request: Request, backend: Backend, { party }: InvitationView) {
  const token = ownTokenIn(request);
  const view = await open(backend, token);
  return token !== undefined && view?.guest && view.party.id === party.id ? { token, view } : null;
}

function pageOf(
  { site, now }: Backend,
  token: string,
  view: InvitationView,
  changes: Partial<ShownInvitation> = {},
): ShownInvitation {
  return shownInvitation({ site, token, view, now: now().getTime(), answerKey: crypto.randomUUID(), ...changes });
}

/** In bytes: more than the longest answer with every character escaped. */
export const formMaxBytes = 64 * 1024;

function isForm(request: Request): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('Content-Type') ?? '');
}

/** Reads the fields of the form. Returns null for a body over the limit, and reads no more of it. */
async function readForm(request: Request): Promise<URLSearchParams | null> {
  if (Number(request.headers.get('Content-Length') ?? 0) > formMaxBytes) return null;
  const utf8 = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.byteLength;
    if (bytes > formMaxBytes) return null;
    text += utf8.decode(part, { stream: true });
  }
  return new URLSearchParams(text + utf8.decode());
}

/** Whether a page of another site sent the form. Older browsers send only the origin, `null` for a page without referrer. */
function isFromAnotherSite(request: Request, site: string): boolean {
  const fetchSite = request.headers.get('Sec-Fetch-Site');
  if (fetchSite !== null) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  const origin = request.headers.get('Origin');
  return origin !== null && origin !== 'null' && origin !== site;
}

/** Handles a form of the page: an answer, or a request for one's own link by mail. */
async function take(
  request: Request,
  backend: Backend,
  token: string | undefined,
  refusal: Refusal | null,
): Promise<Response> {
  const isForeign = isFromAnotherSite(request, backend.site);
  if (refusal && (isForeign || !isForm(request))) return invitationNotice(backend, noticeOf(refusal), refusal.seconds);
  if (isForeign) return invitationNotice(backend, 'other site');
  if (!isForm(request)) return refuse(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the form of the page', privacy);
  const form = await readForm(request);
  if (!form) return invitationNotice(backend, 'too large');
  if (token === undefined) return invitationNotice(backend, 'unknown');
  if (refusal) return notTaken(request, backend, token, form, refusal);
  const { searchParams } = new URL(request.url);
  if (searchParams.has(openedQuery)) {
    await backend.data.call('note_opened_mail', { token });
    return new Response(null, { status: 204, headers: privacy });
  }
  const taking = searchParams.has(lostLinkQuery)
    ? mailOwnLink(backend, token, form.get('email') ?? '')
    : takeAnswer(request, backend, token, form);
  return taking.catch((error: unknown) => {
    const refused = refusalOf(error);
    if (!refused) throw error;
    return notTaken(request, backend, token, form, refused);
  });
}

/** Returns the form with all that was typed or, if it cannot be drawn either, a notice that sends it once more. */
async function notTaken(
  request: Request,
  backend: Backend,
  token: string,
  form: URLSearchParams,
  refusal: Refusal,
): Promise<Response> {
  const { status, seconds } = refusal;
  const isLostLink = new URL(request.url).searchParams.has(lostLinkQuery);
  const sent = sentForm(request, form);
  const query = isLostLink ? `?${lostLinkQuery}` : sent.isForSomebodyElse ? `?${somebodyElseQuery}` : '';
  const unsent = { action: `${invitationPage(token)}${query}`, fields: sentFields(form) };
  const notice = () => invitationNotice(backend, noticeOf(refusal), seconds, unsent);
  if (isLostLink) return notice();
  const trouble = status === 429 ? 'too many' : 'not sent';
  const headers = { 'Retry-After': String(seconds) };
  return sendBack(backend, token, status, { ...sent, trouble }, headers).catch((error: unknown) => {
    if (!refusalOf(error)) throw error;
    return notice();
  });
}

function sentForm(request: Request, form: URLSearchParams) {
  const given = form.get('answerKey') ?? '';
  return {
    typed: guestDraftFrom(form),
    answerKey: uuid.test(given) ? given : crypto.randomUUID(),
    isForSomebodyElse: new URL(request.url).searchParams.has(somebodyElseQuery),
  };
}

/** Handles an answer. If anything is wrong, the page comes back with all that was typed. */
async function takeAnswer(request: Request, backend: Backend, token: string, form: URLSearchParams) {
  const sent = sentForm(request, form);
  const { answerKey, isForSomebodyElse } = sent;
  const own = ownTokenIn(request);
  const checked = checkGuestDraft(sent.typed);
  if (!checked.ok) return sendBack(backend, token, 422, { ...sent, problems: checked.problems });
  const args = { token, answer_key: answerKey, answer: checked.value, own: own ?? null, is_another: isForSomebodyElse };
  const outcome = readAnswerOutcome(await backend.data.call('answer_invitation', args));
  if (!outcome) return nothingToOpen(backend, token);
  if ('refused' in outcome) {
    if (outcome.refused === 'unknown') return nothingToOpen(backend, token);
    const trouble = troubleOf(outcome.refused);
    return sendBack(backend, token, troubleStatus[trouble], { ...sent, trouble });
  }
  const taken = new URLSearchParams((outcome.taken ?? []).map((item) => ['taken', item]));
  const guestToken = outcome.guestToken ?? own ?? token;
  // The link keeps leading to the answer of the device's owner.
  const isKept = guestToken !== token && !(isForSomebodyElse && own !== undefined);
  return leadTo(
    `${guestToken}${taken.size > 0 ? `?${taken}` : ''}#answered`,
    isKept ? { 'Set-Cookie': ownCookieOf(backend, token, guestToken) } : {},
  );
}

/** Mails a guest their own link. The response is always the same, so that it does not reveal who has answered. */
async function mailOwnLink(backend: Backend, token: string, typed: string): Promise<Response> {
  const address = normalizeEmail(typed);
  if (!isEmailAddress(address)) return sendBack(backend, token, 422, { lostLink: 'not an address' });
  await backend.data.call('ask_for_own_link', { token, address });
  return leadTo(`${token}?${lostLinkQuery}#${lostLinkQuery}`);
}

async function sendBack(
  backend: Backend,
  token: string,
  status: number,
  changes: Partial<ShownInvitation>,
  headers: Record<string, string> = {},
) {
  const view = await open(backend, token);
  return view && !view.isFileOnly
    ? html(backend, pageOf(backend, token, view, changes), status, headers)
    : nothingToOpen(backend, token);
}

async function calendarFile(
  request: Request,
  { site }: Backend,
  token: string | undefined,
  view: InvitationView | null,
): Promise<Response> {
  if (token === undefined || !view) return refuse(404, 'NOT_FOUND', 'There is no such invitation', privacy);
  // The public address: on hosted Supabase this function has another path.
  const address = `${site}${invitationPage(token)}`;
  const page = { address, host: new URL(site).hostname };
  const text = invitationCalendar(view, page);
  const tag = `"${(await hashOf(text)).slice(0, 32)}"`;
  const headers = { ...privacy, ETag: tag, 'Cache-Control': 'private, no-cache' };
  if (matchesTag(request.headers.get('If-None-Match'), tag)) return new Response(null, { status: 304, headers });
  const file = {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'inline; filename="party.ics"',
  };
  return new Response(text, { headers: { ...headers, ...file } });
}
