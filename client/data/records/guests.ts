import { attendances, type GuestAnswer } from '../../../domain/guests/guest-answer.ts';
import { optionalText, text } from './fields.ts';
import { chosen, count, dogs, texts } from './invitation-fields.ts';
import { type Base, defineRecord } from './record.ts';

type Links = {
  invitationId: string;
  /** Since when there has been no place for the guest, as ISO text; null for who does not wait. */
  waitingSince: string | null;
  /** When the guest answered last, as ISO text; null where only the host has answered for them. */
  answeredAt: string | null;
};

/** One answer to an invitation. */
export type Guest = GuestAnswer & Links & Base;

/** The answers to all invitations of an owner, changed online alone, as invitations are. */
export const guests = defineRecord<GuestAnswer, Links>({
  table: 'party_guests',
  exportedAs: 'guests',
  content: {
    name: text('name'),
    answer: chosen('answer', attendances),
    adults: count('adults'),
    children: count('children'),
    dogs: dogs('dogs'),
    allergies: optionalText('allergies'),
    note: optionalText('note'),
    email: optionalText('email'),
    brings: texts('brings'),
  },
  links: {
    invitationId: text('invitation_id'),
    waitingSince: optionalText('waiting_since'),
    answeredAt: optionalText('answered_at'),
  },
  order: { key: 'createdAt', isAscending: false },
});
