import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { PartyTime } from '../domain/parties/party-time.ts';
import type { Digest, DigestSection } from '../domain/reminders/digest.ts';
import { date } from '../domain/testing/dates.ts';
import { accountLetters } from './account-letters.ts';
import { day, night } from './colors.ts';
import type { Letter } from './layout.ts';
import { letters } from './letters.ts';
import type { GuestNews } from './party-words.ts';

const site = 'https://wagday.example';
/** A hostile text of the greatest length that the database accepts. */
const nasty = '<script src="https://evil.example/x.js">"\'&</td>'.padEnd(120, 'x');

const account = {
  site,
  link: `${site}/auth#token_hash=a-b_c&type=recovery`,
  details: { browser: 'Chrome on Android', at: '2026-11-24T10:00:00Z', password_changed: '2', new_sign_in: '1' },
};
const digest: Digest = {
  subject: `Today: ${nasty}`,
  sections: Array.from({ length: 3 }, () => ({ when: 'Today', lines: Array(20).fill(nasty) })),
  closing: 'Treats at the ready!',
  dogId: 'd1',
};
const party: GuestNews['party'] = {
  ...{ title: nasty, date: date('2026-06-14'), time: null, location: nasty },
  ...{ host: nasty.slice(0, 60), dog: nasty.slice(0, 60), isPlaceHidden: false, isHostNew: false },
};
const answer: GuestNews['answer'] = {
  ...{ name: nasty.slice(0, 60), answer: 'yes', adults: 2, children: 1, dogs: 1, brings: [nasty.slice(0, 60)] },
  ...{ isWaiting: false, isTooLarge: false, isAgain: false },
};
const former = { title: 'Cake', date: date('2026-06-13'), time: null, location: 'Home', isCancelled: false };
const news: GuestNews[] = [
  { kind: 'link', party, answer },
  { kind: 'moved up', party, answer },
  { kind: 'change', party, answer, before: former },
  { kind: 'change', party, answer, before: { ...former, isCancelled: true } },
  { kind: 'cancelled', party, answer, why: null },
  { kind: 'reminder', party, answer },
  { kind: 'word', party: { ...party, host: 'Maria' }, answer, word: nasty },
];
const unsubscribe = `${site}/unsubscribe/a-b_c`;
const ofGuest = { site, page: `${site}/i/token`, calendar: `${site}/i/token/party.ics`, unsubscribe, canReply: true };

const toHost = { site, page: `${site}/#party=p1`, unsubscribe, isToHost: true };

const accountKinds = Object.keys(accountLetters) as (keyof typeof accountLetters)[];
/** Every other kind, in all its variants. */
const examples: Record<Exclude<keyof typeof letters, keyof typeof accountLetters>, readonly Letter[]> = {
  reminder: [false, true].map((isToHost) =>
    letters.reminder(digest, { site, page: `${site}/#dog=d1`, unsubscribe, isToHost }),
  ),
  guestNews: news.map((each) => letters.guestNews(each, ofGuest)),
  guestFarewell: [letters.guestFarewell(party)],
};
const written: (readonly [string, Letter])[] = [
  ...accountKinds.map((kind) => [kind, letters[kind](account)] as const),
  ...Object.entries(examples).flatMap(([kind, all]) => all.map((letter) => [kind, letter] as const)),
];

