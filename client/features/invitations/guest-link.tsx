import { useState } from 'react';
import { linkAddress, makeGuestLink } from '../../backend/invitations.ts';
import type { Guest } from '../../backend/records/guests.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { invitationMessages } from '../../copy/invitation-messages.ts';
import { useSharing, type Words } from '../../parts/share/use-sharing.ts';
import { Button } from '../../ui/button.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showError } from '../../ui/toaster.tsx';

async function noPicture() {
  return null;
}

/**
 * Sends a guest the link to their own answer: one who phoned has none yet, and another has lost it. There they can leave an address,
 * which is theirs to give.
 */
export function GuestLink({ guest, title }: { guest: Guest; title: string }) {
  // One for as long as the form is open: each new one may end an older link of the guest.
  const [url, setUrl] = useState<string | null>(null);
  const words: Words = { title, text: `Your answer to ${title}. Change it here, or leave your email for news:`, url };

  async function prepare(): Promise<Words | null> {
    if (url !== null) return { ...words };
    try {
      const token = await makeGuestLink(guest);
      if (token === null) {
        showError(invitationMessages.changedElsewhere);
        return null;
      }
      const made = linkAddress(token);
      setUrl(made);
      return { ...words, url: made };
    } catch {
      showError(failureMessage(invitationMessages.couldNotMakeLink));
      return null;
    }
  }

  const { share, isWaiting, isOnceMore, textToCopy } = useSharing(words, noPicture, prepare);
  return (
    <section aria-label="Their own link" className="grid justify-items-start gap-3 rounded-field bg-sky-wash px-4 py-3">
      <p className="wrap-anywhere">
        {guest.email === null
          ? 'No email yet, so news will not reach them. Their own link lets them leave one.'
          : 'They lost their link? Send it once more.'}{' '}
        It opens this answer, so it is only for {guest.name}.
      </p>
      <Button look="secondary" aria-busy={isWaiting} onClick={() => void share()}>
        Send Their Link
      </Button>
      <p role="status" className="font-bold empty:hidden">
        {isOnceMore && 'All ready! Press once more to send it.'}
      </p>
      {textToCopy && <TextToCopy text={textToCopy} />}
    </section>
  );
}
