import { date } from '../../domain/testing/dates.ts';
import type { Party } from '../data/records/parties.ts';
import { type Portrait, portraitIdOf } from '../data/records/portraits.ts';
import { rex } from './dogs.ts';

/** A party of Rex. */
export const cakeDay: Party = {
  id: '00000000-0000-4000-8000-0000000000f1',
  dogId: rex.id,
  title: 'Cake Day',
  celebrationDate: date('2026-07-01'),
  time: null,
  description: null,
  location: 'Dog Park',
  memoryPhotoUrl: null,
  createdAt: '2026-06-15T12:00:00+00:00',
  version: 1,
};

/** A portrait of Rex. */
export function portraitOn(
  day: string,
  photoUrl: string | null,
  line: string | null = null,
  kind: Portrait['kind'] = 'birthday',
): Portrait {
  const id = portraitIdOf(rex.id, date(day));
  const kept = { photoUrl, photoFocus: null, line, createdAt: '2026-06-15T12:00:00+00:00', version: 1 };
  return { id, dogId: rex.id, day: date(day), kind, ...kept };
}
