/** The pack of the demo and of the README's pictures: five dogs, parties before and after today, guests, and a birthday today. */
import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { addDays, anniversaryOf, type CalendarDate } from '../domain/dates/calendar-date.ts';
import { seedPack } from '../tests/support/seed-pack.ts';

type Answer = { name: string } & Partial<typeof goingAlone>;

const goingAlone = {
  ...{ answer: 'yes', adults: 1, children: 0, dogs: [] as { name: string; size: string }[] },
  ...{ allergies: null as string | null, note: null as string | null, email: null, brings: [] as string[] },
};

const earlyAnswers: readonly Answer[] = [
  {
    name: 'Mia',
    adults: 2,
    children: 1,
    dogs: [{ name: 'Pip', size: 'small' }],
    brings: ['Salad'],
    allergies: 'Peanuts',
  },
  { name: 'Grace', dogs: [{ name: 'Duke', size: 'giant' }], brings: ['Lemonade'] },
  { name: 'Ken', answer: 'no', adults: 0, note: 'Next year for sure!' },
];

/** Of the party that has been. */
const formerAnswers: readonly Answer[] = [
  { name: 'Grace', dogs: [{ name: 'Duke', size: 'giant' }], brings: ['Buns'] },
  { name: 'Mia', adults: 2, children: 1, dogs: [{ name: 'Pip', size: 'small' }], brings: ['Mustard'] },
  { name: 'Priya', dogs: [{ name: 'Nala', size: 'medium' }], note: 'Nala stole two. Sorry!' },
  { name: 'Ada', dogs: [{ name: 'Rex', size: 'large' }], brings: ['Lemonade'] },
];

const lateAnswers: readonly Answer[] = [
  { name: 'Ada', dogs: [{ name: 'Rex', size: 'large' }] },
  { name: 'Tom', adults: 2, dogs: [{ name: 'Bo', size: 'medium' }], note: 'Is there cake for people, too?' },
  { name: 'Priya', answer: 'maybe', dogs: [{ name: 'Nala', size: 'medium' }] },
  { name: 'Sam', children: 2, dogs: [{ name: 'Peanut', size: 'small' }], brings: ['Plates'] },
];

/**
 * Creates the owner and the pack at a server.
 * @returns the session, and an answer a call of guests who come while one looks; false once all have answered
 */
export async function createDemoPack(url: string, today: CalendarDate, email: string, password: string) {
  const years = (count: number, days = 0) => addDays(anniversaryOf(today, -count), days);
  const luna = {
    name: 'Luna',
    birth_date: years(6),
    size: 'medium',
    breed: 'Brittany Spaniel',
    photo: 'portrait',
  } as const;
  const session = await seedPack(url, {
    ...{ email, password, name: 'Robin' },
    dogs: [
      { ...luna, notes: 'Loves the postman. Fears the hoover.' },
      {
        ...{ name: 'Biscuit', birth_date: years(7, 18), breed: 'Norwich Terrier', notes: 'Will sing for cheese.' },
        size: 'small',
      },
      {
        ...{ name: 'Łatka', birth_date: years(5, 66), breed: 'German Shepherd', photo_x: 30, photo_y: 50 },
        size: 'large',
        photo: 'landscape',
      },
      { name: 'Zoë', birth_date: addDays(today, -130), size: 'large', gotcha_date: addDays(today, -70) },
      { name: 'Old Tom', birth_date: years(15), died_on: years(1, 40), size: 'medium', breed: 'Labrador' },
    ],
    parties: [
      {
        ...{ dog: 'Luna', title: 'Cake Day', celebration_date: addDays(today, 5), location: 'The old oak, Dog Park' },
        description: 'Bring a ball. There will be cake for everybody, and a nap afterwards.',
      },
      { dog: 'Łatka', title: 'Swim Party', celebration_date: addDays(today, 66), location: 'The lake' },
      { dog: 'Luna', title: 'Sausage Supper', celebration_date: addDays(today, 1), photo: 'landscape' },
      { dog: 'Łatka', title: 'Puddle Party', celebration_date: addDays(today, -57), location: 'The pond' },
    ],
    portraits: [
      { dog: 'Luna', day: years(1), kind: 'birthday', photo: 'landscape', photo_x: 30, photo_y: 50 },
      { dog: 'Luna', day: years(2), kind: 'birthday', photo: 'portrait', line: 'Who ate the cake?' },
      { dog: 'Łatka', day: years(1, 66), kind: 'birthday', photo: 'landscape', photo_x: 30, photo_y: 50 },
      { dog: 'Old Tom', day: years(3), kind: 'birthday', photo: 'portrait', line: 'Twelve, and first at the door.' },
      {
        ...{ dog: 'Old Tom', day: years(2), kind: 'birthday', line: 'Thirteen. The lawn is his.' },
        ...{ photo: 'panorama', photo_x: 70, photo_y: 50 },
      },
    ],
  });
  const headers = { Authorization: `Bearer ${session.access_token}` };
  const host = createClient(url, 'wagday', { global: { headers }, auth: { persistSession: false } });
  const guest = createClient(url, 'wagday', { auth: { persistSession: false } });
  const invite = async (title: string, settings: object) => {
    const party = await host.from('birthday_celebrations').select('id').eq('title', title).single().throwOnError();
    const party_id: string = party.data.id;
    const { data: token } = await host.rpc('make_invitation_link', { party_id }).throwOnError();
    await host.from('party_invitations').update(settings).eq('party_id', party_id).throwOnError();
    const take = (answer: Answer) =>
      guest
        .rpc('answer_invitation', { token, answer_key: randomUUID(), answer: { ...goingAlone, ...answer } })
        .throwOnError();
    return { party_id, token, take };
  };

  // Guests can only answer before it.
  const supper = await invite('Sausage Supper', {
    thanks: 'Eleven sausages, four guests, no leftovers. You are the best pack!',
    bring_list: ['Buns', 'Mustard', 'Lemonade'],
    album_url: 'https://photos.example.com/sausage-supper',
  });
  for (const answer of formerAnswers) await supper.take(answer);
  const seen = { answers_seen_at: new Date().toISOString() };
  await host.from('party_invitations').update(seen).eq('party_id', supper.party_id).throwOnError();
  const celebration_date = addDays(today, -9);
  await host.from('birthday_celebrations').update({ celebration_date }).eq('id', supper.party_id).throwOnError();

  const { token, take } = await invite('Cake Day', { bring_list: ['Salad', 'Plates', 'Lemonade'], most_people: 20 });
  for (const answer of earlyAnswers) await take(answer);
  const late = lateAnswers.values();
  return {
    session,
    invitation: `${url}/i/${token}`,
    answerNext: async () => {
      const { value, done } = late.next();
      if (value) await take(value);
      return !done;
    },
  };
}
