/** Tests calendars at their address, as calendar apps read them. */
import { expect, test } from 'vitest';
import { calendarFeed } from '../../../addresses/addresses.ts';
import { calendarReaders, readWithIcalJs } from '../../../domain/testing/calendar-readers.ts';
import { addDog, dogRow, makeFeed, newOwner, planParty } from '../../support/owners.ts';
import { startForFile } from '../../support/shared-backend.ts';

const backend = await startForFile({
  limits: { unknownCalendarByClient: { times: 20, seconds: 300 }, readsOfCalendar: { times: 12, seconds: 300 } },
});

const owner = await newOwner(backend);

const newFeed = async (changes: object = {}, by = owner) =>
  `${backend.url}${calendarFeed(await makeFeed(by, changes))}`;

const textOf = async (address: string) => (await fetch(address)).text();
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

/** Returns the events of a text by UID, as one reader parses them, and checks that a second reader finds the same ones. */
function eventsIn(text: string) {
  const events = readWithIcalJs(text);
  for (const [, read] of calendarReaders) expect(read(text)).toHaveLength(events.length);
  return new Map(events.map((event) => [event.uid, event]));
}

test('a calendar app gets a text that it keeps to itself, and nothing when nothing has changed @10.178', async () => {
  await addDog(owner, { name: 'Luna', birth_date: '2020-02-29' });
  const address = await newFeed();
  const answer = await fetch(address);
  expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
    200,
    {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\da-f]{48}"$/),
    },
  ]);
  const text = await answer.text();
  expect(linesOf(text)).toEqual(
    expect.arrayContaining(['X-WR-CALNAME:Phone', 'REFRESH-INTERVAL;VALUE=DURATION:PT12H', 'X-PUBLISHED-TTL:PT12H']),
  );
  expect(text).not.toMatch(/METHOD|RRULE|VALARM/);

  const tag = answer.headers.get('etag') ?? '';
  for (const named of [tag, `"other", W/${tag}`, '*']) {
    const again = await fetch(address, { headers: { 'If-None-Match': named } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
  }
  const head = await fetch(address, { method: 'HEAD' });
  expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', tag]);
  expect(await textOf(address)).toBe(text);
});

test('a moved birthday keeps its events and raises their sequence, and a removed dog leaves @10.176', async () => {
  const [kit, roo] = [await addDog(owner, { name: 'Kit' }), await addDog(owner, { name: 'Roo' })];
  const address = await newFeed();
  const before = eventsIn(await textOf(address));
  const tag = (await fetch(address, { method: 'HEAD' })).headers.get('etag');
  await backend.sql`update public.dogs set created_at = created_at - interval '1 day' where id = ${kit.id}`;
  await owner.client.from('dogs').update({ birth_date: '2020-03-05' }).eq('id', kit.id).throwOnError();
  await owner.client.from('dogs').delete().eq('id', roo.id).throwOnError();
  const after = eventsIn(await textOf(address));
  expect((await fetch(address, { method: 'HEAD' })).headers.get('etag')).not.toBe(tag);
  const of = (events: typeof before, id: string) => [...events].filter(([uid]) => uid.startsWith(id));
  expect(of(before, roo.id).length).toBeGreaterThan(0);
  expect(of(after, roo.id)).toEqual([]);
  const moved = of(after, kit.id).filter(([uid]) => before.has(uid));
  expect(moved.length).toBeGreaterThan(10);
  for (const [uid, { sequence, start }] of moved) {
    expect(sequence).toBeGreaterThan(before.get(uid)!.sequence);
    expect(start).not.toBe(before.get(uid)!.start);
  }
});

test('a calendar has the days of four years, only birthdays where wanted, and alarms where wanted @10.174', async () => {
  const dog = await addDog(owner, { name: '👩‍👩‍👧'.repeat(12), size: 'giant', birth_date: '2020-02-29' });
  const all = await textOf(await newFeed({ dog_id: dog.id, alarms: true }));
  expect([...eventsIn(all).values()].every(({ summary }) => summary.startsWith('👩‍👩‍👧👩‍👩‍👧'))).toBe(true);
  expect(eventsIn(all).size).toBeGreaterThan(26);
  expect(all.match(/TRIGGER:PT9H\r\n/g)).toHaveLength(eventsIn(all).size);
  const birthdays = eventsIn(await textOf(await newFeed({ dog_id: dog.id, contents: 'birthdays' })));
  const days = [...birthdays.values()].map(({ start }) => start);
  expect(days.length).toBeGreaterThanOrEqual(4);
  for (const day of days) expect(day).toMatch(/-02-2(8|9)$/);
  expect(days.filter((day) => day.endsWith('-29'))).toEqual(days.filter((day) => Number(day.slice(0, 4)) % 4 === 0));
});

