import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { failureMessage } from '../../copy/failure-message.ts';
import { invitationMessages } from '../../copy/invitation-messages.ts';
import { mailMessages } from '../../copy/mail-words.ts';
import type { Message } from '../../copy/messages.ts';
import { isNotReachable, isOfKind } from '../../data/errors.ts';
import { linkAddress, mailGuestLink, makeGuestLink } from '../../data/invitations/host-invitations.ts';
import type { Guest } from '../../data/records/guests.ts';
import { addressProvenQuery } from '../../data/session/proven-address.ts';
import { type ShareText, useSharing } from '../../shared/share/use-sharing.ts';
import { Button } from '../../ui/button.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useReadAgain } from './guest-book.ts';

function mailFailure(error: unknown): Message {
  if (isOfKind(error, 'too often')) return invitationMessages.mailedTooOften;
  if (isOfKind(error, 'refused')) return invitationMessages.mayNotMailLink;
  const { cannotReachToMail, couldNotMailLink } = invitationMessages;
  return failureMessage(isNotReachable(error) ? cannotReachToMail : couldNotMailLink);
}

/** Mails the link to the address that the guest has left. */
function MailLink({ ownerId, guest, email }: { ownerId: string; guest: Guest; email: string }) {
  const { data: isProven } = useQuery(addressProvenQuery(ownerId));
  const readAgain = useReadAgain(ownerId);
  const [mail, isMailing] = useSingleFlight(async () => {
    try {
      if (await mailGuestLink(guest)) showSuccess(mailMessages.linkMailed(email, isProven === false));
      else showError(invitationMessages.noAddressAnyMore);
      await readAgain();
    } catch (error) {
      showError(mailFailure(error));
    }
  });
  return (
    <Button variant="secondary" aria-busy={isMailing} onClick={() => void mail()}>
      Send Their Link Again
    </Button>
  );
}

/**
 * Sends a guest the link to their own answer: one who phoned has none yet, and another has lost it. There guests can leave an address,
 * which hosts may not set.
 */
export function GuestLink({ ownerId, guest, title }: { ownerId: string; guest: Guest; title: string }) {
  const { email } = guest;
  // One for as long as the form is open, because each new link may end an older one of the guest.
  const [url, setUrl] = useState<string | null>(null);
  const words: ShareText = {
    title,
    text: `Your answer to ${title}. Change it here, or leave your email for news:`,
    url,
  };

  async function prepare(): Promise<ShareText | null> {
    if (url !== null) return { ...words };
    try {
      const token = await makeGuestLink(guest);
      if (token === null) {
        showError(invitationMessages.changedElsewhere);
        return null;
      }
      const made = linkAddress(token);
      // Known to a second press at once.
      flushSync(() => setUrl(made));
      return { ...words, url: made };
    } catch {
      showError(failureMessage(invitationMessages.couldNotMakeLink));
      return null;
    }
  }

  const { share, isWaiting, isOnceMore, textToCopy } = useSharing(words, undefined, prepare);
  return (
    <section aria-label="Their own link" className="grid justify-items-start gap-3 rounded-field bg-sky-wash px-4 py-3">
      <p className="wrap-anywhere">
        <span>
          {email === null
            ? 'No email yet, so news will not reach them. Their own link lets them leave one.'
            : `They lost their link? We can email it to ${email}, or you send it yourself.`}
        </span>{' '}
        It opens this answer, so it is only for {guest.name}.
      </p>
      <div className="flex flex-wrap gap-2">
        {email !== null && <MailLink {...{ ownerId, guest, email }} />}
        <Button variant="secondary" aria-busy={isWaiting} onClick={() => void share()}>
          {email === null ? 'Send Their Link' : 'Send It Yourself'}
        </Button>
      </div>
      <p role="status" className="font-bold empty:hidden">
        {isOnceMore && 'All ready! Press once more to send it.'}
      </p>
      {textToCopy && <TextToCopy text={textToCopy} />}
    </section>
  );
}
