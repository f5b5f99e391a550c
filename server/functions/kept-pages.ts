import type { InvitationPage, InvitationPages } from '../../domain/guests/invitation-page.ts';
import type { SentPages } from '../../functions/web-function.ts';
import { compressText, type Encoding } from '../platform/http/compress.ts';
import { compressStart } from '../platform/http/compressed-start.ts';

/** A site has five notices in three encodings. A server without a public address believes what its clients call it, so some more are kept. */
const mostNotices = 100;
/** Of about 12 KB each where they are compressed, which nearly all are. */
const mostInvitations = 200;

/** Stands in a page that is kept where each visit has a key of its own. */
const anyKey = crypto.randomUUID();

const minute = 60_000;

type Shown = InvitationPage & { kind: 'invitation' };

/** Whether a page is the same for everybody who opens the link: it holds nobody's answer, and nothing that was asked for or sent back. */
function isForEverybody({ view, typed, trouble, isForSomebodyElse, lostLink, taken, problems }: Shown): boolean {
  const isChanged = view.guest || typed || trouble || isForSomebodyElse || lostLink;
  return !isChanged && taken.length + Object.keys(problems).length === 0;
}

/** What was made for a key, or what is made for it now. The oldest is dropped when there are too many, and what fails is made again. */
function keep<Value>(
  kept: Map<string, Promise<Value>>,
  most: number,
  key: unknown,
  make: () => Promise<Value>,
): Promise<Value> {
  const text = JSON.stringify(key);
  const known = kept.get(text);
  if (known !== undefined) return known;
  const [oldest] = kept.keys();
  if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
  const made = make();
  kept.set(text, made);
  made.catch(() => kept.delete(text));
  return made;
}

/** A page, compressed up to the key of its visit; without a form it has none. */
async function startOf(html: string, encoding: Encoding): Promise<(answerKey: string) => Uint8Array<ArrayBuffer>> {
  const found = html.indexOf(anyKey);
  const cut = found < 0 ? html.length : found;
  const start = await compressStart(html.slice(0, cut), encoding);
  // Of its own: a slice would keep the whole page in memory.
  const rest = Buffer.from(html.slice(cut));
  return (answerKey) => start(rest.toString().replaceAll(anyKey, answerKey));
}

/**
 * Draws and compresses each notice that stands in place of an invitation once for each site: who guesses tokens is answered without
 * either. The page of a link is drawn and compressed once a minute while nothing changes in it, because a link that goes round is
 * opened by many at once; whether it may still be opened is asked before.
 * @returns the pages as a client takes them
 */
export function keepPages({ render, policy }: InvitationPages): (encoding: Encoding) => SentPages {
  const notices = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const invitations = new Map<string, ReturnType<typeof startOf>>();

  async function drawInvitation(page: Shown, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    const { site, isStatic, token, view, now } = page;
    const key = [encoding, site, isStatic, token, view.version, Math.floor(now / minute)];
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
      if (page.kind === 'notice') return keep(notices, mostNotices, [encoding, page.site, page.notice], draw);
      return isForEverybody(page) ? drawInvitation(page, encoding) : draw();
    },
  });
}
