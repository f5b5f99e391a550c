import { invitationPage, publicPreviews } from '../../addresses/addresses.ts';
import { formatFullDate } from '../../domain/dates/calendar-date.ts';
import type { InvitationPage } from '../../domain/guests/shown-invitation.ts';
import { shortened, tidyLine } from '../../domain/text/text.ts';
import { backendUrl } from '../data/backend-address.ts';

/** The size of every link preview in pixels, as the messengers ask for it. */
const width = 1200;
const height = 630;

/** The product's own picture, for invitations without one. */
const ownPicture = '/link-preview.jpg';

/** A preview's name in its bucket, as the database checks it. Any other text would let a host choose where the tag points. */
const previewName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[A-Za-z0-9][A-Za-z0-9_-]{0,63}\.jpg$/;

const kickers = {
  open: "You're invited",
  full: "You're invited",
  closed: "You're invited",
  past: 'We celebrated',
  cancelled: 'Called off',
};

/**
 * What the head of the page says about it, to the reader's tabs and to chats that preview the link. Everybody in the chat sees the tags, so
 * they contain no place, no guests and no words of the host.
 * @param files the origin of the storage, if it is not that of the page
 */
export function InvitationTags({ page, files = backendUrl || page.site }: { page: InvitationPage; files?: string }) {
  if (page.kind === 'notice') return <title>An invitation on Wagday</title>;
  const { site, token } = page;
  const {
    party: { title, date },
    preview,
    state,
    guest,
  } = page.view;
  const isOwn = preview === null || !previewName.test(preview);
  const party = shortened(tidyLine(title), 120);
  const when = formatFullDate(date);
  const isAsking = state === 'open' || state === 'full';
  // A guest's own link may not be revealed.
  const linkToken = guest ? page.linkToken : token;
  return (
    <>
      <title>{`${title} · Wagday`}</title>
      <meta property="og:type" content="website" />
      {linkToken && <meta property="og:url" content={`${site}${invitationPage(linkToken)}`} />}
      <meta property="og:site_name" content="Wagday" />
      <meta property="og:title" content={`${kickers[state]}: ${party}`} />
      <meta property="og:description" content={isAsking ? `${when}. Are you coming? Dogs count, too!` : `${when}.`} />
      <meta property="og:image" content={isOwn ? `${site}${ownPicture}` : `${files}${publicPreviews}${preview}`} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta
        property="og:image:alt"
        content={isOwn ? 'An invitation card with a dog in a party hat' : `An invitation card: ${party}`}
      />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fff6e5" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1e1215" />
    </>
  );
}
