import type { PortraitLook } from '../../../domain/celebrations/celebration-photos.ts';
import { type Celebration, celebrationKinds } from '../../../domain/celebrations/celebrations.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { calendarDate, oneOf, optional, text } from '../../../domain/parse.ts';
import { dogs } from './dogs.ts';
import { type Base, defineRecord, field, photoField, photoFocusField } from './record.ts';

export type PortraitContent = PortraitLook & { day: CalendarDate; kind: Celebration['kind'] };

export type Portrait = PortraitContent & { dogId: string } & Base;

export const portraits = defineRecord<PortraitContent, { dogId: string }>({
  table: 'portraits',
  hasSharedIds: true,
  content: {
    day: field('day', calendarDate),
    kind: field('kind', oneOf(celebrationKinds)),
    photoUrl: photoField('photo_url'),
    photoFocus: photoFocusField('photo_x', 'photo_y'),
    line: field('line', optional(text)),
  },
  links: { dogId: field('dog_id', text) },
  parent: { record: dogs, key: 'dogId' },
  order: { key: 'day', isAscending: true },
});

/** Returns the id of the only portrait of a dog and a day, as the backend sets it. */
export function portraitIdOf(dogId: string, day: CalendarDate): string {
  return `${dogId}-${day.replaceAll('-', '')}`;
}
