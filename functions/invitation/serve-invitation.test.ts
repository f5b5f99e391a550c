import { expect, test } from 'vitest';
import type { AnswerOutcome, InvitationView } from '../../domain/guests/invitation-view.ts';
import type { InvitationPage } from '../../domain/guests/shown-invitation.ts';
import { ownAnswer, invitationView as view } from '../../domain/testing/sample-view.ts';
import { type Data, DataError } from '../web-function.ts';
import { invitation } from './serve-invitation.ts';

const token = 'A'.repeat(43);
const guestToken = 'B'.repeat(43);
const site = 'https://wagday.example';
const key = '5e0d7cbb-4ab5-4c55-b8b4-3a8d4cbf1f0a';
const typed = { name: 'Ada', answer: 'yes', adults: '2', children: '0', dogName: 'Rex', dogSize1: 'large', note: 'Hi' };
const own = { ...ownAnswer, adults: 2 };

const outcome = { guestToken, isWaiting: false, state: 'open', taken: null } as const;

/** Sends a request, with a database that has one invitation and returns these answers. Pages are rendered as JSON. */
async function ask(
  path: string,
  init: RequestInit = {},
  {
    opened = view as InvitationView | null,
    openedByOthers = {} as Record<string, InvitationView | null>,
    outcome = null as AnswerOutcome | Error | null,
  } = {},
) {
  const calls: [name: string, args: object][] = [];
  const data: Data = {
    call: async (name, args) => {
      calls.push([name, args]);
      if (outcome instanceof Error && (name !== 'open_invitation' || !opened)) throw outcome;
      if (name !== 'open_invitation') return outcome;
      const { token: given } = args as { token: string };
      return given in openedByOthers ? openedByOthers[given] : opened;
    },
  };
  const invitations = { render: (page: InvitationPage) => JSON.stringify(page), policy: "default-src 'none'" };
  const now = () => new Date('2026-06-10T12:00:00Z');
  const response = await invitation(new Request(site + path, init), { data, service: data, now, site, invitations });
  const text = await response.text();
  const page = response.headers.get('Content-Type')?.startsWith('text/html') && text ? JSON.parse(text) : null;
  return { status: response.status, headers: response.headers, text, page, calls };
}

function form(fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit {
  const body = new URLSearchParams({ answerKey: key, ...fields });
  return { method: 'POST', body, headers: { 'Sec-Fetch-Site': 'same-origin', ...headers } };
}

test('only a POST notes that a page from a mail was opened @10.193', async () => {
  const noted = await ask(`/i/${guestToken}?opened`, form({}));
  expect([noted.status, noted.calls]).toEqual([204, [['note_opened_mail', { token: guestToken }]]]);
  expect((await ask(`/i/${guestToken}?opened`)).calls).toEqual([['open_invitation', { token: guestToken }]]);
  const foreign = await ask(`/i/${guestToken}?opened`, form({}, { 'Sec-Fetch-Site': 'cross-site' }));
  expect([foreign.status, foreign.calls]).toEqual([403, []]);
});

test('the page of a link is shown, kept by no cache but the open page, and found by no search', async () => {
  const { status, headers, page, calls } = await ask(`/i/${token}`);
  expect([status, page.view, page.token, page.typed]).toEqual([200, view, token, null]);
  expect(page.answerKey).toMatch(/^[\da-f-]{36}$/);
  expect(calls).toEqual([['open_invitation', { token }]]);
  expect(headers.get('X-Robots-Tag')).toBe('noindex');
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'");
  expect(headers.get('Cache-Control')).toBe('private, no-cache');
});

test('a link to an invitation that was removed says that it is gone @10.220', async () => {
  const gone = { opened: null, outcome: true as unknown as AnswerOutcome };
  const { status, page, calls } = await ask(`/i/${token}`, {}, gone);
  expect([status, page.notice]).toEqual([410, 'gone']);
  expect(calls.at(-1)).toEqual(['is_invitation_gone', { token }]);
});

test("a guest's own answer is kept by no browser", async () => {
  const { headers } = await ask(`/i/${guestToken}`, {}, { opened: { ...view, guest: own } });
  expect(headers.get('Cache-Control')).toBe('no-store');
});

test('a link that was revoked, one that never was and what is no token are the same bytes', async () => {
  const [unknown, noToken, answered] = await Promise.all([
    ask(`/i/${token}`, {}, { opened: null }),
    ask('/i/short'),
    ask(`/i/${token}`, form(typed), { opened: null, outcome: { refused: 'unknown' } }),
  ]);
  for (const { status, text, headers } of [noToken, answered]) {
    expect([status, text, [...headers]]).toEqual([404, unknown.text, [...unknown.headers]]);
  }
  expect(unknown.page).toEqual({ kind: 'notice', site, notice: 'unknown' });
  expect(noToken.calls).toEqual([]);
});

test('a GET and a HEAD change nothing, whatever their address says', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { calls } = await ask(`/i/${token}?${new URLSearchParams(typed)}`, { method });
    expect(calls.map(([name]) => name)).toEqual(['open_invitation']);
  }
});

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is refused with the methods that are not', async (method) => {
  const { status, headers } = await ask(`/i/${token}`, { method });
  expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect((await ask(`/i/${token}/party.ics`, { method: 'POST' })).headers.get('Allow')).toBe('GET, HEAD');
});

