import { expect, test } from 'vitest';
import { type PartyTime, partyTimeOf } from '../domain/parties/party-time.ts';
import { date } from '../domain/testing/dates.ts';
import { guestLetters, hasNews, senderOf } from './guest-letters.ts';
import type { GuestNews } from './party-words.ts';

const links = {
  site: 'https://wagday.example',
  page: 'https://wagday.example/i/token',
  calendar: 'https://wagday.example/i/token/party.ics',
  unsubscribe: 'https://wagday.example/unsubscribe/other',
  canReply: false,
};
const timeOf = (hour: string, zone: string) => partyTimeOf(hour, zone) as PartyTime;
const party: GuestNews['party'] = {
  title: "Luna's 7th Birthday",
  date: date('2026-06-14'),
  time: timeOf('18:30', 'Asia/Kathmandu'),
  location: 'Garden of Dreams',
  isPlaceHidden: false,
  host: null,
  dog: null,
  isHostNew: false,
};
const answer: GuestNews['answer'] = {
  ...{ name: null, answer: 'yes', adults: 2, children: 1, dogs: 1, brings: [] },
  ...{ isWaiting: false, isTooLarge: false, isAgain: false },
};
type Before = (GuestNews & { kind: 'change' })['before'];
const before = (changes: Partial<Before> = {}): Before => {
  const { title, date, time, location } = party;
  return { title, date, time, location, isCancelled: false, ...changes };
};
const change = (changes: Partial<Before>, now: Partial<GuestNews['party']> = {}): GuestNews => ({
  kind: 'change',
  party: { ...party, ...now },
  answer,
  before: before(changes),
});

/** The mail after an answer. */
const linkMail = (said: Partial<GuestNews['answer']> = {}, at: Partial<GuestNews['party']> = {}) =>
  guestLetters.guestNews({ kind: 'link', party: { ...party, ...at }, answer: { ...answer, ...said } }, links);

test('the mail after an answer says what, when, where and what was said, with both links in both forms @10.182', () => {
  const { subject, text, html } = linkMail();
  expect(subject).toBe("You're coming: Luna's 7th Birthday");
  expect(text).toBe(`Luna's 7th Birthday
- Sun, Jun 14, 2026, 6:30 PM, Kathmandu time
- Garden of Dreams
- You said yes, for 2 adults, 1 child, and 1 dog.

Plans change, dogs most of all.
Change your answer anytime.

See or Change Your Answer:
https://wagday.example/i/token

Add to Calendar:
https://wagday.example/i/token/party.ics

Tails up,
Wagday

Someone answered an invite with this email.
Wasn't you?
Stop these emails below.
Anyone with this link can change the answer, so keep it to yourself.
Nobody reads replies to this email.
A note in your answer reaches your host.
Stop emails about this party:
https://wagday.example/unsubscribe/other
`);
  for (const address of [links.page, links.calendar, links.unsubscribe]) expect(html).toContain(`href="${address}"`);
});

test.each([
  [{ isWaiting: true }, "You're on the waitlist: ", "You're on the waitlist, for 2 adults, 1 child, and 1 dog."],
  [{ answer: 'maybe', adults: 1, children: 0, dogs: 2 }, 'You might come: ', 'You said maybe, for 1 adult and 2 dogs.'],
  [{ answer: 'maybe', adults: 0, children: 0, dogs: 0 }, 'You might come: ', 'You said maybe.'],
  [{ answer: 'no', brings: ['Cake'] }, 'Your answer: ', 'You said that you cannot come.'],
] as const)('the answer %o is told as it was given', (given, subject, line) => {
  const mail = linkMail(given);
  expect(mail.subject).toBe(`${subject}Luna's 7th Birthday`);
  expect(mail.text).toContain(`- ${line}\n`);
  expect(mail.text).not.toContain('You bring');
});

test('a mail has one word for room at the party, and one for mails', () => {
  const movedUp = guestLetters.guestNews({ kind: 'moved up', party, answer }, links);
  for (const { text, html } of [linkMail({ isWaiting: true }), movedUp]) {
    expect(text + html.replace(/<[^>]*>/g, '')).not.toMatch(/\bspot|\bmails?\b/);
  }
});

test('a farewell does not say that its reader has answered, and offers no way to stop what ends', () => {
  const { text } = guestLetters.guestFarewell(party);
  expect(text).toContain('Someone answered an invite with this email.\nThis is the last email about this party.\n');
});

test('a guest who waits with more people than the whole party may have is not told that they move up by themselves', () => {
  const read = (isTooLarge: boolean) => linkMail({ isWaiting: true, isTooLarge }).text;
  expect(read(false)).toContain('As soon as there is room for you, you move up by yourself');
  expect(read(true)).toContain('That is more people than the whole party has room for.');
  expect(read(true)).not.toContain('by yourself');
});

