import type { InvitationPages } from '../../../domain/invitation-page.ts';
import { type Compress, compressText } from '../../http/compress.ts';

/** A site has five notices. A server without a public address believes what its clients call it, so some more are kept. */
const mostNotices = 50;

/**
 * Draws each notice that stands in place of an invitation once for each site, and compresses it once for each encoding: who guesses
 * tokens is answered without either. Pages of invitations are drawn anew.
 */
export function keepNotices(pages: InvitationPages): { pages: InvitationPages; compress: Compress } {
  const drawn = new Map<string, string>();
  const small = new Map<string, Map<string, ReturnType<Compress>>>();

  function draw(key: string, notice: Parameters<InvitationPages['render']>[0]): string {
    const [oldest] = drawn;
    if (drawn.size >= mostNotices && oldest) {
      drawn.delete(oldest[0]);
      small.delete(oldest[1]);
    }
    const html = pages.render(notice);
    drawn.set(key, html);
    small.set(html, new Map());
    return html;
  }

  return {
    pages: {
      policy: pages.policy,
      render(page) {
        if (page.kind !== 'notice') return pages.render(page);
        const key = JSON.stringify([page.site, page.notice]);
        return drawn.get(key) ?? draw(key, page);
      },
    },
    compress(text, encoding) {
      const kept = small.get(text);
      const bytes = kept?.get(encoding) ?? compressText(text, encoding);
      kept?.set(encoding, bytes);
      return bytes;
    },
  };
}
