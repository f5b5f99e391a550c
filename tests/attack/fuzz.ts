/**
 * A small generative fuzzer over the whole HTTP surface. A seed determines its requests. They hold placeholders such as {dog} for what
 * differs between two servers, so any of them can be repeated.
 */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import fc from 'fast-check';
import { confirmReminders, invitationFile, invitationPage, services, unsubscribe } from '../../addresses/addresses.ts';
import { functions } from '../../functions/functions.ts';
import { someAnswer } from '../support/invitation-links.ts';
import { addDog, newOwner, type Owner, planParty } from '../support/owners.ts';
import { ask, problemOf, type Question } from './raw-requests.ts';
import { invite, type Victim } from './world.ts';

/** The values of the placeholders. */
export type Roles = {
  readonly victim: Victim;
  readonly attacker: Owner;
  readonly attackersDog: string;
  /** An owner whose session and account the attacks may end. */
  readonly leaver: Owner;
  /** Tokens of an invitation that only these requests attack: that of its link, and a guest's own. */
  readonly tokens: { readonly link: string; readonly guest: string };
};

export type FuzzRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64 if it is not text. */
  readonly body: { readonly text: string } | { readonly base64: string } | null;
};

export async function castRoles(backend: { url: string; key: string }, victim: Victim): Promise<Roles> {
  const attacker = await newOwner(backend);
  const { id } = await addDog(attacker);
  const host = await newOwner(backend);
  const party = await planParty(host, (await addDog(host)).id);
  const { tokens } = await invite(backend, host, party.id, { name: 'Grace' });
  return { victim, attacker, attackersDog: id, leaver: await newOwner(backend), tokens };
}

const nastyTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  '99999999999999999999',
  'null',
  'true',
  'NaN',
  'infinity',
  '-infinity',
  '2020-02-30',
  '0000-00-00',
  '294277-01-01',
  '4714-11-24 BC',
  '10000-01-01',
  '00000000-0000-0000-0000-000000000000',
  '{victim}',
  '{dog}',
  '{attackersDog}',
  "'",
  '"',
  '\\',
  '\0',
  '\r\n',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e',
  'ﬀ',
  'é',
  'e\u0301',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '<script>',
  '../',
  '..%2f',
  '%',
  '%00',
  '%zz',
  '*',
  '(',
  ')',
  '()',
  '{}',
  '[]',
  ',',
  '.',
  'a.b',
  'x'.repeat(300),
  'é'.repeat(61),
  '💩',
  'dogs',
  'user_id',
  'public',
] as const;

/** One of several choices, that many times as likely as one with a weight of 1. */
const odds = <Chosen>(weight: number, arbitrary: fc.Arbitrary<Chosen>) => ({ weight, arbitrary });

const text = fc.oneof(
  odds(5, fc.constantFrom(...nastyTexts)),
  odds(2, fc.string({ maxLength: 30 })),
  odds(2, fc.string({ unit: 'binary', maxLength: 30 })),
);

/** A table as the fuzzer knows it: its columns, a row that is accepted, and a filter that matches something. */
type Table = { readonly path: string; readonly columns: readonly string[]; readonly row: object };

const tables: readonly Table[] = [
  {
    path: '/rest/v1/dogs',
    columns: [
      'id',
      'user_id',
      'name',
      'size',
      'birth_date',
      'photo_url',
      'photo_x',
      'photo_y',
      'breed',
      'notes',
      'created_at',
      'version',
      'updated_at',
    ],
    row: { user_id: '{attacker}', name: 'Rex', size: 'small', birth_date: '2020-02-29' },
  },
  {
    path: '/rest/v1/birthday_celebrations',
    columns: [
      'id',
      'user_id',
      'dog_id',
      'title',
      'description',
      'celebration_date',
      'location',
      'invitation_image_url',
      'memory_photo_url',
      'shared_platforms',
      'created_at',
      'version',
      'updated_at',
    ],
    row: { user_id: '{attacker}', dog_id: '{attackersDog}', title: 'Party', celebration_date: '2030-01-01' },
  },
  {
    path: '/rest/v1/portraits',
    columns: [
      'id',
      'user_id',
      'dog_id',
      'day',
      'kind',
      'photo_url',
      'photo_x',
      'photo_y',
      'line',
      'created_at',
      'version',
    ],
    row: { user_id: '{attacker}', dog_id: '{attackersDog}', day: '2026-02-28', kind: 'birthday' },
  },
  {
    path: '/rest/v1/party_invitations',
    columns: [
      'id',
      'user_id',
      'party_id',
      'place_for',
      'guest_list',
      'most_people',
      'answer_until',
      'bring_list',
      'told',
    ],
    row: { message: 'Hello', most_people: 5, bring_list: ['Cake'] },
  },
  {
    path: '/rest/v1/party_guests',
    columns: ['id', 'user_id', 'invitation_id', 'name', 'answer', 'adults', 'dogs', 'brings', 'email', 'waiting_since'],
    row: { user_id: '{attacker}', invitation_id: '{dog}', name: 'Ann', answer: 'yes', adults: 1 },
  },
];