test('a place that is kept from the guest is in no form of the mail', () => {
  const hidden = { location: null, isPlaceHidden: true };
  expect(linkMail({ answer: 'maybe' }, hidden).text).toContain('- The place is shown to guests who say yes.\n');
  expect(linkMail({ answer: 'no', adults: 0 }, hidden).text).not.toContain('place');
  expect(linkMail({ isWaiting: true }, hidden).text).toContain('- You see the place once there is room for you.\n');
  expect(linkMail({}, { location: null }).text).not.toContain('place');
});

test.each([
  [
    'a day',
    change({ date: date('2026-06-13') }),
    "A new day: Luna's 7th Birthday",
    ['When', '- Sat, Jun 13, 2026, 6:30 PM, Kathmandu time → Sun, Jun 14, 2026, 6:30 PM, Kathmandu time'],
  ],
  [
    'a time',
    change({ time: timeOf('17:00', 'Asia/Kathmandu') }),
    "A new time: Luna's 7th Birthday",
    ['When', '- Sun, Jun 14, 2026: 5:00 PM → 6:30 PM, Kathmandu time'],
  ],
  [
    'a zone',
    change({ time: timeOf('18:30', 'Europe/Berlin') }),
    "A new time: Luna's 7th Birthday",
    ['When', '- Sun, Jun 14, 2026: 6:30 PM, Berlin time → 6:30 PM, Kathmandu time'],
  ],
  [
    'a first time',
    change({ time: null }),
    "A new time: Luna's 7th Birthday",
    ['When', '- Sun, Jun 14, 2026: no time yet → 6:30 PM, Kathmandu time'],
  ],
  [
    'a place',
    change({ location: null }),
    "A new place: Luna's 7th Birthday",
    ['Where', '- no place yet → Garden of Dreams'],
  ],
  [
    'a name, a day and a place',
    change({ title: 'Cake', date: date('2026-06-13'), location: 'Home' }),
    "A new name, day, and place: Luna's 7th Birthday",
    [
      'What',
      "- Cake → Luna's 7th Birthday",
      '',
      'When',
      '- Sat, Jun 13, 2026, 6:30 PM, Kathmandu time → Sun, Jun 14, 2026, 6:30 PM, Kathmandu time',
      '',
      'Where',
      '- Home → Garden of Dreams',
    ],
  ],
])('a change of %s is told before and after, and nothing else is @10.183', (_, news, subject, lines) => {
  const mail = guestLetters.guestNews(news, links);
  expect(hasNews(news)).toBe(true);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(`There is news about Luna's 7th Birthday.\n\n${lines.join('\n')}\n\nEverything else`);
});

test('the clocks of the party are told as they show it, on both sides of summer time @10.183', () => {
  const time = timeOf('02:30', 'America/New_York');
  const news = change({ date: date('2026-03-07'), time }, { date: date('2026-03-08'), time });
  expect(guestLetters.guestNews(news, links).text).toContain(
    '- Sat, Mar 7, 2026, 2:30 AM, New York time → Sun, Mar 8, 2026, 2:30 AM, New York time\n',
  );
});

test.each([
  ['comes', {}, 'Everything else stays.\nStill in?'],
  ['waits', { isWaiting: true }, "Everything else stays.\nYou're still on the waitlist.\nStill want in?"],
  ['cannot come', { answer: 'no' }, "Everything else stays.\nYou couldn't make the old day.\nHow about this one?"],
] as const)('a guest who %s is asked what fits when the day changes @10.185', (_, changes, words) => {
  const news = { ...change({ date: date('2026-06-13') }), answer: { ...answer, ...changes } };
  expect(guestLetters.guestNews(news, links).text).toContain(`\n${words}\n`);
});

test.each([
  ['the same day', {}, "You couldn't make it before.\nCan you now?"],
  ['another day', { date: date('2026-06-13') }, "You couldn't make the old day.\nHow about this one?"],
] as const)('a guest who cannot come to a party that is on again on %s is asked about that', (_, known, words) => {
  const news = { ...change({ isCancelled: true, ...known }), answer: { ...answer, answer: 'no' as const } };
  expect(guestLetters.guestNews(news, links).text).toContain(`and now it isn't.\n${words}\n`);
});

test('an address with two answers reads by mail how to take one back @10.249', () => {
  const { text } = linkMail({ isAgain: true });
  expect(text.replaceAll('\n', ' ')).toContain("If that's you twice, change one to “Can't go”.");
});

test('a place that the guest does not see is no change', () => {
  const news = change({ location: 'Home' }, { location: null, isPlaceHidden: true });
  expect(hasNews(news)).toBe(false);
  expect(hasNews(change({}))).toBe(false);
});

