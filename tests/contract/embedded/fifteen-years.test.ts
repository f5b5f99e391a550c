/**
 * Lives through fifteen years of two dogs, day by day, and compares what their owners are sent, are asked for and have kept with what the
 * specification says. What it says is calculated here a second time, without the domain.
 */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { publicPhotos } from '../../../addresses/addresses.ts';
import { type Dog, dogs } from '../../../client/data/records/dogs.ts';
import { type Party, parties } from '../../../client/data/records/parties.ts';
import { type Portrait, portraits } from '../../../client/data/records/portraits.ts';
import type { ItemOf, RecordType } from '../../../client/data/records/record.ts';
import { DogYear } from '../../../client/features/dog-page/dog-year.tsx';
import { PosterDialog } from '../../../client/features/dog-page/poster-dialog.tsx';
import { StoryDialog } from '../../../client/features/dog-page/story-dialog.tsx';
import { MemoryQuestion } from '../../../client/features/parties/party-list.tsx';
import { portraitToAskFor } from '../../../domain/celebrations/celebration-photos.ts';
import { celebrationsOfYear } from '../../../domain/celebrations/celebrations.ts';
import { picturesOfLife } from '../../../domain/celebrations/life-in-pictures.ts';
import { partiesHeld, yearStory } from '../../../domain/celebrations/year-of-life.ts';
import { date } from '../../../domain/testing/dates.ts';
import { addDog, keepPortrait, newOwner, type Owner, planParty, proveAddresses } from '../../support/owners.ts';
import { PushBrowser } from '../../support/push-browser.ts';
import { startTestBackend } from '../../support/test-backend.ts';

const hour = 3_600_000;
const years = 15;

type Life = {
  name: string;
  size: 'small' | 'giant';
  /** Human years in a year of life from the second birthday on. */
  rate: number;
  birth: string;
  gotcha: string;
  died?: string;
  /** The day of a party. */
  party: string;
  zone: string;
  /** What is sent: mails, or pushes to a browser. */
  by: 'mail' | 'push';
  /** Hours ahead of UTC, in winter and summer. */
  offsets: readonly number[];
};

/** Born on a leap day. From the third year on, the day she came home is also a human-year birthday. The party is on her fifth birthday. */
const leap: Life = {
  ...{ name: 'Leap', size: 'small', rate: 4, birth: '2008-02-29', gotcha: '2008-05-31', party: '2013-02-28' },
  ...{ zone: 'Pacific/Auckland', by: 'mail', offsets: [12, 13] },
};
/** Dies on a human-year birthday, three days after a gotcha day of which no photo was kept. The party was planned for later. */
const moss: Life = {
  ...{ name: 'Moss', size: 'giant', rate: 7, birth: '2008-11-02', gotcha: '2009-04-04' },
  ...{ died: '2016-04-07', party: '2016-04-16', zone: 'America/Los_Angeles', by: 'push', offsets: [-8, -7] },
};

/** Up to the twentieth. */
const ordinal = (count: number) => `${count}${['th', 'st', 'nd', 'rd'][count] ?? 'th'}`;
const plus = (day: string, days: number) => new Date(Date.parse(day) + days * 24 * hour).toISOString().slice(0, 10);
const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / (24 * hour);

function anniversary(day: string, count: number): string {
  const year = Number(day.slice(0, 4)) + count;
  return day.endsWith('02-29') && year % 4 !== 0 ? `${year}-02-28` : `${year}${day.slice(4)}`;
}

