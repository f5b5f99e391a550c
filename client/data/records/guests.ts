import { guestAnswer } from '../../../domain/guests/guest-answer.ts';
import { instant, optional, text } from '../../../domain/parse.ts';
import { defineRecord, field, type ItemOf } from './record.ts';

/** The answers to all invitations of an owner. Like invitations, they can be changed only online. */
export const guests = defineRecord({
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
    /** Since when the guest has been waiting for a place, as ISO text; null for a guest who is not waiting. */
    waitingSince: field('waiting_since', optional(instant)),
    /** When the guest last answered, as ISO text; null if only the host has answered for them. */
    answeredAt: field('answered_at', optional(instant)),
  },
  order: { key: 'createdAt', isAscending: false },
});

export type Guest = ItemOf<typeof guests>;
