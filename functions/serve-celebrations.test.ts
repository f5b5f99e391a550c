import { expect, test } from 'vitest';
import { celebrations } from './serve-celebrations.ts';

const base = 'https://wagday.example/functions/v1/celebrations';

async function ask(query: string, init?: RequestInit) {
  const response = celebrations(new Request(`${base}?${query}`, init));
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

test('a year of celebrations is answered in order, today included', async () => {
  const { status, body } = await ask('birthday=2019-06-14&size=small&today=2026-06-14');
  expect(status).toBe(200);
  expect(body.celebrations).toEqual([
    { date: '2026-06-14', kind: 'birthday', anniversary: 7, humanYears: 44 },
    { date: '2026-09-14', kind: 'human-year birthday', anniversary: 7, humanYears: 45 },
    { date: '2026-12-14', kind: 'human-year birthday', anniversary: 7, humanYears: 46 },
    { date: '2027-03-15', kind: 'human-year birthday', anniversary: 7, humanYears: 47 },
  ]);
});

test.each([
  ['', 'INVALID_QUERY'],
  ['birthday=2019-06-14&size=small', 'INVALID_QUERY'],
  ['birthday=2019-06-14&size=small&today=2026-06-14&more=1', 'INVALID_QUERY'],
  ['birthday=2019-06-14&birthday=2019-06-15&today=2026-06-14', 'INVALID_QUERY'],
  ['birthday=2019-06-14&birthday=2019-06-15&size=small&today=2026-06-14', 'INVALID_QUERY'],
  [`birthday=2019-06-14&size=${'s'.repeat(200)}&today=2026-06-14`, 'INVALID_QUERY'],
  ['birthday=2019-06-14&size=small&today=2026-02-29', 'INVALID_TODAY'],
  ['birthday=9900-06-14&size=small&today=9901-01-01', 'INVALID_TODAY'],
  ['birthday=2019-06-14&size=huge&today=2026-06-14', 'INVALID_SIZE'],
  ['birthday=2019-06-14&size=__proto__&today=2026-06-14', 'INVALID_SIZE'],
  ['birthday=2019-13-14&size=small&today=2026-06-14', 'INVALID_BIRTHDAY'],
  ['birthday=2026-06-15&size=small&today=2026-06-14', 'INVALID_BIRTHDAY'],
  ['birthday=1986-06-13&size=small&today=2026-06-14', 'INVALID_BIRTHDAY'],
  ['birthday=%00&size=small&today=2026-06-14', 'INVALID_BIRTHDAY'],
])('%s is refused as %s', async (query, code) => {
  const { status, body } = await ask(query);
  expect(status).toBe(400);
  expect(body).toEqual({ code, message: expect.any(String) });
});

test.each([
  ['2026-06-14', '2026-06-14'],
  ['1986-06-14', '2026-06-14'],
  ['0001-01-01', '0001-01-01'],
  ['9900-12-31', '9900-12-31'],
])('born %s and asked on %s is within bounds', async (birthday, today) => {
  for (const size of ['small', 'giant']) {
    expect((await ask(`birthday=${birthday}&size=${size}&today=${today}`)).status).toBe(200);
  }
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  '%s is refused with the methods that are not',
  async (method) => {
    const { status, headers } = await ask('birthday=2019-06-14&size=small&today=2026-06-14', { method });
    expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  },
);
