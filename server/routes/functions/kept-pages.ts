import type { InvitationPage, InvitationPages } from '../../../domain/invitation-page.ts';
import { type Compress, compressText } from '../../http/compress.ts';

/** A site has five notices. A server without a public address believes what its clients call it, so some more are kept. */
const mostNotices = 50;
/** Of about 40 KB each. */
const mostInvitations = 100;

/** Stands in a page that is kept where each visit has a key of its own. */
const anyKey = crypto.randomUUID();

const minute = 60_000;

/** Whether a page is as everybody finds it who opens the link: nobody's own answer, and nothing sent back. */
function isForEverybody(page: InvitationPage & { kind: 'invitation' }): boolean {
  return (
    !page.view.guest && !page.typed && !page.trouble && page.taken.length + Object.keys(page.problems).length === 0
  );
}

/** Drops the oldest when there are too many. */
function keep<Value>(kept: Map<string, Value>, most: number, key: string, value: Value): Value {
  const [oldest] = kept.keys();
  if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
  kept.set(key, value);
  return value;
}

/**
 * Draws each notice that stands in place of an invitation once for each site, and compresses it once for each encoding: who guesses
 * tokens is answered without either. The page of a link is drawn once a minute while nothing changes in it, because a link that goes
 * round is opened by many at once; whether it may still be opened is asked before.
 */
export function keepPages(pages: InvitationPages): { pages: InvitationPages; compress: Compress } {
  const notices = new Map<string, string>();
  const small = new Map<string, Map<string, ReturnType<Compress>>>();
  const invitations = new Map<string, readonly string[]>();

  function drawNotice(page: InvitationPage & { kind: 'notice' }): string {
    const key = JSON.stringify([page.site, page.notice]);
    const known = notices.get(key);
    if (known !== undefined) return known;
    const html = keep(notices, mostNotices, key, pages.render(page));
    keep(small, mostNotices, html, new Map());
    return html;
  }

  function drawInvitation(page: InvitationPage & { kind: 'invitation' }): string {
    if (!isForEverybody(page)) return pages.render(page);
    const key = JSON.stringify([
      page.site,
      page.isStatic,
      page.token,
      page.view.version,
      Math.floor(page.now / minute),
    ]);
    const pieces =
      invitations.get(key) ??
      keep(invitations, mostInvitations, key, pages.render({ ...page, answerKey: anyKey }).split(anyKey));
    return pieces.join(page.answerKey);
  }

  return {
    pages: {
      policy: pages.policy,
      render: (page) => (page.kind === 'notice' ? drawNotice(page) : drawInvitation(page)),
    },
    compress(text, encoding) {
      const kept = small.get(text);
      const bytes = kept?.get(encoding) ?? compressText(text, encoding);
      kept?.set(encoding, bytes);
      return bytes;
    },
  };
}