test("an answer is taken and leads to the guest's own page @10.230", async () => {
  const { status, headers, calls } = await ask(`/i/${token}`, form(typed), { outcome });
  expect([status, headers.get('Location')]).toEqual([303, `./${guestToken}#answered`]);
  expect(calls).toEqual([
    [
      'answer_invitation',
      {
        ...{ token, answer_key: key },
        answer: {
          ...{ name: 'Ada', answer: 'yes', adults: 2, children: 0, dogs: [{ name: 'Rex', size: 'large' }] },
          ...{ allergies: null, note: 'Hi', email: null, brings: [] },
        },
        ...{ own: null, is_another: false },
      },
    ],
  ]);
});

test('a change leads back to the same page, and says what somebody else took first @10.234', async () => {
  const outcome = { guestToken: null, isWaiting: false, state: 'open', taken: ['Cake & tea'] } as const;
  const { headers } = await ask(`/i/${guestToken}`, form(typed), { outcome });
  expect(headers.get('Location')).toBe(`./${guestToken}?taken=Cake+%26+tea#answered`);
});

test('of what an address says was taken, only what the list shows as taken is repeated', async () => {
  const { page } = await ask(`/i/${token}?taken=Balls&taken=Lemonade&taken=Call+0190&taken=%3Cscript%3E`);
  expect(page.taken).toEqual(['Balls']);
});

test('a form with problems comes back with all that was typed, and is not sent to the database @10.231', async () => {
  const { status, page, calls } = await ask(`/i/${token}`, form({ ...typed, name: '', adults: 'x', email: 'nobody' }));
  expect(status).toBe(422);
  expect(page.problems).toEqual({ name: 'missing', adults: 'not a number', email: 'not an address' });
  expect(page.typed).toMatchObject({
    adults: 'x',
    email: 'nobody',
    note: 'Hi',
    dogs: [{ name: 'Rex', size: 'large' }],
  });
  expect(page.answerKey).toBe(key);
  expect(calls.map(([name]) => name)).toEqual(['open_invitation']);
});

test.each([
  ['too many', 429, 'too many'],
  ['invalid', 422, 'refused'],
  ['full', 409, 'no room'],
  ['closed', 409, 'moved on'],
  ['past', 409, 'over'],
  ['cancelled', 409, 'moved on'],
] as const)(
  'an answer that the database refuses as %s comes back as %s, with what was typed @10.233',
  async (refused, status, trouble) => {
    const answer = await ask(`/i/${token}`, form(typed), { outcome: { refused } });
    expect([answer.status, answer.page.trouble, answer.page.typed.note]).toEqual([status, trouble, 'Hi']);
  },
);

test.each([
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
  [{ 'Sec-Fetch-Site': 'same-site' }, 403],
  [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, 303],
  [{ 'Sec-Fetch-Site': 'none' }, 303],
  [{ Origin: 'https://evil.example' }, 403],
  [{ Origin: site }, 303],
  // What a browser without Sec-Fetch-Site sends from a page without referrer.
  [{ Origin: 'null' }, 303],
  [{}, 303],
])('a form whose browser says %j is answered with %i', async (headers, status) => {
  const { body } = form(typed);
  const init = {
    method: 'POST',
    body: String(body),
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
  };
  const answer = await ask(`/i/${token}`, init as RequestInit, { outcome });
  expect([answer.status, answer.calls.length]).toEqual([status, status === 303 ? 1 : 0]);
});

test('a body that is no form, and one that is too large, are refused before they are read', async () => {
  const json = await ask(`/i/${token}`, {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  });
  expect([json.status, json.calls]).toEqual([415, []]);
  let given = 0;
  const endless = new ReadableStream({
    pull(controller) {
      given += 1;
      controller.enqueue(new Uint8Array(1024).fill(97));
    },
  });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const init = { method: 'POST', body: endless, duplex: 'half', headers } as RequestInit;
  const large = await ask(`/i/${token}`, init);
  expect([large.status, large.page.notice, large.calls]).toEqual([413, 'too large', []]);
  expect(given).toBeLessThan(100);
});

