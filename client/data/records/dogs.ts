import type { DogProfile } from '../../../domain/dogs/dog-draft.ts';
import { birthPrecisions } from '../../../domain/dogs/life.ts';
import { dogSizes } from '../../../domain/dogs/size.ts';
import { calendarDate, oneOf, optional, text } from '../../../domain/parse.ts';
import { type Base, defineRecord, field, orDefault, photoField, photoFocusField } from './record.ts';

export type Dog = DogProfile & Base;

export const dogs = defineRecord<DogProfile>({
  table: 'dogs',
  content: {
    name: field('name', text),
    size: field('size', oneOf(dogSizes)),
    birthDate: field('birth_date', calendarDate),
    birthPrecision: field('birth_precision', orDefault(oneOf(birthPrecisions), birthPrecisions[0])),
    gotchaDate: field('gotcha_date', optional(calendarDate)),
    diedOn: field('died_on', optional(calendarDate)),
    photoUrl: photoField('photo_url'),
    photoFocus: photoFocusField('photo_x', 'photo_y'),
    breed: field('breed', optional(text)),
    notes: field('notes', optional(text)),
  },
  links: {},
  order: { key: 'createdAt', isAscending: false },
});
