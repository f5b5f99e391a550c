import { invitationImagePath } from '../../../domain/parties/invitation.ts';
import type { PartyPlan } from '../../../domain/parties/party-draft.ts';
import { dogs } from './dogs.ts';
import { calendarDate, optionalText, partyTime, text } from './fields.ts';
import { type Base, defineRecord } from './record.ts';

/** A planned party of one dog. */
export type Party = PartyPlan & { dogId: string } & Base;

export const parties = defineRecord<PartyPlan, { dogId: string }>({
  table: 'birthday_celebrations',
  exportedAs: 'celebrations',
  content: {
    title: text('title'),
    celebrationDate: calendarDate('celebration_date'),
    time: partyTime('celebration_time', 'time_zone'),
    description: optionalText('description'),
    location: optionalText('location'),
  },
  links: { dogId: text('dog_id') },
  parent: { record: dogs, key: 'dogId' },
  order: { key: 'celebrationDate', isAscending: true },
  beginning: ({ dogId }) => ({ invitation_image_url: invitationImagePath(String(dogId)), shared_platforms: [] }),
});
