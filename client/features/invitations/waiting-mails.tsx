import { useQuery } from '@tanstack/react-query';
import { waitingMailLines } from '../../copy/mail-words.ts';
import type { Guest } from '../../data/records/guests.ts';
import type { Invitation } from '../../data/records/invitations.ts';
import { guestMailsQuery } from './guest-book.ts';

/** Says which mails to the guests of a party have not gone out, why, and when they will; nothing while all have, or without a network. */
export function WaitingMails({
  ownerId,
  guests,
  invitation,
}: {
  ownerId: string;
  guests: readonly Guest[];
  invitation: Invitation;
}) {
  const isMailed = guests.some(({ email }) => email !== null);
  const { data = [] } = useQuery({ ...guestMailsQuery(ownerId, invitation), enabled: isMailed });
  const lines = waitingMailLines(data, guests, Date.now());
  if (lines.length === 0) return null;
  return (
    <ul aria-label="Emails to guests" className="grid gap-1 rounded-field bg-sky-wash px-4 py-3 wrap-anywhere">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