test('a key that is none is replaced', async () => {
  const { calls } = await ask(`/i/${token}`, form({ ...typed, answerKey: "' or 1=1" }), { outcome });
  expect(calls[0]?.[1]).toMatchObject({
    answer_key: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
  });
});

test.each([
  [429, 'too many'],
  [503, 'not sent'],
] as const)(
  'an answer that is refused with %i comes back in the form with all that was typed @10.160',
  async (status, trouble) => {
    const sent = form({ ...typed, answerKey: key });
    const answer = await ask(`/i/${token}`, sent, { outcome: new DataError(status, 'busy') });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([status, '5']);
    expect(answer.page).toMatchObject({ trouble, answerKey: key, typed: { name: 'Ada', note: 'Hi' } });
  },
);

test('where not even the form can be drawn, a notice sends what was typed once more @10.160', async () => {
  const path = `/i/${token}?somebody-else`;
  const many = `${'dogName=x&'.repeat(500)}${'brings=y&'.repeat(500)}evil=1&note=Hi`;
  const sent = { ...form({}), body: new URLSearchParams(many) };
  const { status, page } = await ask(path, sent, { opened: null, outcome: new DataError(503, 'away') });
  expect([status, page.notice, page.unsent.action]).toEqual([503, 'unavailable', path]);
  expect(page.unsent.fields).toHaveLength(6 + 30 + 1);
  expect(page.unsent.fields).toContainEqual(['note', 'Hi']);
  // Only from the page itself.
  const foreign = form(typed, { 'Sec-Fetch-Site': 'cross-site' });
  expect((await ask(path, foreign, { opened: null, outcome: new DataError(503, 'away') })).page.unsent).toBeUndefined();
});

test('without its database the page says that it may be there later @10.257', async () => {
  const { status, headers, page } = await ask(`/i/${token}`, {}, { opened: null, outcome: new DataError(503, 'away') });
  expect([status, headers.get('Retry-After'), page.notice]).toEqual([503, '5', 'unavailable']);
});

test('the token of a calendar file opens only that file, and no page is in it', async () => {
  const opened = { ...view, isFileOnly: true };
  const file = await ask(`/i/${guestToken}/party.ics`, {}, { opened });
  expect([file.status, file.text.includes(guestToken)]).toEqual([200, false]);
  const page = await ask(`/i/${guestToken}`, {}, { opened });
  const sent = await ask(`/i/${guestToken}`, form({ ...typed, name: '' }), { opened });
  const unknown = await ask(`/i/${guestToken}`, {}, { opened: null });
  for (const each of [page, sent]) expect([each.status, each.text]).toEqual([404, unknown.text]);
});

