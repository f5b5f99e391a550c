/** Pages that show one of everything, for the build and for tests. */
import type { CalendarDate } from '../../domain/dates/calendar-date.ts';
import { dogSizes } from '../../domain/dogs/size.ts';
import type { InvitationView } from '../../domain/guests/invitation-view.ts';
import { type InvitationPage, type ShownInvitation, shownInvitation } from '../../domain/guests/shown-invitation.ts';

const day = (text: string) => text as CalendarDate;

/** An invitation as seen by a guest who has not answered. */
export const sampleView: InvitationView = {
  ...{
    version: '0',
    isFileOnly: false,
    isNewFromMail: false,
    fileToken: null,
    state: 'open',
    ...{ calledOffWhy: null, afterwards: null },
    isOnAgain: false,
  },
  party: {
    ...{ id: 'party', title: "Biscuit's 4th Birthday", date: day('2026-06-20') },
    ...{ hour: '15:30', zone: 'America/New_York', end: null },
    ...{ location: 'The old oak in the dog park', isPlaceHidden: false },
    ...{ description: 'Bring a ball. https://wagday.example' },
    ...{ createdAt: '2026-06-01T12:00:00Z', version: Date.UTC(2026, 5, 2) * 1000 },
  },
  dog: { name: 'Biscuit', size: 'medium', photoUrl: null, photoFocus: null, coat: null },
  ...{ host: { name: 'Maria' }, message: 'There is shade.', answerUntil: day('2026-06-18'), preview: null },
  guests: {
    ...{ people: 8, dogs: 5, names: ['Ada'], moreNames: 1 },
    ...{ seatedDogs: [{ name: 'Rex', size: 'large' }], moreDogNames: 4 },
  },
  bringList: [
    { item: 'Lemonade', isTaken: false, isMine: false },
    { item: 'Balls', isTaken: true, isMine: false },
  ],
  guest: null,
};

export const samplePage = shownInvitation({
  site: 'https://wagday.example',
  token: 'A'.repeat(43),
  view: sampleView,
  now: Date.UTC(2026, 5, 10, 12),
  answerKey: '5e0d7cbb-4ab5-4c55-b8b4-3a8d4cbf1f0a',
});

function pageOf(view: Partial<InvitationView>, rest: Partial<ShownInvitation> = {}): ShownInvitation {
  return { ...samplePage, ...rest, view: { ...sampleView, ...view } };
}

const guest: InvitationView['guest'] = {
  ...{ name: 'Ada', answer: 'yes', adults: 2, children: 1, dogs: [{ name: 'Rex', size: 'large' }] },
  ...{ allergies: 'Nuts', note: null, email: 'ada@example.org', brings: ['Balls'] },
  ...{
    isWaiting: false,
    isTooLarge: false,
    isMailed: true,
    mailedAt: '2026-06-01T12:00:00Z',
    mailWaits: null,
    placeInLine: null,
    version: 1,
  },
};

const withPhoto = { ...sampleView.dog, photoUrl: '/storage/v1/object/public/dog-photos/a/b.webp' };

export const samplePages: readonly InvitationPage[] = [
  { kind: 'notice', site: samplePage.site, notice: 'unknown' },
  pageOf({ guest, dog: withPhoto }, { taken: ['Lemonade'] }),
  pageOf({}, { problems: { name: 'missing', dogs: 'missing' }, trouble: 'refused' }),
  pageOf({}, { lostLink: 'not an address' }),
  pageOf({}, { lostLink: 'asked' }),
  pageOf({ state: 'closed', guest }, { linkToken: 'L'.repeat(43) }),
  pageOf({
    ...{ state: 'past', guest },
    afterwards: { thanks: 'What a day!', albumUrl: 'https://photos.example.com/a', photoUrl: withPhoto.photoUrl },
  }),
  // A party of more dogs than are drawn.
  pageOf({ guests: { people: 30, dogs: 60, names: null, moreNames: 0, seatedDogs: null, moreDogNames: 0 } }),
  ...dogSizes.map((size) =>
    pageOf({ state: 'cancelled', calledOffWhy: 'A sore paw.', dog: { ...sampleView.dog, size } }),
  ),
];