test('a party is in the calendar until it is cancelled, at its time where it has one @10.176', async () => {
  const planner = await newOwner(backend);
  const dog = await addDog(planner);
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const party = await planParty(planner, dog.id, {
    ...{ title: 'Cake, and "balls"; yes', celebration_date: day, location: 'Park, by the pond' },
    ...{ celebration_time: '18:30', end_time: '22:00', time_zone: 'Asia/Kathmandu' },
  });
  const [withParties, without] = [await newFeed({}, planner), await newFeed({ parties: false }, planner)];
  const lines = linesOf(await textOf(withParties));
  expect(lines).toContain('SUMMARY:Cake\\, and "balls"\\; yes');
  expect(lines).toContain('LOCATION:Park\\, by the pond');
  expect(lines).toContain(`DTSTART:${day.replaceAll('-', '')}T124500Z`);
  expect(lines).toContain(`DTEND:${day.replaceAll('-', '')}T161500Z`);
  expect(await textOf(without)).not.toContain(party.id);
  await planner.client
    .from('birthday_celebrations')
    .update({ description: 'b'.repeat(2000) })
    .eq('id', party.id)
    .throwOnError();
  expect(linesOf(await textOf(withParties))).toContain(`DESCRIPTION:${'b'.repeat(500)}`);
  await planner.client.from('birthday_celebrations').delete().eq('id', party.id).throwOnError();
  expect(await textOf(withParties)).not.toContain(party.id);
});

test('parties that were planned for after the death of their dog are not in its calendar @10.180', async () => {
  const keeper = await newOwner(backend);
  const dog = await addDog(keeper);
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const [past, coming] = [
    await planParty(keeper, dog.id, { celebration_date: at(-30) }),
    await planParty(keeper, dog.id, { celebration_date: at(30) }),
  ];
  const address = await newFeed({}, keeper);
  await keeper.client
    .from('dogs')
    .update({ died_on: at(-10) })
    .eq('id', dog.id)
    .throwOnError();
  const text = await textOf(address);
  expect([past, coming].map(({ id }) => text.includes(id))).toEqual([true, false]);
});

test('one calendar is read so many times and no more for a while, and others meanwhile @10.181', async () => {
  const busy = await newOwner(backend);
  const [address, other] = [await newFeed({}, busy), await newFeed({}, busy)];
  const tag = (await fetch(address)).headers.get('etag') ?? '';
  const statuses: number[] = [];
  for (let read = 0; read < 12; read += 1) {
    statuses.push((await fetch(address, { headers: read % 2 ? { 'If-None-Match': tag } : {} })).status);
  }
  expect(statuses).toEqual([200, 304, 200, 304, 200, 304, 200, 304, 200, 304, 200, 429]);
  const refused = await fetch(address);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fetch(other)).status).toBe(200);
  backend.advance(300_000);
  expect((await fetch(address)).status).toBe(200);
});

test('a pack that is sent in pieces is one whole text @10.179', async () => {
  const kennel = await newOwner(backend);
  const rows = Array.from({ length: 80 }, (_, index) => dogRow(kennel.id, { name: `Dog ${index}`, size: 'giant' }));
  await kennel.client.from('dogs').insert(rows).throwOnError();
  const answer = await fetch(await newFeed({}, kennel));
  const text = await answer.text();
  expect(text.match(/^BEGIN:VEVENT\r$/gm)?.length).toBe(text.match(/^END:VEVENT\r$/gm)?.length);
  expect(eventsIn(text).size).toBeGreaterThan(80 * 26);
  expect(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true);
});

test('reading a calendar is noted for its owner, asking for its head is not @10.166', async () => {
  const reader = await newOwner(backend);
  const address = await newFeed({}, reader);
  const readAt = async () =>
    (await reader.client.from('calendar_feeds').select('last_read_at').single().throwOnError()).data?.last_read_at;
  await fetch(address, { method: 'HEAD' });
  expect(await readAt()).toBeNull();
  await fetch(address);
  expect(Date.parse(await readAt())).toBeGreaterThan(Date.now() - 60_000);
});

test('a revoked calendar is as unknown as one that never was, and guesses are soon refused', async () => {
  const guard = await newOwner(backend);
  const address = await newFeed({}, guard);
  await guard.client.from('calendar_feeds').delete().eq('user_id', guard.id).throwOnError();
  const never = `${backend.url}${calendarFeed('A'.repeat(43))}`;
  const [revoked, unknown] = await Promise.all([fetch(address), fetch(never)]);
  expect([revoked.status, await revoked.text()]).toEqual([404, await unknown.text()]);
  expect(Object.keys(Object.fromEntries(revoked.headers))).toEqual(Object.keys(Object.fromEntries(unknown.headers)));
  const statuses = new Set<number>();
  for (let guess = 0; guess < 25; guess += 1) statuses.add((await fetch(never)).status);
  expect([...statuses]).toEqual([404, 429]);
  const refused = await fetch(never);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // One service may read for many owners, so their calendars stay open to it. A text that is no token does not count as a guess.
  expect((await fetch(await newFeed({}, guard))).status).toBe(200);
  expect((await fetch(`${never.slice(0, -5)}.ics`)).status).toBe(404);
});