function isAnniversary(first: string, day: string): boolean {
  return day === anniversary(first, Number(day.slice(0, 4)) - Number(first.slice(0, 4)));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the instant at which clocks of the zone show this hour. */
function instantOf({ zone, offsets }: Life, day: string, shown: number): number {
  const clock =
    clocks.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
  clocks.set(zone, clock);
  const candidates = offsets.map((offset) => Date.parse(day) + (shown - offset) * hour);
  return candidates.find((instant) => Number(clock.format(instant)) === shown)!;
}

type Occasion = { day: string; kind: Portrait['kind']; line: string };

/**
 * Returns what a dog has to celebrate, in order, found day by day: birthdays, the first day of each further human year, half a year, and the
 * days on which it came home.
 */
function celebrationsOf({ name, rate, birth, gotcha, died = '9999' }: Life): Occasion[] {
  const found: Occasion[] = [];
  let reached = 0;
  let age = 0;
  for (let day = birth; day < died && day <= anniversary(birth, years); day = plus(day, 1)) {
    const add = (kind: Occasion['kind'], words: string) => found.push({ day, kind, line: `${name}${words}` });
    if (day > birth && isAnniversary(birth, day)) reached += 1;
    const before = age;
    age = reached + daysFrom(anniversary(birth, reached), day) / 365.25;
    const human = (at: number) => (at <= 1 ? 15 * at : at <= 2 ? 15 + 9 * (at - 1) : 24 + rate * (at - 2));
    if (day === birth) add('birthday', "'s very first day");
    else if (isAnniversary(birth, day))
      add('birthday', `'s ${ordinal(reached)} birthday, ${human(age)} in human years`);
    else if (age > 2 && Math.floor(human(age)) > Math.floor(human(before)))
      add('human-year birthday', ` turns ${Math.floor(human(age))} in human years`);
    if (before < 0.5 && age >= 0.5) add('puppy graduation', "'s puppy graduation, half a year old");
    const home = Number(day.slice(0, 4)) - Number(gotcha.slice(0, 4));
    if (home > 0 && isAnniversary(gotcha, day)) add('gotcha day', `'s ${ordinal(home)} gotcha day`);
  }
  return found;
}

let ahead = 0;
const browser = new PushBrowser();
const pushed: { title: string; body: string }[] = [];
const backend = await startTestBackend({
  async fetch(_, { body }) {
    pushed.push(JSON.parse(browser.read(body as Uint8Array)).notification);
    return new Response(null, { status: 201 });
  },
});
afterAll(backend.stop);
const create = { width: 8, height: 6, channels: 3, background: '#c43a5e' } as const;
const photo = new File([Uint8Array.from(await sharp({ create }).png().toBuffer())], 'day.png', { type: 'image/png' });

function setClock(instant: number): void {
  const change = instant - Date.now() - ahead;
  backend.advance(change);
  ahead += change;
}

/** An owner with one dog, the photos by the days of which they were kept, each with the day on which that was, and what the owner's device has read. */
type Home = {
  life: Life;
  celebrations: readonly Occasion[];
  owner: Owner;
  dogId: string;
  kept: Map<string, { address: string; on: string }>;
  seen: { dog: Dog; parties: Party[]; portraits: Portrait[] };
};

async function read({ owner, dogId }: Pick<Home, 'owner' | 'dogId'>): Promise<Home['seen']> {
  async function rows<Type extends RecordType>(record: Type): Promise<ItemOf<Type>[]> {
    const { data } = await owner.client.from(record.table).select().eq('user_id', owner.id).throwOnError();
    return data.map((row) => record.read(row) as ItemOf<Type>);
  }
  const dog = (await rows(dogs)).find(({ id }) => id === dogId)!;
  return { dog, parties: await rows(parties), portraits: await rows(portraits) };
}

async function moveIn(life: Life): Promise<Home> {
  const owner = await newOwner(backend);
  await proveAddresses(backend);
  const { name, size, birth: birth_date, gotcha: gotcha_date, zone: time_zone, by } = life;
  const { id: dogId } = await addDog(owner, { name, size, birth_date, gotcha_date });
  const ways = { by_mail: by === 'mail', by_push: by === 'push' };
  await owner.client
    .from('reminder_settings')
    .insert({ time_zone, ...ways })
    .throwOnError();
  if (by === 'push') await owner.client.from('push_subscriptions').insert(browser.subscription()).throwOnError();
  const seen = await read({ owner, dogId });
  return { life, celebrations: celebrationsOf(life), owner, dogId, kept: new Map(), seen };
}

/** Returns the mails and pushes of a look for reminders. A push of one line says it as its title. */
async function look(instant: number) {
  setClock(instant);
  await backend.tickReminders();
  await backend.mailSettled();
  const mails = backend.mailbox.mails.map(({ to, subject, text }) => ({
    ...{ to, subject, lines: text.match(/(?<=^- ).+/gm) },
    asksForPhoto: text.includes('photo'),
  }));
  backend.mailbox.empty();
  const pushes = pushed.splice(0).map(({ title, body }) => ({
    ...{ to: 'the browser', subject: title, lines: body.match(/(?<=^Today: ).+/gm), asksForPhoto: false },
  }));
  return [...mails, ...pushes];
}

/** Returns the mail or push that the owner is to get on a day; null on most days. */
function messageOn({ life: { party, by, died = '9999' }, celebrations, owner }: Home, day: string) {
  const lines = celebrations.filter((each) => each.day === day).map(({ line }) => line);
  if (day === party && day < died) lines.push('Party: Cake');
  if (lines.length === 0) return null;
  const subject = `Today: ${lines[0]}${lines.length > 1 ? `, and ${lines.length - 1} more` : ''}`;
  if (by === 'mail') return { to: owner.email, subject, lines, asksForPhoto: day !== party };
  return { to: 'the browser', subject, lines: lines.length > 1 ? lines : null, asksForPhoto: false };
}

/** Returns the celebration for whose photo the owner is to be asked on a day: the latest of a week that has none. */
function askedOn({ life: { party, died = '9999' }, celebrations, kept }: Home, day: string): Occasion | undefined {
  if (day >= died) return undefined;
  const open = celebrations.filter(
    (each) => each.day <= day && daysFrom(each.day, day) <= 7 && each.day !== party && !kept.has(each.day),
  );
  return open.find((each) => each.day === open.at(-1)?.day);
}

function expectQuestions(home: Home, day: string): void {
  const { life, kept, seen } = home;
  const { dog, parties, portraits } = seen;
  const asked = portraitToAskFor([dog], portraits, parties, date(day), '')?.celebration;
  const expected = askedOn(home, day);
  expect([asked?.date, asked?.kind], day).toEqual([expected?.day, expected?.kind]);
  const isPartyAsked = !life.died && day > life.party && daysFrom(life.party, day) <= 7 && !kept.has(life.party);
  const question = createElement(MemoryQuestion, { dogs: [dog], parties, today: date(day) });
  expect(renderToStaticMarkup(question).includes('Keep one photo?'), day).toBe(isPartyAsked);
}

async function upload({ owner, kept }: Home, day: string, on: string): Promise<string> {
  const name = `${owner.id}/${Date.parse(day)}.png`;
  const bucket = owner.client.storage.from('dog-photos');
  expect((await bucket.upload(name, photo)).error).toBeNull();
  kept.set(day, { address: publicPhotos + name, on });
  return bucket.getPublicUrl(name).data.publicUrl;
}

/** Keeps what the owner keeps on a day: most portraits at once, some after three days, some never; that of the party after two. */
async function keepPhotos(home: Home, day: string): Promise<void> {
  const { life, celebrations, owner, dogId } = home;
  const asked = askedOn(home, day);
  const isNearDeath = life.died !== undefined && daysFrom(day, life.died) <= 7;
  const delay = asked && !isNearDeath && [0, 0, 3, 0, null, 0, 3][celebrations.indexOf(asked) % 7];
  if (asked && daysFrom(asked.day, day) === delay) {
    const photo_url = await upload(home, asked.day, day);
    const created_at = new Date(Date.now() + ahead).toISOString();
    await keepPortrait(owner, dogId, { day: asked.day, kind: asked.kind, photo_url, created_at });
  } else if (!life.died && day === plus(life.party, 2)) {
    const memory = { memory_photo_url: await upload(home, life.party, day) };
    await owner.client.from('birthday_celebrations').update(memory).eq('dog_id', dogId).throwOnError();
  } else return;
  home.seen = await read(home);
  expectQuestions(home, day);
}

/** Compares the stamps of the year of life that is shown on a day, and on a birthday the story and the poster, with what was kept. */
function expectYear({ life, celebrations, kept, seen }: Home, day: string): void {
  const { dog, portraits, parties } = seen;
  const today = date(day);
  const shown = life.died && life.died < day ? life.died : day;
  const reached = celebrations.filter((each) => each.kind === 'birthday' && each.day <= shown).length - 1;
  const from = anniversary(life.birth, reached);
  const stamps = createElement(DogYear, { dog, parties, portraits, today, onOpenStamp: () => undefined });
  const shownStamps = renderToStaticMarkup(stamps);
  const photosIn = (markup: string) => [...markup.matchAll(/ src="([^"]+)"/g)].map(([, address]) => address);
  const ofYear = celebrations.filter((each) => each.day >= from && each.day < anniversary(life.birth, reached + 1));
  expect(photosIn(shownStamps), day).toEqual(ofYear.flatMap((each) => kept.get(each.day)?.address ?? []));

  expect(shownStamps.includes('Poster of the Year'), day).toBe(shown === day);
  const story = yearStory(dog, today);
  expect(story !== null, day).toBe(day === from && reached > 0 && shown === day);
  if (!story) return;
  // The story names the site, and knows the zone of the device.
  vi.stubGlobal('window', { location: { origin: 'https://wagday.example' } });
  vi.stubEnv('TZ', life.zone);
  const held = partiesHeld(story.year, parties, today);
  const given = { dog, story, today, portraits, parties: held, onClose: () => undefined };
  const count = / of (\d+): /.exec(renderToStaticMarkup(createElement(StoryDialog, given)))?.[1];
  const pictures = picturesOfLife(dog, portraits, parties);
  const poster = renderToStaticMarkup(createElement(PosterDialog, { dog, pictures, today, onClose: () => undefined }));
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // Below more than six days there is room for two.
  const latest = [...kept].toSorted().slice(celebrationsOfYear(dog, today).length > 6 ? -2 : -4);
  expect(photosIn(poster), day).toEqual(latest.map(([, { address }]) => address));
  const end = anniversary(life.birth, reached + 1);
  const coming = celebrations.filter((each) => each.day >= day && each.day < end);
  // What would have come after the death is not calculated here.
  if (reached < years && end <= (life.died ?? end))
    expect(poster.match(/poster-stamp/g), day).toHaveLength(coming.length);
  const before = anniversary(life.birth, reached - 1);
  // Of a birthday, what was kept on that day is in its story, and what came later is in the next. The day of birth has no story.
  const told = [...kept].filter(([of, { on }]) =>
    of < day ? of > before || (of === before && (on > of || reached === 1)) : of === day && on === of,
  );
  expect(Number(count), day).toBe(5 + Math.min(5, told.length));
}

async function liveThrough(home: Home, day: string): Promise<void> {
  const { life, owner, dogId } = home;
  const morning = instantOf(life, day, 8);
  if (day === plus(life.party, -30)) await planParty(owner, dogId, { title: 'Cake', celebration_date: life.party });
  if (day === life.died) await owner.client.from('dogs').update({ died_on: day }).eq('id', dogId).throwOnError();
  if (day === plus(life.party, -30) || day === life.died) home.seen = await read(home);
  const message = messageOn(home, day);
  if (message || day === life.died) expect(await look(morning - 60_000), day).toEqual([]);
  expect(await look(morning), day).toEqual(message ? [message] : []);
  if (message) expect(await look(morning + hour), day).toEqual([]);
  expectQuestions(home, day);
  await keepPhotos(home, day);
  if (isAnniversary(life.birth, day) || isAnniversary(life.birth, plus(day, 1))) expectYear(home, day);
}

test('this file calculates celebrations as the specification does', () => {
  const linesOf = (life: Life, from: string, end: string) =>
    celebrationsOf(life).flatMap(({ day, line }) => (day >= from && day < end ? `${day} ${line}` : []));
  expect(linesOf(leap, '2008-01-01', '2010-01-01')).toEqual([
    "2008-02-29 Leap's very first day",
    "2008-08-30 Leap's puppy graduation, half a year old",
    "2009-02-28 Leap's 1st birthday, 15 in human years",
    "2009-05-31 Leap's 1st gotcha day",
  ]);
  expect(linesOf(leap, '2012-01-01', '2013-05-01')).toEqual([
    "2012-02-29 Leap's 4th birthday, 32 in human years",
    '2012-05-31 Leap turns 33 in human years',
    "2012-05-31 Leap's 4th gotcha day",
    '2012-08-30 Leap turns 34 in human years',
    '2012-11-29 Leap turns 35 in human years',
    "2013-02-28 Leap's 5th birthday, 36 in human years",
  ]);
  expect(linesOf(moss, '2016-02-01', '2024-01-01')).toEqual([
    '2016-02-15 Moss turns 61 in human years',
    "2016-04-04 Moss's 7th gotcha day",
  ]);
  expect(linesOf({ ...moss, died: '2016-04-08' }, '2016-04-05', '2024-01-01')).toEqual([
    '2016-04-07 Moss turns 62 in human years',
  ]);
});

test('in fifteen years each celebration reaches its owner once on its day, its photo is asked for until it is kept, and death ends it @10.41 @10.294 @10.296 @10.298 @10.326 @10.329', async () => {
  const lives = [leap, moss].flatMap((life) =>
    Array.from({ length: daysFrom(life.birth, anniversary(life.birth, years)) + 1 }, (_, index) => {
      const day = plus(life.birth, index);
      return { life, day, at: instantOf(life, day, 6) };
    }),
  );
  const homes = new Map<Life, Home>();
  for (const { life, day, at } of lives.toSorted((one, other) => one.at - other.at)) {
    setClock(at);
    const home = homes.get(life) ?? (await moveIn(life));
    homes.set(life, home);
    await liveThrough(home, day);
  }
  for (const { kept } of homes.values()) {
    for (const { address } of kept.values()) expect((await fetch(backend.url + address)).status).toBe(200);
  }
});
