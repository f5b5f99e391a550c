import type { DogProfile } from '../../../domain/drafts.ts';
import { isDogSize } from '../../../domain/size.ts';
import { currentPhotoUrl } from '../photo-address.ts';
import { calendarDate, optionalText, text } from './fields.ts';
import { type Base, defineRecord } from './record.ts';

/** A dog of the pack. */
export type Dog = DogProfile & Base;

const photo = optionalText('photo_url');

export const dogs = defineRecord<DogProfile>({
  table: 'dogs',
  content: {
    name: text('name'),
    size: { column: 'size', parse: (value) => (isDogSize(value) ? value : undefined) },
    birthDate: calendarDate('birth_date'),
    photoUrl: {
      ...photo,
      parse: (value) => {
        const address = photo.parse(value);
        return address ? currentPhotoUrl(address) : address;
      },
    },
    breed: optionalText('breed'),
    notes: optionalText('notes'),
  },
  links: {},
  order: { key: 'createdAt', isAscending: false },
});