test.each(written)('the mail %s has one line as its subject, and says the same in text and in HTML', (_, letter) => {
  const { subject, text, html } = letter;
  expect(subject).toMatch(/^[^\r\n]{1,160}$/);
  const shown = html
    .replace(/<head>[\s\S]*<\/head>|<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replaceAll(' · ', ', ');
  // A ticket tells in short, and the headline itself that the party is off.
  const isShort = (line: string) => /^- (You said|You bring|This party is called off)/.test(line);
  for (const line of text.split('\n')) {
    if (!line.startsWith(site) && !isShort(line)) expect(shown).toContain(line.replace(/^- |:$/g, '').trim());
  }
  // Gmail cuts off longer mails.
  expect(html.length).toBeLessThan(100_000);
});

/** What the subjects say that keep their words, and what the mails say instead in large letters. */
const spoken = {
  'A new email for your Wagday account?': 'Changing your email?',
  'Your Wagday account has a new email': 'Your email has changed',
  'Your Wagday password has changed': 'Your password has changed',
  'A new device at your Wagday account': 'Was that you just now?',
  'More news about your Wagday account': 'Several changes in your account',
  'There is a place for you': "You've got a place!",
  'Confirm reminders': 'Want birthday reminders by email?',
};

test.each(written.filter(([kind]) => kind !== 'reminder'))(
  'the mail %s says in large letters what its subject begins with',
  (_, { subject, html }) => {
    const [, headline = ''] = /<h1[^>]*>([^<]+)<\/h1>/.exec(html) ?? [];
    const [, words] = Object.entries(spoken).find(([topic]) => subject.startsWith(topic)) ?? [];
    expect(headline).not.toBe('');
    if (words) expect(headline.startsWith(words)).toBe(true);
    else expect(html).toContain(`<title>${headline}`);
  },
);

test.each(written)(
  'the mail %s is markup of ours only, whatever dogs, parties and places are called',
  (_, { html }) => {
    const tags = new Set([...html.matchAll(/<(\w+)/g)].map(([, tag]) => tag));
    const ours = /^(html|head|meta|title|style|body|table|tr|td|h1|h2|del|p|br|a|span|img)$/;
    expect([...tags].filter((tag) => !ours.test(tag ?? ''))).toEqual([]);
    expect(html.match(/<table/g)).toHaveLength(html.match(/<\/table>/g)?.length ?? 0);
  },
);

test.each(written)(
  'the mail %s leads to the site and nowhere else, and has the same links in text and HTML @10.302',
  (_, letter) => {
    const { text, html } = letter;
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));
    expect(links).toEqual(text.match(/^https?:\S+$/gm) ?? []);
    for (const link of links) expect(link.startsWith(`${site}/`)).toBe(true);
    const pictures = [...html.matchAll(/<img src="([^"]*)" width="\d+" height="\d+" alt="[^"]+"/g)];
    expect(pictures).toHaveLength(html.match(/<img|url\(|background=/g)?.length ?? 0);
    for (const [, address] of pictures) expect(address).toBe(`${site}/mail-dogs.png`);
  },
);

test.each(written)('prose of the mail %s is broken into lines of 72 characters', (_, { text }) => {
  const prose = text.split('\n').filter((line) => !line.startsWith(site) && !line.includes('evil'));
  for (const line of prose) expect(line.length, line).toBeLessThanOrEqual(72);
});

test('only mails that bring no trouble have the dogs, and farewells lead nowhere', () => {
  const cheerful = written
    .filter(([, { html }]) => html.includes('<img'))
    .map(([, { subject }]) => subject.split(':')[0]);
  expect(cheerful).toEqual([
    'Choose a new Wagday password',
    'Confirm your new email at Wagday',
    'Confirm reminders',
    'Confirm your email',
    'Today',
    'Today',
    "You're coming",
    'There is a place for you',
    'A new name, day, and place',
    "It's on again",
    'Tomorrow',
    'A word from Maria',
  ]);
  const { text, html } = letters.guestFarewell({ ...party, title: 'Cake' });
  expect(text + html).not.toMatch(/https?:/);
});

test('a link that works once says so, and is spelled out for programs in which no button works', () => {
  for (const { text, html } of [letters.recovery(account), letters.email_change(account)]) {
    expect(text).toContain(`\n${account.link}\n`);
    expect(html).toContain('open this address:<br><span style="word-break:break-all">https://');
    for (const part of [text, html]) expect(part).toContain('works once');
  }
});