test('a party that is off is cancelled in few words, and one that is on again says all of it @10.184', () => {
  const off = guestLetters.guestNews({ kind: 'cancelled', party, answer, why: null }, links);
  expect(off.subject).toBe("Called off: Luna's 7th Birthday");
  expect(off.text).toContain('- This party is called off.\n');
  expect(off.text).not.toContain('Add to Calendar');
  const { text: explained } = guestLetters.guestNews({ kind: 'cancelled', party, answer, why: 'A sore paw.' }, links);
  expect(explained).toContain("A sore paw.\n\nLuna's 7th Birthday");
  const on = guestLetters.guestNews(change({ isCancelled: true, date: date('2026-06-13') }), links);
  expect(on.subject).toBe("It's on again: Luna's 7th Birthday");
  expect(on.text).toContain(
    '- Sat, Jun 13, 2026, 6:30 PM, Kathmandu time → Sun, Jun 14, 2026, 6:30 PM, Kathmandu time\n- Garden of Dreams\n',
  );
  expect(on.text.match(/Jun 14/g)).toHaveLength(1);
});

test('who moves up is told that there is a place', () => {
  const mail = guestLetters.guestNews({ kind: 'moved up', party, answer }, links);
  expect(mail.subject).toBe("There is a place for you: Luna's 7th Birthday");
  expect(mail.text).toContain("You've moved up from the waitlist.");
});

test('a title is one line of a subject at most, markup is text, and one from right to left leaves its surroundings in order', () => {
  const { subject, html } = linkMail({}, { title: 'x\r\nBcc: a@b.c\u2028<b>"&', location: '<script>' });
  expect(subject).toBe(`You're coming: x Bcc: a@b.c <b>"&`);
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toMatch(/<b>|<script/);
  expect(linkMail({}, { title: 'x'.repeat(120) }).subject).toHaveLength("You're coming: ".length + 70);
  expect(linkMail({}, { title: 'לונה' }).subject).toBe("You're coming: \u2068לונה\u2069");
});

test('a cancellation says goodbye soberly, and other mails as ever', () => {
  for (const part of Object.values(guestLetters.guestNews({ kind: 'cancelled', party, answer, why: null }, links))) {
    expect(part).not.toContain('Tails up');
  }
  expect(linkMail().text).toContain('Tails up,\nWagday\n');
});

test('a guest who does not come is offered no calendar, and one who may come is', () => {
  for (const part of Object.values(linkMail({ answer: 'no' }))) expect(part).not.toMatch(/calendar|party\.ics/i);
  expect(linkMail({ answer: 'maybe' }).text).toContain(links.calendar);
});

test('words of a new host that lead somewhere are in no part of a mail, which says what the page tells', () => {
  const led = { ...party, title: 'Win at evil.com', location: 'evil dot shop', isHostNew: true };
  const { isPlaceHidden: _, isHostNew: __, ...facts } = led;
  const former = { ...facts, location: 'bit.ly/x' };
  const all: GuestNews[] = [
    { kind: 'link', party: led, answer },
    { kind: 'moved up', party: led, answer },
    { kind: 'cancelled', party: led, answer, why: 'See bit.ly/x' },
    { kind: 'change', party: led, answer, before: { ...former, title: 'www evil', isCancelled: false } },
    { kind: 'change', party: led, answer, before: { ...former, isCancelled: true } },
  ];
  for (const news of all) {
    const { subject, text, html } = guestLetters.guestNews(news, links);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/evil|bit\.ly/);
    expect(subject).toMatch(/: a dog party$/);
  }
  expect(guestLetters.guestNews(all[0] as GuestNews, links).text).toContain(
    'a dog party\n- Sun, Jun 14, 2026, 6:30 PM, Kathmandu time\n- See the page for the place.\n',
  );
  const { text } = guestLetters.guestNews(all[3] as GuestNews, links);
  expect(text).toContain('What\n- see the page → see the page\n\nWhere\n- see the page → see the page\n');
  expect(linkMail({}, { ...led, isHostNew: false }).subject).toBe("You're coming: Win at evil.com");
  expect(linkMail({}, { isHostNew: true })).toEqual(linkMail());
});

const named = { ...party, host: 'Maria', dog: 'Luna' };

