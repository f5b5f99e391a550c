import { expect, test } from 'vitest';
import { type CalendarFeed, feedDaysOn, feedText } from '../domain/celebrations/calendar-feed.ts';
import { partyTimeOf } from '../domain/parties/party-time.ts';
import { date } from '../domain/testing/dates.ts';
import { calendar, edition, feedTags } from './serve-calendar.ts';
import type { Data } from './web-function.ts';
import { hashOf } from './web-requests.ts';

const token = 'A'.repeat(43);
const site = 'https://wagday.example';
const row = (index: number) => ({ id: `id-${index}`, createdAt: '2020-01-01T00:00:00Z', version: 1 });
const large = {
  ...{ version: '0'.repeat(32), isReadNoted: true, name: 'Pack', contents: 'all', alarms: true },
  dogs: Array.from({ length: 50 }, (_, index) => ({
    ...row(index),
    ...{ name: 'Luna', size: 'giant', birthDate: '2019-06-14', birthPrecision: 'day', gotchaDate: null },
  })),
  parties: Array.from({ length: 1000 }, (_, index) => ({
    ...row(index + 50),
    ...{ title: 'Cake', celebrationDate: '2026-06-14', hour: null, zone: null, location: null },
    description: '🐶;,\n'.repeat(125),
  })),
};

async function ask(
  answer: (args: Readonly<Record<string, unknown>>) => unknown,
  headers = {},
  of = token,
): Promise<Response> {
  const data: Data = { call: async (_, args) => answer(args) };
  const now = () => new Date('2026-06-01T12:00:00Z');
  return calendar(new Request(`${site}/calendar/${of}.ics`, { headers }), { data, service: data, now, site });
}

test('other work gets a turn again and again while a large calendar is written @10.179', async () => {
  let turns = 0;
  let isWritten = false;
  const wait = () => {
    turns += 1;
    if (!isWritten) setImmediate(wait);
  };
  setImmediate(wait);
  const answer = await ask(() => large);
  isWritten = true;
  const text = await answer.text();
  expect(text.match(/^BEGIN:VEVENT\r$/gm)?.length).toBeGreaterThan(2000);
  expect(turns).toBeGreaterThan(text.length / (128 * 1024));
});

test('the database is told which versions the reader has, and what it leaves out is not written @10.178', async () => {
  const tag = (await ask(() => large)).headers.get('etag') ?? '';
  const asked: unknown[] = [];
  const answer = await ask(
    (args) => {
      asked.push(args);
      return { version: large.version, isReadNoted: true };
    },
    // Tags of another version of Wagday, of this calendar, and of nothing.
    { 'If-None-Match': `"${'0'.repeat(48)}", W/${tag}, "other"` },
  );
  expect(asked).toEqual([{ token, known: [large.version] }]);
  expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, tag, '']);
});

test('the database is told which version was written lately, and what it leaves out is sent again', async () => {
  const asked: unknown[] = [];
  const read = async (row: object) => {
    const answer = await ask(
      (args) => {
        asked.push(args.known);
        return row;
      },
      {},
      'B'.repeat(43),
    );
    return { tag: answer.headers.get('etag'), text: await answer.text(), status: answer.status };
  };
  const first = await read(large);
  expect(await read({ version: large.version, isReadNoted: true })).toEqual(first);
  const changed = { ...large, version: '1'.repeat(32), name: 'Other' };
  const second = await read(changed);
  expect([second.status, second.text.includes('Other'), second.tag === first.tag]).toEqual([200, true, false]);
  expect(await read({ version: changed.version, isReadNoted: true })).toEqual(second);
  expect(asked).toEqual([[], [large.version], [large.version], [changed.version]]);
});

test('the calendar of the largest pack is some megabytes, and a client that has it is answered 304 @10.175', async () => {
  const kennel = 'C'.repeat(43);
  const dogs = Array.from({ length: 2000 }, (_, index) => ({
    ...row(index),
    ...{
      name: 'L'.repeat(60),
      size: 'giant',
      birthDate: '2019-06-14',
      birthPrecision: 'day',
      gotchaDate: '2020-06-14',
    },
  }));
  const parties = large.parties.map((party) => ({ ...party, description: 'x'.repeat(500) }));
  const answer = await ask(() => ({ ...large, dogs, parties }), {}, kennel);
  const { byteLength } = await answer.arrayBuffer();
  expect([byteLength > 4e6, byteLength < 8e6]).toEqual([true, true]);
  const tag = answer.headers.get('etag') ?? '';
  const again = await ask(() => ({ version: large.version, isReadNoted: true }), { 'If-None-Match': tag }, kennel);
  expect([again.status, again.headers.get('etag')]).toEqual([304, tag]);
});

test('a version that gives large packs other days has other ETags @10.175', async () => {
  const days = feedDaysOn(date('2026-06-01'));
  const page = { address: `${site}/`, host: 'wagday.example' };
  const { written } = await feedTags(days, page);
  const ofLargePacks = days.ofLargePacks.map((span) => ({ ...span, moreDogsThan: span.moreDogsThan + 1 }));
  expect((await feedTags({ ...days, ofLargePacks }, page)).written).not.toBe(written);
});

test('a version that writes calendars differently has another edition, and so other ETags', async () => {
  const revision = { createdAt: '2020-01-01T00:00:00Z', version: 1 };
  /** One of everything. */
  const sample: CalendarFeed = {
    ...{ name: 'Sample', contents: 'all', alarms: true },
    dogs: (['day', 'guess'] as const).map((birthPrecision) => ({
      ...{ id: 'dog', name: 'Luna', size: 'small', birthPrecision, ...revision },
      ...{ birthDate: date('2019-06-14'), gotchaDate: date('2019-08-01') },
    })),
    parties: [
      {
        ...{ id: 'party', title: 'Cake Day', celebrationDate: date('2020-06-14'), ...revision },
        ...{ time: partyTimeOf('18:30', 'UTC', '21:00'), description: 'Bring a ball.', location: 'The park' },
        coming: { people: 4, dogs: 1 },
      },
    ],
  };
  const days = { from: date('2019-01-01'), end: date('2023-01-01'), ofLargePacks: [] };
  const text = [...feedText(sample, days, { address: `${site}/`, host: 'wagday.example', party: '#party=' })].join('');
  // With another hash the edition has to rise.
  expect({ edition, hash: (await hashOf(text)).slice(0, 16) }).toEqual({ edition: 2, hash: 'eb421c0cb3c6dfe2' });
});

test('what is no token is refused without the database', async () => {
  const call = () => Promise.reject(new Error('the database was asked'));
  for (const file of ['x.ics', `${token}A.ics`, token]) {
    const parts = { data: { call }, service: { call }, now: () => new Date(), site };
    expect((await calendar(new Request(`${site}/calendar/${file}`), parts)).status).toBe(404);
  }
});

test('an answer that is no calendar is refused with the name of its field', async () => {
  const [dog] = large.dogs;
  const broken = { ...large, dogs: [dog, { ...dog, birthDate: '2019-02-30' }] };
  await expect(ask(() => broken, {}, 'D'.repeat(43))).rejects.toThrow('calendar_feed.dogs[1].birthDate is not a day');
  await expect(ask(() => ({}), {}, 'D'.repeat(43))).rejects.toThrow('calendar_feed.isReadNoted is not true or false');
});
