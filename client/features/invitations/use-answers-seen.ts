import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { markAnswersSeen } from '../../data/invitations/invitations.ts';
import { guestBookQuery } from './guest-book.ts';
import { isNewSince, type PartyGuests } from './read-guest-book.ts';

/**
 * Notes that the host sees the answers, so that the pack tells of them no more. Returns up to when they had been seen before, so that
 * new ones stay marked as long as the list is open.
 */
export function useAnswersSeen(ownerId: string, { invitation, guests }: PartyGuests): string {
  const client = useQueryClient();
  const [seenAt] = useState(invitation.answersSeenAt);
  const fresh = guests.filter((guest) => isNewSince(invitation.answersSeenAt, guest));
  const newest = fresh
    .flatMap(({ answeredAt }) => answeredAt ?? [])
    .reduce((latest, moment) => (Date.parse(moment) > Date.parse(latest) ? moment : latest), invitation.answersSeenAt);
  const isNews = newest !== invitation.answersSeenAt;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the invitation is a new object after each reading.
  useEffect(() => {
    if (!isNews) return;
    // Where it fails, the next look at the list notes it.
    markAnswersSeen(invitation, newest).then(
      () => client.invalidateQueries(guestBookQuery(ownerId)),
      () => undefined,
    );
  }, [isNews, newest, invitation.id, client, ownerId]);
  return seenAt;
}
