import { type GuestAnswer, guestAnswer } from '../../../domain/guests/guest-answer.ts';
import { instant, optional, text } from '../../../domain/parse.ts';
import { type Base, defineRecord, field } from './record.ts';

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
    name: field('name', guestAnswer.name),
    answer: field('answer', guestAnswer.answer),
    adults: field('adults', guestAnswer.adults),
    children: field('children', guestAnswer.children),
    dogs: field('dogs', guestAnswer.dogs),
    allergies: field('allergies', guestAnswer.allergies),
    note: field('note', guestAnswer.note),
    email: field('email', guestAnswer.email),
    brings: field('brings', guestAnswer.brings),
  },
  links: {
    invitationId: field('invitation_id', text),
    waitingSince: field('waiting_since', optional(instant)),
    answeredAt: field('answered_at', optional(instant)),
  },
  order: { key: 'createdAt', isAscending: false },
});
