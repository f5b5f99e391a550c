import { useQuery } from '@tanstack/react-query';
import type { GuestMail } from '../../../domain/guests/mails-to-guests.ts';
import { waitingMailLines } from '../../copy/mail-words.ts';
import { addressProvenQuery, askForProof } from '../../data/session/proven-address.ts';
import { AskForProof } from '../../shared/proof/ask-for-proof.tsx';
import { guestMailsQuery } from './guest-book.ts';
import type { PartyGuests } from './read-guest-book.ts';

/**
 * While the host's own address is not proved, says what waits for that, unless the page lists mails that do. The mail that proves it went
 * with the first invitation, and goes again on request.
 */
export function ProofLine({ ownerId, waiting }: { ownerId: string; waiting?: string }) {
  const { data: isProven } = useQuery(addressProvenQuery(ownerId));
  if (isProven !== false) return waiting;
  return (
    <AskForProof
      text={waiting ?? 'Confirm your email, so news reaches your guests and you.'}
      button="Send Me the Link"
      className={waiting ? 'waits-for-proof' : 'in-[main:has(.waits-for-proof)]:hidden'}
      askedText="Check your inbox, or your spam folder. Then your guests hear from us."
      ask={askForProof}
    />
  );
}

type WaitingMailsProps = {
  ownerId: string;
  guests: PartyGuests;
  isMeant?: (mail: GuestMail) => boolean;
};

/** Says which mails to the guests of a party have not gone out, why, and when they will; nothing while all have, or without a network. */
export function WaitingMails({ ownerId, guests: { guests, invitation }, isMeant = () => true }: WaitingMailsProps) {
  const isMailed = guests.some(({ email }) => email !== null);
  const { data = [] } = useQuery({ ...guestMailsQuery(ownerId, invitation), enabled: isMailed });
  const mails = data.filter(isMeant);
  const lines = waitingMailLines(mails, guests, Date.now());
  // Their line is the first.
  const isUnproven = mails.some(({ state, waitsFor }) => state === 'waits' && waitsFor === 'proof');
  if (lines.length === 0) return null;
  return (
    <ul aria-label="Emails to guests" className="grid gap-1 wrap-anywhere">
      {lines.map((line, index) => (
        <li key={line}>{isUnproven && index === 0 ? <ProofLine ownerId={ownerId} waiting={line} /> : line}</li>
      ))}
    </ul>
  );
}
