import { invitationPage } from '../../addresses/addresses.ts';
import { formatFullDate } from '../../domain/dates/calendar-date.ts';
import type { InvitationPage } from '../../domain/guests/invitation-page.ts';
import { backendUrl } from '../data/backend-address.ts';
import { InvitationPreviewTags } from '../shared/invitation/preview-tags.tsx';

/** What the head of the page says about it: to the reader's tabs, and to chats that preview the link. */
export function InvitationTags({ page }: { page: InvitationPage }) {
  if (page.kind === 'notice') return <title>An invitation on Wagday</title>;
  const { party, preview, state, guest } = page.view;
  const linkToken = guest ? page.linkToken : page.token;
  return (
    <>
      <title>{`${party.title} · Wagday`}</title>
      <InvitationPreviewTags
        site={page.site}
        {...(backendUrl && { files: backendUrl })}
        {...{ title: party.title, preview, state }}
        address={linkToken && `${page.site}${invitationPage(linkToken)}`}
        when={formatFullDate(party.date)}
      />
    </>
  );
}