const scalar = fc.oneof(
  text,
  fc.constantFrom(null, true, false, 0, -0, 1, -1, 1.5, 1e21, 2 ** 53, -(2 ** 63), Number.MAX_VALUE, 5e-324),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const value = fc.oneof(
  odds(6, scalar),
  odds(1, fc.array(scalar, { maxLength: 4 })),
  odds(1, fc.jsonValue({ maxDepth: 4 })),
);

/** Returns a nearly valid row, so that it gets past the first checks. */
function rowOf({ row }: Table, column: fc.Arbitrary<string>): fc.Arbitrary<object> {
  return fc
    .tuple(fc.constantFrom(row, row, {}), fc.dictionary(column, value, { maxKeys: 2 }))
    .map(([good, changes]) => ({ ...good, ...changes }));
}

function json(content: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const whole = content.map((some) => JSON.stringify(some) ?? 'null');
  return fc.oneof(
    odds(24, whole),
    odds(
      1,
      whole.map((some) => some.slice(0, some.length / 2)),
    ),
    odds(
      1,
      whole.map((some) => some.replace('{', '{"__proto__":{"role":"service_role"},')),
    ),
    odds(
      1,
      whole.map((some) => some.replace('{', '{"name":"first","name":')),
    ),
    odds(
      1,
      whole.map((some) => `[${some},${some}]`),
    ),
    odds(
      1,
      whole.map((some) => `\ufeff${some}`),
    ),
    odds(
      1,
      whole.map((some) => some.replace(/"[^"]*"(?=[,}])/, '1e400')),
    ),
    odds(
      1,
      whole.map((some) => some.replace(/"[^"]*"(?=[,}])/, '"\\u0000\\ud83d"')),
    ),
    odds(
      1,
      fc
        .tuple(fc.constantFrom('[', '{"data":', '{"name":'), fc.constantFrom(50, 5000, 9000))
        .map(([open, depth]) => `${open.repeat(depth)}1${(open === '[' ? ']' : '}').repeat(depth)}`),
    ),
    odds(1, text),
  );
}

/** Encodes a text for an address: escapes what must be escaped, and sometimes the rest too. */
function written(part: string): string {
  return encodeURIComponent(part.toWellFormed()).replaceAll('%7B', '{').replaceAll('%7D', '}');
}

const operator = fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'is', 'like', 'not.eq', 'fts', 'cs', '');
const list = (item: fc.Arbitrary<string>) => fc.array(item, { maxLength: 4 }).map((items) => items.join(','));

function queryOf(column: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const direction = fc.constantFrom('', '.asc', '.desc.nullslast', '.x');
  const test = fc.constantFrom('null', 'not_null', 'true', 'unknown', 'x');
  const parameter = fc.oneof(
    fc.constantFrom(['user_id', 'eq.{attacker}'], ['user_id', 'eq.{victim}'], ['id', 'eq.{dog}'], ['id', 'in.({dog})']),
    fc.tuple(column, operator, text).map(([name, how, what]) => [name, `${how}.${what}`]),
    fc.tuple(column, list(text)).map(([name, items]) => [name, `in.(${items})`]),
    fc.tuple(column, test).map(([name, what]) => [name, `is.${what}`]),
    list(column).map((items) => ['select', items]),
    list(fc.tuple(column, direction).map((parts) => parts.join(''))).map((items) => ['order', items]),
    fc.tuple(fc.constantFrom('limit', 'offset'), fc.oneof(fc.nat({ max: 20 }).map(String), text)),
    fc.tuple(fc.constantFrom('columns', 'on_conflict'), list(column)),
    fc.tuple(fc.constantFrom('or', 'and', 'grant_type', 'scope', 'type', 'token', 'redirect_to'), text),
  );
  return fc.oneof(odds(2, fc.constant([])), odds(5, fc.array(parameter, { maxLength: 3 }))).map((parameters) => {
    const parts = parameters.map(([name = '', what = '']) => `${written(name)}=${written(what)}`);
    return parts.length === 0 ? '' : `?${parts.join('&')}`;
  });
}

const joined = (parts: readonly string[]) => parts.join('');

const segment = text.map(written);
const photo = fc.oneof(
  fc.constantFrom('{photo}', '{attacker}/1.png', '{attacker}/2.jpg', '{victim}/1.png', '{attacker}/../{photo}'),
  fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
  fc.tuple(segment, fc.constantFrom('.png', '.webp', '.svg', '')).map(([name, end]) => `{attacker}/${name}${end}`),
);
const bucket = fc.oneof(odds(6, fc.constantFrom('dog-photos', 'invitation-previews')), odds(1, segment));

const oddRestPath = fc.oneof(
  fc.constantFrom(
    '/rest/v1/rpc/open_invitation',
    '/rest/v1/rpc/make_invitation_link',
    '/rest/v1/rpc/bring_party_back',
    '/rest/v1/rpc/is_invitation_gone',
    '/rest/v1/rpc/make_guest_link',
    '/rest/v1/rpc/mail_guest_link',
    '/rest/v1/rpc/mails_to_guests',
    '/rest/v1/rpc/send_word_to_guests',
    '/rest/v1/rpc/ask_for_own_link',
    '/rest/v1/rpc/revoke_invitation_links',
    '/rest/v1/rpc/delete_own_account',
    '/rest/v1/rpc/end_own_session',
    '/rest/v1/rpc/claim_due_guest_mails',
    '/rest/v1/rpc/record_guest_mails',
    '/rest/v1/rpc/claim_guest_farewells',
    '/rest/v1/rpc/release_guest_mails',
    '/rest/v1/rpc/stop_guest_mails',
    '/rest/v1/rpc/purge_invitations',
    '/rest/v1/rpc/list_unused_files',
    '/rest/v1/',
    '/rest/v1/rpc/check_dog_birth_date',
  ),
  segment.map((name) => `/rest/v1/${name}`),
  segment.map((name) => `/rest/v1/rpc/${name}`),
);
const authPath = fc
  .oneof(
    odds(
      8,
      fc.constantFrom(
        'token?grant_type=password',
        'token?grant_type=refresh_token',
        'signup',
        'recover',
        'verify',
        'user',
        'logout',
        'logout?scope=others',
        'settings',
        'health',
        '.well-known/jwks.json',
      ),
    ),
    odds(1, segment),
  )
  .map((end) => `/auth/v1/${end}`);
const storagePath = fc.oneof(
  fc.tuple(bucket, photo).map(([place, name]) => `/storage/v1/object/${place}/${name}`),
  fc.tuple(bucket, photo).map(([place, name]) => `/storage/v1/object/public/${place}/${name}`),
  bucket.map((place) => `/storage/v1/object/list/${place}`),
  bucket.map((place) => `/storage/v1/object/${place}`),
  segment.map((name) => `/storage/v1/${name}`),
);
const webPath = fc.oneof(
  fc.constantFrom(
    '/',
    '/auth',
    '/auth?token_hash=x&type=recovery',
    '/index.html',
    '/assets/',
    '/robots.txt',
    '/functions/v1/x',
  ),
  fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
);

const invitationToken = fc.oneof(
  odds(6, fc.constantFrom('{link}', '{ownLink}')),
  odds(1, segment),
  odds(1, fc.constantFrom('A'.repeat(43), '{link}A', '{link}%00', '{link}/', '%2e%2e/{link}')),
);
/** The page of an invitation, its calendar file, and both at their addresses on hosted Supabase. */
const invitationPath = fc.tuple(invitationToken, fc.boolean(), fc.boolean()).map(([token, isFile, isHosted]) => {
  const path = isFile ? invitationFile(token) : invitationPage(token);
  return isHosted ? path.replace(invitationPage(''), `${services.functions}/invitation/`) : path;
});
/** The functions without a session, by name and by the addresses in mails. */
const functionPath = fc
  .tuple(
    fc.constantFrom(
      unsubscribe,
      confirmReminders,
      ...[...functions.keys()].map((name) => `${services.functions}/${name}`),
    ),
    fc.oneof(
      fc.constant(''),
      segment.map((token) => `/${token}`),
    ),
  )
  .map(joined);

const credentials = fc.record({
  email: fc.oneof(fc.constantFrom<unknown>('{victimEmail}', '{attackerEmail}', 'nobody@wagday.dev'), value),
  password: fc.oneof(fc.constantFrom<unknown>('sausages-4-never', '{attackerPassword}'), value),
  data: fc.oneof(fc.constant<unknown>({ name: 'Ann' }), value),
  refresh_token: fc.oneof(fc.constantFrom<unknown>('{leaverRefresh}', 'x'), value),
  token_hash: value,
  type: fc.oneof(fc.constant<unknown>('recovery'), value),
});
const partOf = credentials.chain((whole) =>
  fc
    .subarray(Object.keys(whole))
    .map((keys) => Object.fromEntries(Object.entries(whole).filter(([key]) => keys.includes(key)))),
);
const listing = fc.record(
  {
    prefix: fc.oneof(fc.constantFrom<unknown>('{victim}', '{attacker}', ''), value),
    search: value,
    limit: value,
    offset: value,
    sortBy: fc.oneof(
      value,
      fc.record({ column: fc.oneof(fc.constantFrom<unknown>('name', 'created_at'), value), order: value }),
    ),
    prefixes: fc.oneof(fc.array(fc.oneof(fc.constantFrom<unknown>('{photo}', '{attacker}/1.png'), value)), value),
  },
  { requiredKeys: [] },
);

/** Returns a nearly valid answer to an invitation. */
const guestAnswer = fc.record({
  token: fc.oneof(odds(6, fc.constantFrom<unknown>('{link}', '{ownLink}')), value),
  answer_key: fc.oneof(odds(6, fc.uuid() as fc.Arbitrary<unknown>), value),
  answer: fc
    .tuple(
      fc.constantFrom('yes', 'maybe', 'no'),
      fc.dictionary(
        fc.constantFrom('name', 'answer', 'adults', 'children', 'dogs', 'allergies', 'note', 'email', 'brings'),
        fc.oneof(value, fc.array(fc.record({ name: value, size: value }), { maxLength: 3 })),
        { maxKeys: 2 },
      ),
    )
    .map(([answer, changes]) => ({ ...someAnswer, answer, ...changes })),
});

/** Returns nearly the form of an invitation's page: a field may appear twice or be replaced. */
const guestForm = fc
  .tuple(
    fc.constantFrom('yes', 'maybe', 'no'),
    fc.array(
      fc.tuple(
        fc.constantFrom(
          'name',
          'answer',
          'adults',
          'children',
          'dogName',
          'dogSize1',
          'allergies',
          'note',
          'email',
          'brings',
        ),
        text,
      ),
      { maxLength: 2 },
    ),
  )
  .map(([answer, changes]) => {
    const fields = [...changes, ['name', 'Ann'], ['answer', answer], ['adults', '1'], ['children', '0']];
    return fields.map(([name = '', what = '']) => `${name}=${written(what)}`).join('&');
  });

const headerText = fc.oneof(
  text.map((some) => some.replace(/[^\x20-\x7e]/g, '')),
  fc.string({ maxLength: 20 }).map((some) => some.replace(/[^\x20-\x7e]/g, '')),
);
const header = fc.oneof(
  fc.constantFrom(
    ['prefer', 'return=representation'],
    ['prefer', 'return=representation,resolution=merge-duplicates'],
    ['prefer', 'resolution=ignore-duplicates'],
    ['prefer', 'count=exact'],
    ['prefer', 'missing=default'],
    ['accept', 'application/vnd.pgrst.object+json'],
    ['accept', 'text/html'],
    ['range', '0-1'],
    ['range', 'bytes=0-10'],
    ['range', 'bytes=-5,1-2'],
    ['x-supabase-api-version', '2024-01-01'],
    ['x-upsert', 'true'],
    ['content-profile', 'auth'],
    ['accept-profile', 'storage'],
    ['if-none-match', '*'],
    ['accept-encoding', 'br;q=0.5, gzip;q=x, *;q=0'],
  ),
  fc.tuple(
    fc.constantFrom(
      'prefer',
      'accept',
      'range',
      'content-type',
      'apikey',
      'x-forwarded-proto',
      'if-range',
      'origin',
      'host',
    ),
    headerText,
  ),
);

/** The Authorization header. Requests may end only the session and account of the leaver, or nobody would be left to attack. */
const bearer = fc.oneof(
  odds(12, fc.constant('Bearer {attackerToken}')),
  odds(2, fc.constant('')),
  odds(1, fc.constantFrom('Bearer {leaverToken}', 'Bearer key', 'bearer  x', 'Basic x', 'Bearer eyJ.eyJ.x')),
  odds(1, headerText),
);
const fatal = /logout|delete_own_account|\/user/;

const pictureStarts = [
  '89504e470d0a1a0a',
  'ffd8ffe0',
  '524946460000000057454250',
  '3c737667',
  '',
  '474946383961',
  '504b0304',
];
const bytes = fc
  .tuple(fc.constantFrom(...pictureStarts), fc.uint8Array({ maxLength: 200 }))
  .map(([start, rest]) => ({ base64: Buffer.concat([Buffer.from(start, 'hex'), rest]).toString('base64') }));
const form = fc.tuple(bytes, text, text).map(([{ base64 }, name, file]) => {
  const head = `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: image/png\r\n\r\n`;
  const parts = [Buffer.from(head), Buffer.from(base64, 'base64'), Buffer.from('\r\n--b--\r\n')];
  return { base64: Buffer.concat(parts).toString('base64') };
});

function request(
  methods: readonly string[],
  path: fc.Arbitrary<string>,
  body: fc.Arbitrary<FuzzRequest['body']>,
  contentType: fc.Arbitrary<string>,
): fc.Arbitrary<FuzzRequest> {
  const anyMethod = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'M-SEARCH',
  );
  const method = fc.oneof(odds(8, fc.constantFrom(...methods)), odds(1, anyMethod));
  return fc
    .tuple(method, path, body, contentType, bearer, fc.array(header, { maxLength: 3 }))
    .map(([how, where, what, type, who, more]) => {
      const authorization = fatal.test(where) ? who.replace('{attackerToken}', '{leaverToken}') : who;
      const headers = { ...(authorization && { authorization }), 'content-type': type, ...Object.fromEntries(more) };
      return { method: how, path: where, headers, body: how === 'GET' || how === 'HEAD' ? null : what };
    });
}

const plain = fc.constant('application/json');
const inText = (content: fc.Arbitrary<string>) => content.map((some) => ({ text: some }));

/** Builds requests to the rows of a table; now and then a column is not one of its own. */
function tableRequests(table: Table): fc.Arbitrary<FuzzRequest> {
  const column = fc.oneof(odds(12, fc.constantFrom(...table.columns)), odds(1, text));
  const row = rowOf(table, column);
  return request(
    ['GET', 'POST', 'PATCH', 'DELETE', 'HEAD'],
    fc.tuple(fc.constant(table.path), queryOf(column)).map(joined),
    inText(json(fc.oneof(odds(6, row), fc.array(row, { maxLength: 3 }), value))),
    plain,
  );
}

const anyQuery = queryOf(text);
const mimeType = fc.constantFrom(
  'image/png',
  'image/svg+xml',
  'text/html',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
);
const formType = fc.oneof(
  odds(6, fc.constant('application/x-www-form-urlencoded')),
  odds(1, fc.constantFrom('application/x-www-form-urlencoded; charset=utf-16', 'text/plain')),
);
const requests: fc.Arbitrary<FuzzRequest> = fc.oneof(
  ...tables.map((table) => odds(3, tableRequests(table))),
  odds(1, request(['GET', 'POST'], fc.tuple(oddRestPath, anyQuery).map(joined), inText(json(value)), plain)),
  odds(2, request(['POST'], fc.constant('/rest/v1/rpc/answer_invitation'), inText(json(guestAnswer)), plain)),
  odds(1, request(['GET', 'HEAD'], fc.tuple(invitationPath, anyQuery).map(joined), fc.constant(null), plain)),
  odds(2, request(['POST'], invitationPath, inText(fc.oneof(odds(6, guestForm), odds(1, text))), formType)),
  odds(1, request(['GET', 'POST'], functionPath, inText(json(value)), plain)),
  odds(3, request(['GET', 'POST', 'PUT'], authPath, inText(json(partOf)), plain)),
  odds(2, request(['GET', 'POST', 'DELETE'], storagePath, inText(json(listing)), plain)),
  odds(1, request(['POST', 'PUT'], storagePath, fc.oneof(bytes, form), mimeType)),
  odds(1, request(['GET', 'HEAD'], fc.tuple(webPath, anyQuery).map(joined), fc.constant(null), plain)),
);

/** The same seed gives the same requests. */
export function requestsOf(seed: number, count: number): FuzzRequest[] {
  return fc.sample(requests, { seed, numRuns: count });
}

/** Replaces the placeholders in the request. */
export function questionOf({ method, path, headers, body }: FuzzRequest, roles: Roles): Question {
  const { victim, attacker, attackersDog, leaver, tokens } = roles;
  const names: Record<string, string> = {
    victim: victim.id,
    victimEmail: victim.email,
    dog: victim.dog.id,
    photo: victim.photo,
    attacker: attacker.id,
    attackersDog,
    attackerEmail: attacker.email,
    attackerPassword: attacker.password,
    attackerToken: attacker.accessToken,
    leaverToken: leaver.accessToken,
    leaverRefresh: leaver.refreshToken,
    link: tokens.link,
    ownLink: tokens.guest,
  };
  const filled = (some: string) => some.replace(/\{(\w+)\}/g, (whole, name) => names[name] ?? whole);
  return {
    method,
    path: filled(path),
    headers: Object.fromEntries(Object.entries(headers).map(([name, what]) => [name, filled(what)])),
    body: body === null ? null : 'text' in body ? filled(body.text) : Buffer.from(body.base64, 'base64'),
  };
}

export type Finding = { readonly problem: string; readonly request: FuzzRequest };
export type FuzzReport = {
  /** How many requests got each status. */
  readonly counts: ReadonlyMap<number, number>;
  readonly findings: readonly Finding[];
};

/**
 * Sends the requests, a few at a time, and checks each answer for anything that no answer may contain.
 * @param onSent called after each
 */
export async function fuzz(
  origin: string,
  roles: Roles,
  wanted: readonly FuzzRequest[],
  onSent: (sent: number) => void = () => undefined,
): Promise<FuzzReport> {
  const counts = new Map<number, number>();
  const findings: Finding[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const queue = wanted.values();
  let sent = 0;

  async function work() {
    for (const each of queue) {
      const question = questionOf(each, roles);
      // Behind a trusted proxy every visitor counts separately, so limits do not hide the rest.
      const headers = {
        'x-forwarded-for': `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`,
        ...question.headers,
      };
      try {
        const answer = await ask(origin, { ...question, headers }, { agent });
        counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
        const problem = problemOf(question, answer, roles.victim.marks);
        if (problem) findings.push({ problem, request: each });
      } catch (error) {
        findings.push({ problem: `no answer: ${error instanceof Error ? error.message : error}`, request: each });
      }
      sent += 1;
      onSent(sent);
    }
  }
  await Promise.all(Array.from({ length: 8 }, work));
  agent.destroy();
  return { counts, findings };
}
