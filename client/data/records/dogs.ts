import type { DogProfile } from '../../../domain/dogs/dog-draft.ts';
import { birthPrecisions, isBirthPrecision } from '../../../domain/dogs/life.ts';
import { isDogSize } from '../../../domain/dogs/size.ts';
import { currentPhotoUrl } from '../photos/photo-address.ts';
import { calendarDate, optionalDate, optionalText, photoFocus, text } from './fields.ts';
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
    birthPrecision: {
      column: 'birth_precision',
      // A device may have kept the dog before the field existed.
      parse: (value = birthPrecisions[0]) => (isBirthPrecision(value) ? value : undefined),
    },
    gotchaDate: optionalDate('gotcha_date'),
    diedOn: optionalDate('died_on'),
    photoUrl: {
      ...photo,
      parse: (value) => {
        const address = photo.parse(value);
        return address ? currentPhotoUrl(address) : address;
      },
    },
    photoFocus: photoFocus('photo_x', 'photo_y'),
    breed: optionalText('breed'),
    notes: optionalText('notes'),
  },
  links: {},
  order: { key: 'createdAt', isAscending: false },
});