test('mails name guest, host and dog, and what the guest brings @10.188', () => {
  const brings = ['Lemonade', 'Balls'];
  const news: GuestNews = { kind: 'link', party: named, answer: { ...answer, name: 'Anna', brings } };
  const { subject, text, html } = guestLetters.guestNews(news, { ...links, canReply: true });
  expect(subject).toBe("You're coming: Luna's 7th Birthday with Maria");
  expect(text).toMatch(/^Hello Anna,\n/);
  expect(text).toContain("Luna's 7th Birthday\n- With Maria and Luna\n- Sun, Jun 14, 2026");
  expect(text).toContain('- You bring: Lemonade and Balls.\n');
  expect(text).toContain('A reply to this email reaches your host.\nStop emails');
  expect(html).toContain('Hello Anna,');
  const many = Array.from({ length: 8 }, (_, index) => `Thing ${index}`);
  expect(guestLetters.guestNews({ ...news, answer: { ...answer, brings: many } }, links).text).toContain(
    'You bring: Thing 0, Thing 1, Thing 2, Thing 3, Thing 4, and 3 more.',
  );
  const changed = { ...change({ location: 'Home' }), party: named };
  expect(guestLetters.guestNews(changed, links).text).toContain(
    "There is news from Maria and Luna about Luna's 7th Birthday.",
  );
  const cancelled = guestLetters.guestNews({ kind: 'cancelled', party: named, answer, why: null }, links);
  expect(cancelled.subject).toBe("Called off: Luna's 7th Birthday with Maria");
  expect(cancelled.text).toContain('- With Maria and Luna\n');
});

test.each(['Anna.example', '@anna', 'http://anna', 'a。b', 'a｡b', 'a․b', 'a﹒b', 'anna＠b', 'a：b'])(
  'a guest who is called %s is greeted by no name',
  (name) => {
    expect(linkMail({ name }).text).not.toMatch(/^Hello/);
  },
);

test('names and things of a new host that look like a link are not mailed', () => {
  const spam = { ...named, host: 'evil.com', dog: 'evil dot com', isHostNew: true };
  const { subject, text, html } = linkMail({ brings: ['www.evil.com', 'Balls'] }, spam);
  expect(`${subject}${text}${html}`).not.toContain('evil');
  expect(text).toContain('You bring: Balls.');
  const word = (words: string, isHostNew: boolean) =>
    hasNews({ kind: 'word', word: words, party: { ...party, isHostNew }, answer });
  expect([word('See evil.com', true), word('See evil.com', false), word('Bring boots.', true)]).toEqual([
    ...[false, true, true],
  ]);
});

test.each([
  ['Maria', false, 'Maria via Wagday'],
  ['Maria of the very, very long name', false, 'Maria of the very, very… via Wagday'],
  ['Eve <eve@x.dev>', false, null],
  ['See evil dot com', true, null],
  [null, false, null],
])('a mail of the host %s is from the site, or from the host by its address @10.188', (host, isHostNew, sender) => {
  expect(senderOf({ ...party, host, isHostNew })).toBe(sender);
});

test('guests are reminded of the day before, and read a word of their host line by line', () => {
  const reminder = guestLetters.guestNews({ kind: 'reminder', party: named, answer }, links);
  expect(reminder.subject).toBe("Tomorrow: Luna's 7th Birthday with Maria");
  expect(reminder.text).toContain('- You said yes, for 2 adults, 1 child, and 1 dog.\n');
  const word = 'Bring boots!\n\nWe meet <b>here</b>.';
  const { subject, text, html } = guestLetters.guestNews({ kind: 'word', word, party: named, answer }, links);
  expect(subject).toBe("A word from Maria: Luna's 7th Birthday");
  expect(text).toContain(
    "Bring boots!\nWe meet <b>here</b>.\n\nLuna's 7th Birthday, Sun, Jun 14, 2026, 6:30 PM, Kathmandu time, Garden of Dreams\n",
  );
  expect(text).toMatch(/^[\n -~]*$/);
  expect(html).toContain('We meet &lt;b&gt;here&lt;/b&gt;.');
  const hebrew = { ...named, title: 'לונה', location: 'גן' };
  expect(guestLetters.guestNews({ kind: 'word', word, party: hebrew, answer }, links).text).toContain(
    '\u2068לונה\u2069, Sun, Jun 14, 2026, 6:30 PM, Kathmandu time, \u2068גן\u2069\n',
  );
  const own = guestLetters.guestNews({ kind: 'word', word: 'A word from Maria', party: named, answer }, links);
  expect(own.html).toContain('font-size:20px">A word from Maria</p>');
});

test('thanks lead back to the page, and neither to a calendar nor to an answer that can be changed @10.354', () => {
  const news: GuestNews = { kind: 'word', isThanks: true, word: 'What a day! <b>', party: named, answer };
  const { subject, text, html } = guestLetters.guestNews(news, links);
  expect(subject).toBe("Thank you from Maria: Luna's 7th Birthday");
  expect(text).toContain(links.page);
  expect(text).toContain('This went to all guests who came and left an email.');
  expect(text).not.toContain(links.calendar);
  expect(text).not.toMatch(/change/i);
  expect(html).toContain('What a day! &lt;b&gt;');
});
