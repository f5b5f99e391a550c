import { calendarDate, optional, text } from '../../../domain/parse.ts';
import type { PartyPlan } from '../../../domain/parties/party-draft.ts';
import { invitationImagePath } from '../../../domain/parties/planned-parties.ts';
import { dogs } from './dogs.ts';
import { type Base, defineRecord, field, partyTimeField, photoField } from './record.ts';

/** What an owner edits of a party: the plan and, once it is over, the photo of the day. */
export type PartyContent = PartyPlan & { memoryPhotoUrl: string | null };

export type Party = PartyContent & { dogId: string } & Base;

export const parties = defineRecord<PartyContent, { dogId: string }>({
  table: 'birthday_celebrations',
  exportedAs: 'celebrations',
  content: {
    title: field('title', text),
    celebrationDate: field('celebration_date', calendarDate),
    time: partyTimeField('celebration_time', 'end_time', 'time_zone'),
    description: field('description', optional(text)),
    location: field('location', optional(text)),
    memoryPhotoUrl: photoField('memory_photo_url'),
  },
  links: { dogId: field('dog_id', text) },
  parent: { record: dogs, key: 'dogId' },
  order: { key: 'celebrationDate', isAscending: true },
  beginning: ({ dogId }) => ({ invitation_image_url: invitationImagePath(String(dogId)), shared_platforms: [] }),
});
