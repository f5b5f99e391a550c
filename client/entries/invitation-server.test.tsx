import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { usualFocus } from '../../domain/dogs/photo-focus.ts';
import type { InvitationPage as Page } from '../../domain/guests/shown-invitation.ts';
import { InvitationPage } from '../pages/invitation-page.tsx';
import { samplePage, samplePages, sampleView } from './invitation-samples.ts';
import { createInvitationPages } from './invitation-server.tsx';

const pages = createInvitationPages({ styles: '', script: '', policy: '' });

/** A guest who comes. */
const { guest } = (samplePages[1] as typeof samplePage).view;

/** The document as a browser reads it. */
const documentOf = (page: Page) => new DOMParser().parseFromString(pages.render(page), 'text/html');

/** The document of an invitation that differs in this. */
const documentWith = (view: object) => documentOf({ ...samplePage, view: { ...sampleView, ...view } });

const hostile = [
  `"><script>alert(1)</script><img src=x onerror=alert(2)>`,
  `'><svg/onload=alert(1)>`,
  `</title></style></textarea><script>alert(1)</script>`,
  `<!--<script>{"a":"</script>"}\u2028&quot;&lt;`,
  'javascript:alert(1)',
];

test.for(hostile)('nothing that a host or a guest wrote becomes script: %s', (text) => {
  const page: Page = {
    ...samplePage,
    ...{ token: text, taken: [text], answerKey: text, trouble: 'refused', problems: { name: 'missing' } },
    view: {
      ...sampleView,
      ...{ message: text, host: { name: text }, preview: text },
      afterwards: { thanks: text, albumUrl: text, photoUrl: text },
      party: { ...sampleView.party, id: text, title: text, location: text, description: text, zone: text },
      dog: { ...sampleView.dog, name: text, photoUrl: text },
      guests: {
        ...{ people: 1, dogs: 1, names: [text], moreNames: 0 },
        ...{ seatedDogs: [{ name: text, size: null }], moreDogNames: 0 },
      },
      bringList: [{ item: text, isTaken: false, isMine: true }],
      guest: guest && {
        ...guest,
        name: text,
        email: text,
        note: text,
        brings: [text],
        dogs: [{ name: text, size: null }],
      },
    },
    typed: {
      ...{ name: text, answer: text, adults: text, children: text, dogs: [{ name: text, size: text }] },
      ...{ allergies: text, note: text, email: text, brings: [text] },
    },
  };
  const html = documentOf(page);
  // The build's own script is the only one.
  expect(html.querySelectorAll('script')).toHaveLength(1);
  expect(html.querySelectorAll('iframe, object, embed, base, meta[http-equiv]')).toHaveLength(0);
  const attributes = [...html.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
  expect(attributes.filter(({ name }) => /^on|^style$|^srcdoc$/i.test(name))).toEqual([]);
  const addresses = attributes.filter(({ name }) => ['href', 'src', 'action'].includes(name)).map(({ value }) => value);
  expect(addresses.filter((address) => !/^(\/|#|https:\/\/|webcal:\/\/)/.test(address))).toEqual([]);
  expect(html.querySelector('header h2')?.textContent).toBe(text);
  expect(html.querySelector('h1')?.textContent).toBe(`You're in, ${text}!`);
  const island = html.querySelector('[data-island="clocks"]')?.getAttribute('data-props');
  expect(JSON.parse(island ?? '{}').zone).toBe(text);
});

test('the birthday dog wears the coat that its owner sees, in its frame and in the three answers, too', () => {
  const { dog } = sampleView;
  const coatOn = (of: Partial<typeof dog>) =>
    documentWith({ dog: { ...dog, ...of } })
      .querySelector('input[name="answer"]')
      ?.closest('.isolate')?.className;
  const framed = documentWith({ dog: { ...dog, coat: 1 } }).querySelector('header use');
  expect(framed?.getAttribute('class')).toBe('[--art-chestnut:var(--art-tan)]');
  expect(coatOn({ coat: 0 })).not.toContain('--art');
  expect(coatOn({ coat: 1 })).toContain('[--art-chestnut:var(--art-tan)]');
  expect(coatOn({ coat: null, name: 'B' })).not.toContain('--art');
  expect(coatOn({ coat: null, name: 'C' })).toContain('[--art-chestnut:var(--art-tan)]');
});

test('who comes reads in one line how long until then and with how many, and is asked about the only dog by its name', () => {
  const html = documentWith({ guest });
  const textOf = (element: string) => html.querySelector(element)?.textContent?.replace(/[\u2066-\u2069]/g, '');
  expect(textOf('[data-island="clocks"] p')).toMatch(/to go! · for 3 people$/);
  expect(textOf('#answered')?.match(/3 people/g)).toHaveLength(1);
  expect(textOf('footer h2')).toBe('How old is Rex in human years?');
});

test('each dog that a guest has named is a way to the calculator, which then knows it @10.351', () => {
  const dogs = [
    { name: 'Pip & Pop', size: 'small' as const },
    { name: 'Rex', size: null },
  ];
  const linksOf = (view: Partial<typeof sampleView>) =>
    [...documentWith(view).querySelectorAll('footer h2 ~ div a')].map((link) => [
      link.textContent?.replace(/[\u2066-\u2069]/g, ''),
      link.getAttribute('href'),
    ]);
  const named = [
    ['How old is Pip & Pop?', '/#dog?size=small&name=Pip%20%26%20Pop'],
    ['How old is Rex?', '/#dog?name=Rex'],
  ];
  for (const state of ['open', 'past'] as const)
    expect(linksOf({ state, guest: guest && { ...guest, dogs } })).toEqual(named);
  expect(linksOf({})).toEqual([['Find Out', '/']]);
});

test('who may come no more is told that the host sees the answer, and nothing of a dog that is not asked for', () => {
  const told = (state: 'open' | 'closed') => documentWith({ state }).querySelector('form')?.textContent;
  expect(told('open')).toContain('Maria sees your answer, everybody your dog.');
  expect(told('closed')).toContain("Maria sees your answer. It's deleted");
});

test("a guest's own token is in no address that leaves the site, nor in that of the calendar file", () => {
  const own = 'O'.repeat(43);
  const fileToken = 'F'.repeat(43);
  for (const state of ['open', 'cancelled'] as const) {
    const html = documentOf({ ...samplePage, token: own, view: { ...sampleView, state, guest, fileToken } });
    const addresses = [...html.querySelectorAll('a')].map(({ href }) => href);
    expect(addresses.filter((address) => address.includes(own))).toEqual([]);
    expect(addresses.filter((address) => address.endsWith(`/i/${fileToken}/party.ics`)).length).toBeGreaterThan(0);
  }
});

test('a chat is told the address of the link, and never that of a guest @10.258', () => {
  const own = 'O'.repeat(43);
  const link = 'L'.repeat(43);
  const headOf = (page: Partial<typeof samplePage>) => documentOf({ ...samplePage, ...page }).head;
  const addressIn = (head: HTMLElement) => head.querySelector('meta[property="og:url"]')?.getAttribute('content');
  expect(addressIn(headOf({ token: link }))).toBe(`https://wagday.example/i/${link}`);
  const view = { ...sampleView, guest };
  const ofDevice = headOf({ token: own, view, linkToken: link });
  expect(addressIn(ofDevice)).toBe(`https://wagday.example/i/${link}`);
  const ofGuest = headOf({ token: own, view });
  expect(addressIn(ofGuest)).toBeUndefined();
  for (const head of [ofDevice, ofGuest]) expect(head.innerHTML).not.toContain(own);
});

test('links and telephone numbers in the words of the host can be pressed, and tell nobody where they were @10.252', () => {
  const message = 'Look at https://wagday.example/dogs, or call +49 30 1234567.\njavascript:alert(1)';
  const party = { ...sampleView.party, location: 'https://maps.app.goo.gl/abc', description: message };
  const html = documentWith({ message, party });
  const links = [
    ...html.querySelectorAll('blockquote a, p.whitespace-pre-line a, [aria-label="The party"] .text-title a'),
  ] as HTMLAnchorElement[];
  expect(links.map(({ href, rel }) => [href, rel])).toEqual([
    ['https://maps.app.goo.gl/abc', 'nofollow noopener noreferrer'],
    ...[1, 2].flatMap(() => [
      ['https://wagday.example/dogs', 'nofollow noopener noreferrer'],
      ['tel:+49301234567', ''],
    ]),
  ]);
  const buttons = (of: typeof html) =>
    [...of.querySelectorAll('a')].map(({ textContent }) => textContent?.replace(' (opens a new tab)', ''));
  expect(buttons(html)).toContain('Open the Map');
  expect(buttons(html)).not.toContain('Directions');
  const buttonsAt = (location: string) => buttons(documentWith({ party: { ...party, location } }));
  expect(buttonsAt('https://www.google.co.uk/maps/dogs')).toContain('Open the Map');
  for (const site of ['wagday.example', 'google.wagday.example', 'maps.google.com.wagday.example'])
    expect(buttonsAt(`https://${site}/garden`)).toContain('Open the Link');
  expect(buttons(documentOf(samplePage))).toContain('Directions');
});

test('once the party is over the thanks of its host and the album take the place of the form @10.352', () => {
  const albumUrl = 'https://photos.example.com/a';
  const html = documentWith({ state: 'past', afterwards: { thanks: 'What a day! <i>', albumUrl, photoUrl: null } });
  const left = html.querySelector('[aria-label="After the party"]');
  expect(left?.querySelector('blockquote')?.textContent).toBe('What a day! <i>');
  expect(left?.querySelector('a')?.href).toBe(albumUrl);
  expect(html.querySelector('form')).toBeNull();
});

test('a photo after the party that is too tall is cut around where a face usually is', () => {
  const url = '/storage/v1/object/public/dog-photos/a/b.webp';
  const photo = documentWith({ state: 'past', afterwards: { thanks: null, albumUrl: null, photoUrl: url } });
  expect(photo.querySelector('img')?.className).toContain(`object-[${usualFocus.x}%_${usualFocus.y}%]`);
});

test('a photo of another site is not shown', () => {
  const dog = { ...sampleView.dog, photoUrl: 'https://evil.example/pixel.gif' };
  const html = documentWith({ dog });
  expect(html.querySelectorAll('img')).toHaveLength(0);
});

test('every page has one heading of the first level, and the labels of its fields @10.255', () => {
  for (const page of samplePages) {
    const html = documentOf(page);
    expect(html.querySelectorAll('h1')).toHaveLength(1);
    for (const field of html.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select, textarea')) {
      expect(field.labels?.length ?? 0).toBeGreaterThan(0);
    }
    const ids = [...html.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('boxes to tick are drawn in the colours of the house @10.242', () => {
  const html = documentOf(samplePage);
  const boxes = html.querySelectorAll('input[type=checkbox]');
  // What somebody brings already has a line in place of a box.
  expect([...boxes].map((box) => box.getAttribute('value'))).toEqual(['Lemonade']);
  expect(html.body.textContent).toContain('Others bring Balls.');
  const bringList = ['Balls', 'Salad'].map((item) => ({ item, isTaken: true, isMine: false }));
  const form = documentWith({ bringList }).querySelector('.answer-form');
  expect(form?.textContent).toMatch(/Add a note, allergies.*Others bring Balls and Salad\./s);
  for (const box of boxes) expect(box.classList).toContain('tick-box');
});

test('who waits in line reads so, with the place in it, and is not told that a yes shows the place @10.238', () => {
  const party = { ...sampleView.party, location: null, isPlaceHidden: true };
  const read = (part: object, state: 'open' | 'full' | 'past' = 'full') => {
    const waiting = guest && { ...guest, isWaiting: true, placeInLine: 2, ...part };
    const html = documentWith({ party, state, guest: waiting });
    return { facts: html.querySelector('[aria-label="The party"]')?.textContent, own: html.querySelector('#answered') };
  };
  const { facts, own } = read({});
  expect(own?.textContent).toContain("You're on the waitlist, Ada");
  expect(own?.textContent).toContain(
    "but it's full. You're number 2. We'll move you up when there's room, and email you.",
  );
  expect(own?.classList).not.toContain('bg-leaf');
  // Three people wait although one or two places are free.
  expect(read({}, 'open').own?.textContent).toContain("but there's no room for so many yet. You're number 2.");
  expect(facts).toContain("You'll see where once there's room for you.");
  for (const unmailed of [{ email: null }, { isMailed: false }])
    expect(read(unmailed).own?.textContent).toContain('Look here again now and then.');
  expect(read({}).own?.textContent).toContain("This link's just for you. We emailed it to ada@example.org");
  const unsent = { mailedAt: null, mailWaits: 'turn' };
  expect(read(unsent).own?.textContent).toContain("We're emailing it to ada@example.org");
  expect(read({ ...unsent, mailWaits: 'limit' }).own?.textContent).toContain('waits for a day or so');
  expect(read({ ...unsent, isMailed: false }).own?.textContent).toContain('once your host confirms theirs');
  for (const unmailed of [unsent, { ...unsent, mailWaits: null }, { ...unsent, isMailed: false }])
    expect(read(unmailed).own?.textContent).not.toMatch(/emailed|sent/);
  expect(read({ email: null }).own?.textContent).not.toContain('your email');
  expect(read({}, 'past').own?.textContent).toContain('and the party was full.');
  const html = documentWith({ party });
  expect(html.body.textContent).toContain("Say you're going, and you'll see where it is.");
});

test.for(['past', 'cancelled'] as const)('an invitation that is %s has no form @10.236 @10.237', (state) => {
  const html = documentWith({ state, guest });
  expect(html.querySelectorAll('form')).toHaveLength(0);
  expect(html.querySelector('#answered')?.textContent).not.toMatch(/to change your answer|your email/);
  expect(html.body.textContent?.includes('There is shade.')).toBe(state !== 'cancelled');
});

test('a party that is full says what a yes means, unless the guest already comes, and has no free chair', () => {
  const guests = { people: 8, dogs: 0, names: null, moreNames: 0, seatedDogs: null, moreDogNames: 0 };
  const read = (part: object) => {
    const html = documentWith({ state: 'full', guests, ...part });
    const [yes] = html.querySelectorAll('[name=answer]');
    const chairs = html.querySelectorAll('.is-free .chair').length;
    return [html.body.textContent?.includes("It's full!"), yes?.parentElement?.textContent, chairs];
  };
  expect(read({})).toEqual([true, 'Waitlist', 0]);
  expect(read({ guest })).toEqual([false, 'Going', 0]);
  // One at the table of the page, and at that of the form.
  expect(read({ state: 'open' })).toEqual([false, 'Going', 2]);
});

test('a party that is called off is stamped, and neither counts down nor names a clock', () => {
  const read = (state: 'open' | 'cancelled') => documentWith({ state });
  const clocksIn = (html: Document) => html.querySelectorAll('[data-island=clocks]').length;
  const off = read('cancelled');
  expect(off.querySelector('header')?.textContent).toContain('Called off');
  expect([clocksIn(off), clocksIn(read('open'))]).toEqual([0, 1]);
});

test('a guest of a party that is called off reads how to learn that it is on again @10.237', () => {
  const read = (part: object) =>
    documentWith({ state: 'cancelled', guest: guest && { ...guest, ...part } }).body.textContent;
  expect(read({})).toContain("If it's on again, we'll email you. Questions? Ask Maria.");
  for (const unmailed of [{ email: null }, { isMailed: false }, { answer: 'no' }])
    expect(read(unmailed)).toContain("If it's on again, you'll see it here.");
});

test('a form that could not be sent is sent once more by one press @10.160', () => {
  const fields = [
    ['name', 'Ada'],
    ['note', '"><script>'],
  ] as const;
  const unsent = { action: '/i/token', fields };
  const page = documentOf({ kind: 'notice', site: samplePage.site, notice: 'unavailable', unsent });
  const form = page.querySelector('form');
  expect([form?.getAttribute('action'), ...new FormData(form!)]).toEqual(['/i/token', ...fields]);
  expect(page.body.textContent).toContain('Nothing you typed is lost.');
});

test('what may be brought is seen before anything is unfolded @10.161', () => {
  const form = documentOf(samplePage).querySelector('#answer-form');
  expect(form?.querySelector('[name=brings]')?.closest('details')).toBeNull();
  expect(form?.querySelector('[name=note]')?.closest('details')?.open).toBe(false);
});

test('a guest who cannot come is told of no waitlist, no way to the place and nothing to answer @10.162', () => {
  const party = { ...sampleView.party, location: null, isPlaceHidden: true };
  const read = (of: object, part: object = {}) =>
    documentWith({ party, ...of, guest: guest && { ...guest, ...part } }).body.textContent;
  for (const state of ['open', 'full']) expect(read({ state }, { answer: 'no' })).not.toMatch(/It's full|see where/);
  expect(read({ state: 'full' }, { answer: 'maybe' })).toMatch(/It's full![\s\S]*You'll see where once/);
  for (const state of ['past', 'closed']) expect(read({ state }, { answer: 'maybe' })).not.toContain('see where');
});

test('guests read why a party is called off, and that it is on again @10.221', () => {
  const read = (of: object) => documentWith(of).body.textContent.replace(/[\u2066-\u2069]/g, '');
  expect(read({ state: 'cancelled', calledOffWhy: 'A sore paw.' })).toContain('Maria: “A sore paw.”');
  expect(read({ isOnAgain: true })).toContain("It's on again!It was called off, and now it isn't.");
  expect(read({ isOnAgain: true, guest })).toContain('Your answer still counts.');
});

test('after the last day for answers the form only offers a no to guests who have not given one @10.250', () => {
  const read = (of: object) => documentWith({ state: 'closed', ...of });
  for (const html of [read({}), read({ guest })]) {
    const form = html.querySelector<HTMLFormElement>('#answer-form');
    const names = [...new FormData(form as HTMLFormElement)].map(([name, value]) => [name, name === 'answer' && value]);
    expect(names).toEqual([
      ['answer', 'no'],
      ['name', false],
      ['email', false],
      ['note', false],
      ['answerKey', false],
    ]);
    expect(form?.textContent).toContain("Can't go?");
    expect(html.body.textContent).toContain("You can still say that you can't go.");
    expect(html.body.textContent).not.toContain('if plans change');
  }
  const away = read({ guest: guest && { ...guest, answer: 'no' } });
  expect(away.querySelectorAll('form')).toHaveLength(0);
  expect(away.querySelector('#answered')?.textContent).not.toContain('change your mind');
});

test('a guest who waits with more people than the whole party may have is not told that they move up by themselves @10.251', () => {
  const waiting = guest && { ...guest, isWaiting: true, isTooLarge: true, placeInLine: 1 };
  const own = documentWith({ state: 'full', guest: waiting }).querySelector('#answered');
  expect(own?.textContent).toContain('more than the whole party has room for');
  expect(own?.textContent).not.toMatch(/by yourself|You're number/);
});

test('the answer that a device has given has a way to answer for somebody else, and no other page has @10.248', () => {
  const linkToken = 'L'.repeat(43);
  const view = { ...sampleView, guest };
  const wayIn = (page: Partial<typeof samplePage>) =>
    documentOf({ ...samplePage, ...page })
      .querySelector(`a[href$="?somebody-else"]`)
      ?.getAttribute('href');
  expect(wayIn({ view, linkToken })).toBe(`/i/${linkToken}?somebody-else`);
  expect([wayIn({ view }), wayIn({})]).toEqual([undefined, undefined]);
  const form = documentOf({ ...samplePage, isForSomebodyElse: true }).querySelector('#answer-form');
  expect(form?.getAttribute('action')).toBe(`/i/${samplePage.token}?somebody-else`);
});

test('a lost link can be asked for where nobody has answered yet, and what comes of it is the same for all @10.249', () => {
  const read = (page: Partial<typeof samplePage>) => documentOf({ ...samplePage, ...page }).querySelector('#lost-link');
  expect(read({})?.hasAttribute('open')).toBe(false);
  expect(read({})?.querySelector('form')?.getAttribute('action')).toBe(`/i/${samplePage.token}?lost-link`);
  expect(read({ lostLink: 'not an address' })?.textContent).toContain("That doesn't look like an email.");
  expect(read({ lostLink: 'asked' })?.querySelector('[role=status]')?.textContent).toMatch(
    /^If that email has answered/,
  );
  for (const state of ['past', 'cancelled'] as const) expect(read({ view: { ...sampleView, state } })).toBeNull();
  expect(read({ view: { ...sampleView, guest } })).toBeNull();
});

test('while answers are welcome, it is said until when @10.235', () => {
  const read = (part: object) => documentWith(part).body.textContent;
  expect(read({})).toContain('Please answer by Thursday, June 18.');
  expect(read({ state: 'full' })).toContain('Please answer by');
  expect(read({ state: 'closed' })).not.toContain('Please answer by');
  expect(read({ answerUntil: null })).not.toContain('Please answer by');
  const moved = { ...sampleView.party, date: '2026-06-17' };
  expect(read({ party: moved })).not.toContain('Please answer by');
});

test('a guest who is in has the table first, and below it who comes along, the own link, one button and the ways to go on @10.236', () => {
  const read = (dogs: string[], of: object = {}) => {
    const own = guest && { ...guest, dogs: dogs.map((name) => ({ name, size: null })), ...of };
    return documentWith({ guest: own });
  };
  const lineOf = (html: Document) =>
    html.querySelector('#answered h1 + p')?.textContent?.replace(/[\u2066-\u2069]/g, '');
  const html = read(['Duke']);
  expect(html.querySelector('main > div #answered')).not.toBeNull();
  expect(html.querySelector('header')?.compareDocumentPosition(html.querySelector('#answered')!)).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  );
  expect(lineOf(html)).toBe('Duke has the seat by the cake.');
  expect(lineOf(read([]))).toBe('Save Ada a chair by the cake.');
  expect(lineOf(read(['Duke', 'Pip']))).toBe('Duke and Pip sit together.');
  const own = html.querySelector('#answered')?.textContent?.replace(/[\u2066-\u2069]/g, '');
  for (const text of ["You're in, Ada!", '3 people', "This link's just for you."]) expect(own).toContain(text);
  expect(html.querySelectorAll('#answered .bg-raspberry')).toHaveLength(2);
  expect([...html.querySelectorAll('#answered summary')].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Add to Calendar', 'Change Answer']),
  );
  expect(html.querySelectorAll('#answered .party-table .is-own')).toHaveLength(1);
  // Waiting, undecided or away, nobody has a seat.
  for (const of of [{ isWaiting: true }, { answer: 'maybe' }, { answer: 'no' }])
    expect(read(['Duke'], of).querySelector('#answered .party-table')).toBeNull();
});

test("what goes round with the picture of the table leads neither to a guest's answer nor to the party", () => {
  const html = documentOf({ ...samplePage, linkToken: 'L'.repeat(43), view: { ...sampleView, guest } });
  const props = html.querySelector('[data-island="show"]')?.getAttribute('data-props');
  expect(JSON.parse(props ?? '{}')).toEqual({
    ...{ title: "Biscuit's 4th Birthday", day: 'Sat, Jun 20', site: 'wagday.example' },
  });
});

test('a number of dogs beyond the limit is not drawn', () => {
  const typed = {
    ...{ name: '', answer: '', adults: '', children: '', allergies: '', note: '', email: '', brings: [] },
    dogs: Array.from({ length: 5000 }, () => ({ name: 'Rex', size: '' })),
  };
  const html = renderToStaticMarkup(<InvitationPage page={{ ...samplePage, typed }} renderIsland={() => null} />);
  expect(html.match(/name="dogName"/g)).toHaveLength(6);
});