test('of several notices each kind of event is told once, with how often it happened', () => {
  const mailOf = (details: Record<string, string>) => letters.several_notices({ ...account, details }).html;
  expect(mailOf(account.details)).toContain('the password was changed 2 times and somebody signed in on a new device.');
  expect(mailOf({ email_change_requested: '3', email_changed: '1' })).toContain(
    'a change of email was asked for 3 times and the account moved to another email.',
  );
});

function luminance(color: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each([
  ['by day', day],
  ['by night', night],
])('%s every text has a contrast of 7:1', (_, colors) => {
  const pairs = [
    [colors.ink, colors.card],
    [colors.ink, colors.paper],
    [colors.ink, colors.apricotWash],
    [colors.inkSoft, colors.paper],
    [colors.inkSoft, colors.card],
    [colors.inkSoft, colors.apricotWash],
    [colors.onRaspberry, colors.raspberry],
    [colors.onLamp, colors.lamp],
  ] as const;
  for (const [text, ground] of pairs) {
    const [darker = 0, lighter = 0] = [luminance(text), luminance(ground)].sort((a, b) => a - b);
    expect((lighter + 0.05) / (darker + 0.05), `${text} on ${ground}`).toBeGreaterThanOrEqual(7);
  }
});

test.each(written)('the mail %s has a color for the night for each of the day', (_, { html }) => {
  const body = html.slice(html.indexOf('<body'));
  for (const [tag] of body.matchAll(/<(?!img)[^>]*#[0-9a-f]{6}[^>]*>/g)) {
    expect(tag, tag).toMatch(
      /class="(paper|card edge|section|ink|soft|section soft edge|button|outline|lamp|ink tear|card soft)"|color:#ffffff/,
    );
  }
  for (const color of body.match(/#[0-9a-f]{6}/g) ?? []) expect(Object.values(day)).toContain(color);
  for (const color of html.match(/<style>[\s\S]*<\/style>/)?.[0].match(/#[0-9a-f]{6}/g) ?? []) {
    expect(Object.values(night)).toContain(color);
  }
});

test('what has changed is struck out in HTML, and nothing else, whatever a host writes', () => {
  const at = (time: PartyTime) => ({ ...party, title: 'Cake', location: 'Home', time });
  const [from, to] = (['15:30 UTC', '16:30 UTC'] as PartyTime[]).map(at);
  const told = letters.guestNews(
    { kind: 'change', party: to!, answer, before: { ...from!, isCancelled: false } },
    ofGuest,
  );
  expect(told.text).toContain('- Sun, Jun 14, 2026: 3:30 PM → 4:30 PM');
  expect(told.html.match(/line-through">[^<]*<\/del>/g)).toEqual(['line-through">3:30\u00a0PM</del>']);
  const word = letters.guestNews({ kind: 'word', party, answer, word: 'Gate → garden' }, ofGuest);
  expect(word.html).toContain('Gate → garden');
  expect(word.html).not.toContain('line-through');
});

test('a digest says in HTML only once what leads it, with its day, and a test that it is one', () => {
  const htmlOf = (digest: Partial<Digest>) =>
    letters.reminder({ closing: '', dogId: null, subject: '', sections: [], ...digest }, toHost).html;
  const sections = [{ when: 'Today', lines: ['Luna turns 7', 'Rex turns 9'] }];
  const html = htmlOf({ subject: 'Today: Luna turns 7, and 1 more', sections });
  expect(html.match(/>[^<\n]+(?=<\/(p|h\d)>)/g)?.slice(0, 3)).toEqual(['>Today', '>Luna turns 7', '>Rex turns 9']);
  expect(html.replace(/<title>.*/, '').match(/Luna turns 7/g)).toHaveLength(1);
  expect(htmlOf({ subject: 'It works', sections })).toMatch(/>It works<\/h1>[\s\S]*>Today<\/h2>[\s\S]*>Luna turns 7</);
});

test('a digest that asks for a photo has one line that leads to the dog @10.329', () => {
  const asking = letters.reminder(
    { ...digest, asksForPhoto: true },
    { ...toHost, page: `${site}/#dog=d1`, isToHost: false },
  );
  expect(asking.text).toContain(`\nKeep one photo of the day:\n${site}/#dog=d1\n`);
  expect(asking.html).toContain('>Keep one photo of the day</a>');
  expect(letters.reminder(digest, toHost).text).not.toContain('photo');
});

test('a digest of only answers says who said what at which party, and leads to the guests of the only one @10.198', () => {
  const line = 'Two answers for Cake: Anna and Ben are coming';
  const box = { when: 'Cake', lines: ['Anna\u00a0· Coming', 'Ben\u00a0· Coming'] };
  const mailOf = (lines: string[], byParty: DigestSection[]) => {
    const answers = { inShort: 'Anna and Ben are coming', byParty };
    const sections = [{ when: 'From your guests', lines }];
    const facts = { subject: line, sections, answers, closing: 'Done.', dogId: 'd1', partyId: 'p1' };
    const { text, html } = letters.reminder(facts, toHost);
    return { text, told: html.match(/>[^<\n]+(?=<\/(p|h\d|a)>)/g)?.map((one) => one.slice(1)) };
  };
  const one = mailOf([line], [box]);
  expect(one.told?.slice(0, 7)).toEqual([
    ...['From your guests', 'Anna and Ben are coming', 'Cake', ...box.lines, 'Done.', 'See Guests'],
  ]);
  expect(one.text).toContain(
    `From your guests\n- ${line}\n\nCake\n- Anna, Coming\n- Ben, Coming\n\nDone.\n\nSee Guests:\n`,
  );
  const other = { when: 'Splash', lines: ['Eve\u00a0· Maybe'] };
  const two = mailOf([line, 'One answer for Splash: Eve might come'], [box, other]);
  expect(two.told?.slice(4, 9)).toEqual(['Ben\u00a0· Coming', 'Splash', 'Eve\u00a0· Maybe', 'Done.', 'Open Wagday']);
  expect(two.text).toContain(`- ${line}\n- One answer for Splash: Eve might come\n\nCake\n`);
});

test('of a party that is called off the day is struck out, and the calendar offered in a quiet button @10.184', () => {
  const planned = { ...party, title: 'Cake', host: 'Maria', dog: null };
  const { html } = letters.guestNews({ kind: 'cancelled', party: planned, answer, why: null }, ofGuest);
  expect(html).toContain('>Called off: Cake</h1>');
  expect(html.match(/line-through">[^<]*/g)).toEqual(['line-through">Sun,\u00a0Jun\u00a014,\u00a02026']);
  expect(html).toMatch(/class="outline"[^<]*><a href="[^"]*party.ics"/);
});

test('an answer is a ticket with the day on a leaf, in which no date or time is broken', () => {
  const planned = { ...party, title: 'Cake', location: 'Park', time: '15:30 America/New_York' as PartyTime };
  const told = { ...answer, brings: ['Lemonade'] };
  const { html } = letters.guestNews({ kind: 'link', party: planned, answer: told }, ofGuest);
  const ticket = html.replaceAll('\u00a0', '_');
  expect(ticket).toMatch(/class="lamp"[^>]*>JUN<br><span[^>]*>14</);
  expect(ticket).toContain('>Sun,_Jun_14,_2026<br>3:30_PM, New_York_time</p>');
  expect(ticket).toContain('>Yes_· 2_adults, 1_child, 1_dog_· Lemonade</td>');
});

test('the colors are those of the pages', async () => {
  const tokens = await readFile(new URL('../client/styles/tokens.css', import.meta.url), 'utf8');
  for (const name of Object.keys(day) as (keyof typeof day)[]) {
    const token = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(tokens).toContain(`--color-${token}: light-dark(${day[name]}, ${night[name]});`);
  }
});
