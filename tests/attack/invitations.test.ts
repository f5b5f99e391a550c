import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { someAnswer } from '../support/invitation-links.ts';
import { newOwner } from '../support/owners.ts';
import { startForFile } from '../support/shared-backend.ts';
import { ask, askSafely } from './raw-requests.ts';
import { belongings, newVictim } from './world.ts';

const backend = await startForFile();
const [victim, stranger] = await Promise.all([newVictim(backend), newOwner(backend)]);

const everything = async () => [
  await belongings(victim, backend),
  await backend.sql`select * from private.invitation_links order by token_hash`,
  await backend.sql`select * from private.guest_tokens order by token_hash`,
];
const before = await everything();
afterEach(async () => expect(await everything()).toEqual(before));

/** Callers, and what no answer to them may contain. The holder of a link reads the host's own words. */
async function call(name: string, body: unknown, by: 'nobody' | 'a stranger' = 'nobody', marks = victim.marks) {
  const authorization = by === 'nobody' ? undefined : { authorization: `Bearer ${stranger.accessToken}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const question = { method: 'POST', path: `/rest/v1/rpc/${name}`, headers, body: JSON.stringify(body) };
  return askSafely(backend.url, question, marks);
}

async function guesses(): Promise<unknown[]> {
  const { link, guest } = victim.tokens;
  const [kept] = await backend.sql`
    select translate(encode(token_hash, 'base64'), '+/=', '-_') as text, '\\x' || encode(token_hash, 'hex') as hex
    from private.invitation_links join public.party_invitations as invitation on invitation.id = invitation_id
    where user_id = ${victim.id}`;
  return [
    ...['', victim.invitation.id, victim.guest.id, victim.party.id, victim.guest.answer_key, kept?.text, kept?.hex],
    ...[link.slice(1), `${link}A`, ` ${link.slice(1)}`, link.toLowerCase(), link.toUpperCase(), guest.slice(0, 42)],
    ...['A'.repeat(43), '%'.repeat(43), '_'.repeat(43), '\u0001'.repeat(43), `${'A'.repeat(42)}'`, 'a'.repeat(5000)],
    ...["' or true--".padEnd(43, 'a'), null, 1, true, [link], { token: link }, 'constructor'],
  ];
}

test('a guessed, cut, stretched or dressed-up token opens and answers no invitation', async () => {
  for (const token of await guesses()) {
    for (const by of ['nobody', 'a stranger'] as const) {
      const opened = await call('open_invitation', { token }, by);
      expect([opened.status === 200 ? opened.body.toString() : 'null', opened.status >= 500]).toEqual(['null', false]);
      const given = { token, answer_key: victim.guest.answer_key, answer: someAnswer };
      const answered = await call('answer_invitation', given, by);
      const outcome = answered.status === 200 ? JSON.parse(answered.body.toString()) : { refused: 'unknown' };
      expect([outcome, answered.status >= 500]).toEqual([{ refused: 'unknown' }, false]);
      const asked = await call('ask_for_own_link', { token, address: victim.guest.email }, by);
      expect(asked.status < 500 && asked.body.toString()).toMatch(/^$|"code"/);
    }
  }
});

test('the functions take nothing but what they name', async () => {
  const { link } = victim.tokens;
  for (const [name, body] of [
    ['open_invitation', {}],
    ['open_invitation', { id: victim.invitation.id }],
    ['open_invitation', { token: link, at: '2020-01-01' }],
    ['open_invitation', { token: link, user_id: stranger.id }],
    ['open_invitation', [{ token: link }]],
    ['answer_invitation', { token: link }],
    ['answer_invitation', { token: link, answer: someAnswer }],
    ['answer_invitation', { token: link, answer_key: 'x', answer: someAnswer }],
    ['answer_invitation', { token: link, answer_key: randomUUID(), answer: someAnswer, at: '2020-01-01' }],
    ['answer_invitation', { token: link, answer_key: randomUUID(), answer: someAnswer, guest_id: victim.guest.id }],
  ] as const) {
    for (const by of ['nobody', 'a stranger'] as const)
      expect([400, 404]).toContain((await call(name, body, by)).status);
  }
  for (const name of ['view_invitation', 'take_answer', 'mint_guest_token', 'settle_guests', 'read_invitation_token']) {
    expect((await call(name, { token: link }, 'a stranger')).status).toBe(404);
  }
  expect((await call('open_invitation', { token: 'a'.repeat(1_100_000) })).status).toBe(413);
});

