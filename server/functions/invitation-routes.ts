import {
  compressed,
  compressStart,
  compressText,
  createLocalCounts,
  createTurns,
  type Encoding,
  limitBody,
  NoRoom,
  negotiateEncoding,
  networksOf,
  putLast,
  slotsOfClient,
} from 'embedded-supabase';
import { type Context, Hono } from 'hono';
import { invitationFiles, invitations, services } from '../../addresses/addresses.ts';
import type { InvitationPage, InvitationPages } from '../../domain/guests/shown-invitation.ts';
import {
  formMaxBytes,
  invitation,
  invitationNotice,
  invitationTokenIn,
} from '../../functions/invitation/serve-invitation.ts';
import type { Backend, SentPages } from '../../functions/web-function.ts';
import { answerBy, answerFailure, backendFor, type FunctionRoutesDependencies } from './function-routes.ts';

/** Pages of some 20 KB that are drawn at once, in one network and in total. Connections limit those not taken yet. */
const pagesAtOnce = { perGroup: 16, inAll: 64 };
const queueLength = 200;

/**
 * Serves the pages of invitations and their calendar files, at their own address and at the one on hosted Supabase. A client that
 * asks for many missing ones must wait for further missing ones, but still gets those that exist: a whole company may share one
 * address.
 */
export function createInvitationRoutes(parts: FunctionRoutesDependencies): Hono {
  const { limits, clientOf, now, log } = parts;
  const pagesIn = parts.invitations && keepPages(parts.invitations);
  const visits = createLocalCounts(limits.limits.visitsOfInvitation, now);
  const { inTurn } = createTurns(pagesAtOnce.inAll, queueLength, () => new NoRoom(), pagesAtOnce);
  const routes = new Hono();
  const backendOf = (c: Context): Backend => {
    const encoding = negotiateEncoding(c.req.header('Accept-Encoding'), () => true);
    return { ...backendFor(c, parts), ...(pagesIn && { invitations: pagesIn(encoding) }) };
  };
  const tooMany = (c: Context, seconds: number) => invitationNotice(backendOf(c), 'too many', seconds);
  const pathOf = (c: Context) => networksOf(clientOf(c));
  const limit = limitBody(formMaxBytes, pathOf, async (c, { status }) => {
    if (status === 413) return invitationNotice(backendOf(c), 'too large');
    // The status says whose fault it is: the log records a failure of this server for every answer from 500.
    const { body, headers } = await invitationNotice(backendOf(c), 'unavailable');
    return new Response(body, { status, headers });
  });
  // The last has no token, and gets the same kept page as an unknown one.
  const hosted = `${services.functions}/invitation`;
  for (const address of [invitations, invitationFiles, `${hosted}/:token`, `${hosted}/:token/party.ics`, hosted]) {
    routes.use(address, async (c, next) => {
      await next();
      c.res = await compressed(c, c.res);
    });
    routes.all(address, limit, async (c) => {
      const token = invitationTokenIn(c.req.path);
      // Answered without asking the database.
      if (token === undefined) return answerBy(invitation, c, backendOf(c));
      const client = clientOf(c);
      // Counts each client separately, so that nobody with the link shuts out the others who have it.
      const visit = `${token} ${client}`;
      const wait = visits.take(visit);
      const isForm = c.req.method === 'POST';
      const full = isForm ? await limits.take(slotsOfClient('answersToInvitationByClient', client)) : null;
      const seconds = wait ?? full?.seconds;
      // A form that is refused comes back with what was typed, which costs as much as another visit and is counted as one.
      if (seconds !== undefined && !(isForm && visits.take(`refused ${client}`) === null)) return tooMany(c, seconds);
      const refusal = seconds === undefined ? null : ({ status: 429, seconds } as const);
      const answered = (request: Request, backend: Backend) => invitation(request, backend, refusal);
      const answer = await inTurn(pathOf(c), async () => compressed(c, await answerBy(answered, c, backendOf(c))));
      if (answer.status !== 404) return answer;
      visits.forget(visit);
      const unknown = await limits.take(slotsOfClient('unknownInvitationByClient', client));
      return unknown ? tooMany(c, unknown.seconds) : answer;
    });
  }
  routes.onError(async (error, c) => {
    const { status } = answerFailure(error, c, log);
    const { body, headers } = await invitationNotice(backendOf(c), 'unavailable', 5);
    return new Response(body, { status, headers });
  });
  return routes;
}

