import { date } from '../../domain/testing/dates.ts';
import { type Party, parties } from '../data/records/parties.ts';
import { type Portrait, portraitIdOf } from '../data/records/portraits.ts';
import { columnsOf } from '../data/records/rows.ts';
import type { Row } from './pretend-backend.ts';
import { session } from './pretend-session.ts';
import { rex } from './sample-dogs.ts';

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

/** Returns the row of that party in the backend. */
export function partyRowOf(party: Party, ownerId = session.user.id): Row {
  return { user_id: ownerId, id: party.id, ...columnsOf(parties, party) };
}

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

/** The row of an invitation to the party, with these columns. */
export function invitationRow(party: Pick<Party, 'id'>, columns: object = {}): Row {
  return {
    ...{ id: 'i1', user_id: session.user.id, party_id: party.id, place_for: 'all', guest_list: 'counts' },
    ...{ most_people: null, answer_until: null, message: null, bring_list: [], preview: null, has_link: true },
    ...{ link_token: 'T'.repeat(43), purged_counts: null, cancelled_party: null, version: 1 },
    ...{ answers_seen_at: '2026-06-10T10:00:00+00:00', created_at: '2026-06-01T10:00:00+00:00', ...columns },
  };
}

/** The row of a guest who comes to the party of that invitation, with these columns. */
export function guestRow(name: string, columns: object = {}): Row {
  return {
    ...{ id: `guest-${name}`, user_id: session.user.id, invitation_id: 'i1', name, answer: 'yes', adults: 1 },
    ...{ children: 0, dogs: [], allergies: null, note: null, email: null, brings: [], waiting_since: null },
    ...{ answered_at: '2026-06-09T10:00:00+00:00', created_at: '2026-06-09T10:00:00+00:00', version: 1, ...columns },
  };
}