test('the party is a calendar file with a tag, which is not sent again to who has it @10.244 @10.265', async () => {
  const path = `/i/${token}/party.ics`;
  const first = await ask(path);
  expect([first.status, first.headers.get('Content-Type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(first.headers.get('X-Robots-Tag')).toBe('noindex');
  expect(first.text).toContain(`URL:${site}/i/${token}\r\n`);
  const tag = first.headers.get('ETag') ?? '';
  const again = await ask(path, { headers: { 'If-None-Match': tag } });
  expect([again.status, again.text]).toEqual([304, '']);
  const moved = { ...view, party: { ...view.party, version: view.party.version + 2_000_000 } };
  const changed = await ask(path, { headers: { 'If-None-Match': tag } }, { opened: moved });
  expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('SEQUENCE:86402')]);
  expect((await ask(path, {}, { opened: null })).status).toBe(404);
  // The path on hosted Supabase begins with the function's name.
  expect((await ask(`/invitation/${token}/party.ics`)).text).toBe(first.text);
});

const cookie = { Cookie: `other=1; own-answer=${guestToken}` };
const ownView = { ...view, guest: own };

test('a device keeps its answer only for the address of the link, where no script reads it', async () => {
  // The path on hosted Supabase begins with the function's name, which the browser does not see.
  for (const path of [`/i/${token}`, `/invitation/${token}`]) {
    const { headers } = await ask(path, form(typed), { outcome });
    expect(headers.get('Set-Cookie')).toBe(
      `own-answer=${guestToken}; Path=/i/${token}; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure`,
    );
  }
  // A guest's own link needs no cookie, and an answer for somebody else does not replace one's own.
  const change = await ask(`/i/${guestToken}`, form(typed), { outcome: { ...outcome, guestToken: null } });
  const another = await ask(`/i/${token}?somebody-else`, form(typed, cookie), {
    outcome: { ...outcome, guestToken: 'E'.repeat(43) },
  });
  expect(another.calls[0]?.[1]).toMatchObject({ token, own: guestToken, is_another: true });
  for (const answer of [change, another])
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([303, null]);
});

test('a device that has answered changes its answer by the link, and is led to it', async () => {
  const outcome = { guestToken: null, isWaiting: false, state: 'open', taken: null } as const;
  const { calls, headers } = await ask(`/i/${token}`, form(typed, cookie), { outcome });
  expect(calls[0]?.[1]).toMatchObject({ token, own: guestToken, is_another: false });
  expect(headers.get('Location')).toBe(`./${guestToken}#answered`);
});

test('the link shows an answer only to the device that gave it, with a form for somebody else', async () => {
  const openedByOthers = { [guestToken]: ownView };
  const found = await ask(`/i/${token}`, { headers: cookie }, { openedByOthers });
  expect(found.page).toMatchObject({ token: guestToken, linkToken: token, view: ownView, isForSomebodyElse: false });
  expect(found.headers.get('Cache-Control')).toBe('no-store');
  const another = await ask(`/i/${token}?somebody-else`, { headers: cookie }, { openedByOthers });
  expect(another.page).toMatchObject({ token, linkToken: null, view, isForSomebodyElse: true });
});

test.each([
  ['of an answer that is gone', { [guestToken]: null }, cookie],
  ['of another invitation', { [guestToken]: { ...ownView, party: { ...view.party, id: 'another' } } }, cookie],
  ['of a calendar file', { [guestToken]: { ...view, isFileOnly: true } }, cookie],
  ['that is none', {}, { Cookie: 'own-answer=short' }],
])('a token %s in the cookie shows the page as everybody sees it', async (_, openedByOthers, headers) => {
  const { page } = await ask(`/i/${token}`, { headers }, { openedByOthers });
  expect(page).toMatchObject({ token, linkToken: null, view });
});

test('a link that was revoked opens nothing, whatever the device has answered', async () => {
  const { status, page } = await ask(
    `/i/${token}`,
    { headers: cookie },
    { opened: null, openedByOthers: { [guestToken]: ownView } },
  );
  expect([status, page.notice]).toEqual([404, 'unknown']);
});

test('a request for a lost link gets the same page for every address, and only by POST', async () => {
  const wish = (email: string) => ask(`/i/${token}?lost-link`, form({ email }));
  const asked = await wish(' Ada@Wagday.dev ');
  const led = [asked.status, asked.headers.get('Location'), asked.headers.get('Set-Cookie')];
  expect(led).toEqual([303, `./${token}?lost-link#lost-link`, null]);
  expect(asked.calls).toEqual([['ask_for_own_link', { token, address: 'ada@wagday.dev' }]]);
  const wrong = await wish('ada');
  expect([wrong.status, wrong.page.lostLink, wrong.calls.length]).toEqual([422, 'not an address', 1]);
  const shown = await ask(`/i/${token}?lost-link&email=ada@wagday.dev`);
  expect([shown.page.lostLink, shown.calls.map(([name]) => name)]).toEqual(['asked', ['open_invitation']]);
});

test.each(['.', ',', ')', '%29', '!', '>', '%3E', '%E2%80%9D', '%C2%BB', "'", '...', '*', '%20', ').'])(
  'a link with %s behind it leads to the invitation, without a look into the database @10.253',
  async (behind) => {
    const { status, headers, calls } = await ask(`/i/${token}${behind}`);
    expect([status, headers.get('Location'), calls]).toEqual([303, `./${token}`, []]);
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  },
);

test.each(['A', '-', '_', '%00', '%0A', '%', '.evil', '@evil.example', '.'.repeat(9), 'ä'])(
  'a link with %s behind it opens nothing',
  async (behind) => {
    const { status, calls } = await ask(`/i/${token}${behind}`);
    expect([status, calls]).toEqual([404, []]);
    expect((await ask(`/i/${token}.`, form(typed))).status).toBe(404);
  },
);

test('an answer of the database that is no invitation is refused with the name of its field', async () => {
  const opened = { ...view, dog: { ...view.dog, size: 'huge' } } as unknown as InvitationView;
  await expect(ask(`/i/${token}`, {}, { opened })).rejects.toThrow('open_invitation.dog.size is not one of small');
  const outcome = { refused: 'asleep' } as unknown as AnswerOutcome;
  await expect(ask(`/i/${token}`, form(typed), { outcome })).rejects.toThrow('answer_invitation.refused is not one of');
});

test.each(['12000-01-01', '0044-03-15 BC'])(
  'a last day for answers in a year beyond the calendar, %s, has a page',
  async (day) => {
    const opened = { ...view, answerUntil: day } as InvitationView;
    expect((await ask(`/i/${token}`, {}, { opened })).status).toBe(200);
    expect((await ask(`/i/${token}/party.ics`, {}, { opened })).status).toBe(200);
  },
);