/** A site has six notices in three encodings. A server without a public address uses the Host of its clients, so some more are kept. */
const mostNotices = 100;
/** Each takes about 12 KB when compressed, as nearly all are. */
const mostInvitations = 200;

/** A placeholder in cached pages for the key that is unique to each visit. */
const anyKey = crypto.randomUUID();

const minute = 60_000;

type Shown = InvitationPage & { kind: 'invitation' };

/** Whether a page is the same for everybody who opens the link: it shows no guest's answer, and no result of a form. */
function isForEverybody({ view, typed, trouble, isForSomebodyElse, lostLink, taken, problems }: Shown): boolean {
  const isChanged = view.guest || typed || trouble || isForSomebodyElse || lostLink;
  return !isChanged && taken.length + Object.keys(problems).length === 0;
}

/** Caches a result, or the promise of it. Drops the oldest when there are too many, and forgets failures. */
function keep<Value>(
  cached: Map<string, Promise<Value>>,
  most: number,
  key: unknown,
  make: () => Promise<Value>,
): Promise<Value> {
  const text = JSON.stringify(key);
  const known = cached.get(text);
  if (known !== undefined) return known;
  const made = make();
  putLast(cached, text, made, most);
  made.catch(() => cached.delete(text));
  return made;
}

/** Compresses a page up to the key of its visit, as nearly all browsers take it, or for other clients each time. */
async function startOf(html: string, encoding: Encoding): Promise<(answerKey: string) => Promise<Buffer<ArrayBuffer>>> {
  if (encoding !== 'br') return (answerKey) => compressText(html.replaceAll(anyKey, answerKey), encoding);
  // A page without a form has no key.
  const cut = html.includes(anyKey) ? html.indexOf(anyKey) : html.length;
  const start = await compressStart(html.slice(0, cut));
  // A copy: a slice would keep the whole page in memory.
  const rest = Buffer.from(html.slice(cut));
  return async (answerKey) => start(rest.toString().replaceAll(anyKey, answerKey));
}

/**
 * Caches pages. Each notice in place of an invitation is drawn and compressed once for each site, so guessing tokens costs neither.
 * The page of a link is drawn and compressed once a minute while nothing in it changes, because many open a popular link at once.
 * Whether the link may still be opened is checked before.
 * @returns the pages in the client's encoding
 */
export function keepPages({ render, policy }: InvitationPages): (encoding: Encoding) => SentPages {
  const notices = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const invitations = new Map<string, ReturnType<typeof startOf>>();

  async function drawInvitation(page: Shown, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    const { site, token, view, now } = page;
    const key = [encoding, site, token, view.version, Math.floor(now / minute)];
    const start = keep(invitations, mostInvitations, key, async () =>
      startOf(render({ ...page, answerKey: anyKey }), encoding),
    );
    return (await start)(page.answerKey);
  }

  return (encoding) => ({
    policy,
    headers: encoding === 'identity' ? {} : { 'Content-Encoding': encoding, Vary: 'Accept-Encoding' },
    render(page) {
      const draw = async () => compressText(render(page), encoding);
      if (page.kind === 'notice' && page.unsent) return draw();
      if (page.kind === 'notice') return keep(notices, mostNotices, [encoding, page.site, page.notice], draw);
      return isForEverybody(page) ? drawInvitation(page, encoding) : draw();
    },
  });
}