test('a GET answers nothing, and a link shows nothing of the guests', async () => {
  const { link, guest } = victim.tokens;
  const given = encodeURIComponent(JSON.stringify(someAnswer));
  for (const token of [link, guest]) {
    const path = `/rest/v1/rpc/answer_invitation?token=${token}&answer_key=${randomUUID()}&answer=${given}`;
    const answer = await ask(backend.url, { method: 'GET', path });
    expect([400, 404, 405]).toContain(answer.status);
  }
  // Anyone with the link may read the host's words: the dog and the party, and nothing else of the pack.
  const words = [victim.dog.name, victim.party.title, victim.party.location, 'Owner-'].map(String);
  const marks = victim.marks.filter((mark) => !words.some((word) => mark.startsWith(word)));
  expect(marks.length).toBeGreaterThan(4);
  for (const by of ['nobody', 'a stranger'] as const) {
    const opened = await call('open_invitation', { token: link }, by, marks);
    expect(JSON.parse(opened.body.toString())).toMatchObject({ guest: null, guests: { people: 1, names: null } });
    for (const id of [victim.id, victim.party.id, victim.guest.id, victim.dog.id, victim.guest.answer_key]) {
      expect(opened.body.toString()).not.toContain(id);
    }
  }
});

test('an answer holds what it says and no more', async () => {
  const { link, guest } = victim.tokens;
  for (const forged of [
    { ...someAnswer, waiting_since: null, by_host: true, user_id: stranger.id, name: '' },
    { ...someAnswer, id: victim.guest.id, adults: 1e9 },
    { ...someAnswer, invitation_id: victim.invitation.id, answer: 'yes; drop table dogs' },
    { ...someAnswer, dogs: [{ name: 'Bo', size: 'small', __proto__: null, owner: victim.id }] },
    { ...someAnswer, dogs: 'x'.repeat(30_000) },
    { ...someAnswer, email: `${'a'.repeat(30_000)}@wagday.dev` },
    { ...someAnswer, email: 'a@wagday.dev\nBcc: b@wagday.dev' },
    { ...someAnswer, brings: [[['Cake']]] },
    Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`key${index}`, index])),
    [someAnswer],
    'x'.repeat(50_000),
    null,
  ]) {
    for (const token of [link, guest]) {
      const { status, body } = await call('answer_invitation', { token, answer_key: randomUUID(), answer: forged });
      expect([status, JSON.parse(body.toString())]).toMatchObject([200, { refused: 'invalid' }]);
    }
  }
});

test('strangers and nobody at all bring no party of the victim back, and write no reason @10.221', async () => {
  const outcomes: unknown[] = [];
  for (const by of ['nobody', 'a stranger'] as const) {
    const back = await call('bring_party_back', { party_id: victim.party.id }, by);
    outcomes.push([by, back.status, by === 'nobody' || JSON.parse(back.body.toString())]);
    for (const body of [{ party_id: victim.party.id, user_id: victim.id }, { party_id: null }, { party_id: 'x' }, {}])
      expect([200, 400, 401, 404]).toContain((await call('bring_party_back', body, by)).status);
  }
  expect(outcomes).toEqual([
    ['nobody', 401, true],
    ['a stranger', 200, false],
  ]);
});

test('strangers and nobody at all neither make, revoke nor lengthen a link of the victim, nor write to the guests', async () => {
  for (const by of ['nobody', 'a stranger'] as const) {
    const made = await call('make_invitation_link', { party_id: victim.party.id }, by);
    expect(made.status).toBe(by === 'nobody' ? 401 : 409);
    const own = await call('make_guest_link', { guest_id: victim.guest.id }, by);
    expect([own.status, own.status === 200 && JSON.parse(own.body.toString())]).toEqual(
      by === 'nobody' ? [401, false] : [200, null],
    );
    const mailed = await call('mail_guest_link', { guest_id: victim.guest.id }, by);
    expect([mailed.status, mailed.body.toString().trim()]).toEqual(
      by === 'nobody' ? [401, expect.stringContaining('42501')] : [200, 'false'],
    );
    const mails = await call('mails_to_guests', { invitation_id: victim.invitation.id }, by);
    expect([mails.status, mails.status === 200 && JSON.parse(mails.body.toString())]).toEqual(
      by === 'nobody' ? [401, false] : [200, null],
    );
    const written = await call('send_word_to_guests', { invitation_id: victim.invitation.id, words: 'Boo' }, by);
    expect(written.status).toBe(by === 'nobody' ? 401 : 409);
    const revoked = await call('revoke_invitation_links', { invitation_id: victim.invitation.id }, by);
    expect(revoked.status).toBe(by === 'nobody' ? 401 : 204);
    for (const body of [{ party_id: victim.party.id, user_id: victim.id }, { party_id: null }, { party_id: 'x' }, {}]) {
      expect([400, 401, 404, 409]).toContain((await call('make_invitation_link', body, by)).status);
    }
  }
});
