/** An invitation with answers. The database would let nobody answer for a party of these pictures' day, so the answers are made. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { samplePage } from '../../client/entries/invitation-samples.ts';

const invitation = {
  ...{ id: randomUUID(), place_for: 'yes', guest_list: 'counts', most_people: 8, answer_until: '2026-09-07' },
  ...{
    message: null,
    bring_list: ['Salad', 'Plates', 'Lemonade'],
    preview: null as string | null,
    purged_counts: null,
    version: 1,
  },
  ...{ answers_seen_at: '2026-06-10T10:00:00+00:00', created_at: '2026-06-01T10:00:00+00:00' },
};

const noDetails = { answer: 'yes', adults: 1, children: 0, dogs: [], allergies: null, note: null, email: null };

/** A guest who has answered on that day of June. */
function guest(name: string, day: number, details: object = {}) {
  const at = `2026-06-${String(day).padStart(2, '0')}T10:00:00+00:00`;
  const links = { id: name, invitation_id: invitation.id, waiting_since: null, answered_at: at };
  return { name, ...noDetails, brings: [], ...links, created_at: at, version: 1, ...details };
}

const guests = [
  guest('Mia', 2, {
    ...{ adults: 2, children: 1, dogs: [{ name: 'Pip', size: 'small' }], allergies: 'Peanuts', brings: ['Salad'] },
    email: 'mia@example.org',
  }),
  guest('Grandma', 3, { note: 'I bring my own chair.', answered_at: null }),
  guest('Grace', 12, {
    ...{ adults: 2, dogs: [{ name: 'Bo', size: 'giant' }], allergies: 'Bo, no chicken' },
    brings: ['Lemonade'],
  }),
  guest('Tom', 11, { adults: 3, waiting_since: '2026-06-11T10:00:00+00:00' }),
  guest('Ada', 4, { answer: 'maybe', dogs: [{ name: 'Rex', size: 'large' }] }),
  guest('Ken', 5, { answer: 'no', adults: 0, note: 'Next year for sure!' }),
];

/** Answers as the backend does that has this invitation. */
export async function invite(page: Page, partyId: string, changes: object = {}) {
  const row = { ...invitation, party_id: partyId, has_link: true, link_token: samplePage.token, ...changes };
  const answer = (path: string, json: () => unknown) =>
    page.route(`**/rest/v1/${path}*`, (route) => route.fulfill({ json: json() }));
  await answer('party_guests', () => guests);
  await page.route('**/rest/v1/party_invitations*', (route) => {
    const { preview } = route.request().method() === 'PATCH' ? route.request().postDataJSON() : row;
    row.preview = preview ?? row.preview;
    return route.fulfill({ json: [row] });
  });
}
