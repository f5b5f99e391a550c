import { afterEach, expect, test } from 'vitest';
import { addDog, newOwner } from '../support/owners.ts';
import { startForFile } from '../support/shared-backend.ts';
import { type Answer, askSafely, type Question } from './raw-requests.ts';
import { belongings, newVictim } from './world.ts';

const backend = await startForFile();
const victim = await newVictim(backend);
const attacker = await newOwner(backend);
const leaver = await newOwner(backend);
const dog = await addDog(attacker);
const before = await belongings(victim, backend);
afterEach(async () => {
  expect(await belongings(victim, backend)).toEqual(before);
  // A polluted prototype would show here, because the server runs in this process.
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

async function send(question: Question): Promise<Answer> {
  const mayEnd = /rpc|logout|PUT/.test(`${question.method} ${question.path}`);
  const headers = {
    authorization: `Bearer ${(mayEnd ? leaver : attacker).accessToken}`,
    'content-type': 'application/json',
    ...question.headers,
  };
  return askSafely(backend.url, { ...question, headers }, victim.marks);
}

/** Every route that reads a body, with every method it may be tried with. */
const routes: [method: string, path: string][] = [
  ['POST', '/rest/v1/dogs'],
  ['PATCH', '/rest/v1/dogs?id=eq.DOG'],
  ['POST', '/rest/v1/birthday_celebrations'],
  ['POST', '/rest/v1/dogs?columns=name,user_id'],
  ['POST', '/rest/v1/rpc/delete_own_account'],
  ['POST', '/rest/v1/rpc/list_own_sessions'],
  ['POST', '/rest/v1/rpc/end_own_session'],
  ['POST', '/auth/v1/signup'],
  ['POST', '/auth/v1/token?grant_type=password'],
  ['POST', '/auth/v1/token?grant_type=refresh_token'],
  ['POST', '/auth/v1/recover'],
  ['POST', '/auth/v1/verify'],
  ['PUT', '/auth/v1/user'],
  ['POST', '/storage/v1/object/list/dog-photos'],
  ['DELETE', '/storage/v1/object/dog-photos'],
];

const deep = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

const bodies: [what: string, body: string | Buffer][] = [
  ['nothing', ''],
  ['white space', ' \n\t'],
  ['null', 'null'],
  ['a number', '7'],
  ['a text', '"text"'],
  ['true', 'true'],
  ['an empty list', '[]'],
  ['a list of lists', '[[]]'],
  ['a list of scalars', '[1,"a",null]'],
  ['a mixed list', '[{},1]'],
  ['half an object', '{"name":"Rex"'],
  ['a comma too many', '{"name":"Rex",}'],
  ['single quotes', "{'name':'Rex'}"],
  ['a comment', '{/* */}'],
  ['two objects', '{}{}'],
  ['NaN', '{"name":NaN}'],
  ['a byte order mark', '\ufeff{}'],
  ['UTF-16', Buffer.from('{"name":"Rex"}', 'utf16le')],
  ['broken UTF-8', Buffer.from('7b226e616d65223a22ff fe80c0af22 7d'.replaceAll(' ', ''), 'hex')],
  ['gzip', Buffer.from('1f8b0800000000000003abae050043bfa6a302000000', 'hex')],
  [
    'a null character',
    '{"name":"a\\u0000b","email":"a\\u0000@b.de","prefix":"\\u0000","prefixes":["\\u0000"],"search":"\\u0000"}',
  ],
  [
    'half a surrogate pair',
    '{"name":"\\ud800","email":"\\ud800@b.de","password":"\\ud800aaaaaa","prefix":"\\ud800","search":"\\udfff","prefixes":["\\ud800"]}',
  ],
  ['a key with a null character', '{"\\u0000":1}'],
  ['an empty key', '{"":1}'],
  [
    'prototype keys',
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"prototype":{"polluted":true}}',
  ],
  ['prototype keys as rows', '[{"__proto__":1},{"__proto__":2}]'],
  ['a data prototype', '{"data":{"__proto__":{"polluted":true}},"email":"p@wagday.dev","password":"sausages-4-ever"}'],
  ['a twice named key', '{"user_id":"VICTIM","user_id":"OWN","name":"a","name":"b","email":"a","email":"b"}'],
  ['a key in another case', '{"USER_ID":"VICTIM","Name":"x","EMAIL":"x"}'],
  [
    'numbers out of range',
    '{"name":1e400,"birth_date":-1e400,"size":99999999999999999999999999,"limit":1e400,"offset":-1}',
  ],
  ['a long number', `{"name":${'9'.repeat(20_000)}}`],
  [
    'dates out of range',
    '{"birth_date":"999999-01-01","celebration_date":"-4714-01-01","created_at":"294277-01-01T00:00:00Z"}',
  ],
  ['dates that are none', '{"birth_date":"2023-02-29","celebration_date":"infinity","created_at":"now"}'],
  ['special dates', '{"birth_date":"epoch","celebration_date":"-infinity","created_at":"allballs"}'],
  [
    'objects for texts',
    '{"name":{"a":1},"size":{"$ne":null},"email":{"$gt":""},"password":{"length":99},"refresh_token":{},"token_hash":{},"type":{}}',
  ],
  [
    'lists for texts',
    '{"name":["a"],"email":["a@b.de"],"password":["sausages-4-ever"],"refresh_token":["x"],"prefix":["x"],"search":[]}',
  ],
  ['numbers for texts', '{"name":1,"email":1,"password":123456,"refresh_token":1,"prefix":1,"prefixes":1,"type":1}'],
  [
    'booleans for texts',
    '{"name":true,"email":true,"password":true,"refresh_token":true,"prefix":true,"prefixes":true}',
  ],
  ['texts for lists', '{"shared_platforms":"a","prefixes":"a"}'],
  ['an array literal', '{"shared_platforms":"{{a,b},{c}}"}'],
  ['lists in lists', '{"shared_platforms":[["a"],["b","c"]]}'],
  ['a list of nulls', '{"shared_platforms":[null],"prefixes":[null]}'],
  ['toJSON', '{"toJSON":"x","then":"y","valueOf":1,"toString":1,"length":1,"hasOwnProperty":1}'],
  ['a sort by anything', '{"prefix":"","sortBy":{"column":"(select 1)","order":"; drop"},"limit":"1","offset":{}}'],
  ['fractions', '{"prefix":"","limit":1.5,"offset":0.1}'],
  ['a thousand and one names', JSON.stringify({ prefixes: Array.from({ length: 1001 }, () => 'x') })],
  ['many keys', JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`key${index}`, index])))],
  ['many rows', JSON.stringify(Array.from({ length: 3000 }, () => ({})))],
  [
    'a long text',
    JSON.stringify({ name: 'x'.repeat(60_000), email: `${'x'.repeat(50_000)}@b.de`, password: 'x'.repeat(5000) }),
  ],
  ['many diacritics', JSON.stringify({ name: 'a\u0301'.repeat(5000), email: `${'\u0301'.repeat(500)}@b.de` })],
  ['deep lists', deep('[', ']', 30_000)],
  ['deep objects', deep('{"a":', '}', 9000)],
  ['a deep name', `{"name":${deep('[', ']', 30_000)}}`],
  [
    'a deep column',
    `{"user_id":"OWN","name":"x","size":"small","birth_date":"2020-01-01","notes":${deep('{"a":', '}', 9000)}}`,
  ],
  ['deep metadata', `{"email":"deep@wagday.dev","password":"sausages-4-ever","data":${deep('[', ']', 30_000)}}`],
  [
    'deep metadata objects',
    `{"email":"deep@wagday.dev","password":"sausages-4-ever","data":${deep('{"a":', '}', 9000)}}`,
  ],
  [
    'metadata of many kinds',
    '{"email":"kinds@wagday.dev","password":"sausages-4-ever","data":{"name":{},"a":[1e400,null,{"__proto__":1}]}}',
  ],
];

const filled = (text: string) =>
  text.replaceAll('VICTIM', victim.id).replaceAll('OWN', attacker.id).replaceAll('DOG', dog.id);

test.each(bodies)('%s as a body gets a well-formed answer on every route', async (_, body) => {
  for (const [method, path] of routes) {
    const sent = typeof body === 'string' ? filled(body) : body;
    const { status } = await send({ method, path: filled(path), body: sent });
    if (path.includes('rpc') || path.includes('/user')) continue;
    expect([path, status]).toEqual([path, expect.not.toBeOneOf([100])]);
  }
});

test.each([
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'application/xml',
  'application/json, text/plain',
  'application/vnd.pgrst.object+json',
  'application/octet-stream',
  '*/*',
  ';',
  'x'.repeat(2000),
])('a body of type %s writes nothing to a table', async (type) => {
  const [counted] = await backend.sql`select count(*)::int as count from public.dogs`;
  const body = JSON.stringify({ user_id: attacker.id, name: 'Type', size: 'small', birth_date: '2020-01-01' });
  for (const method of ['POST', 'PATCH']) {
    const { status } = await send({ method, path: '/rest/v1/dogs', headers: { 'content-type': type }, body });
    expect([400, 415]).toContain(status);
  }
  const [after] =
    await backend.sql`select count(*)::int as count, count(*) filter (where name = 'Type')::int as typed from public.dogs`;
  expect(after).toEqual({ count: counted?.count, typed: 0 });
});

test.each(['GET', 'HEAD', 'PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'LINK', 'QUERY'])(
  '%s where it is not meant is refused without an effect',
  async (method) => {
    const paths = [
      ...routes.map(([, path]) => filled(path)),
      '/auth/v1/logout',
      '/auth/v1/settings',
      '/auth/v1/.well-known/jwks.json',
      `/storage/v1/object/dog-photos/${attacker.id}/1.png`,
      `/storage/v1/object/public/dog-photos/${victim.photo}`,
    ];
    for (const path of paths) {
      const isRead = ['GET', 'HEAD'].includes(method);
      const { status } = await send({ method, path, ...(!isRead && method !== 'TRACE' && { body: '{}' }) });
      const isMeant =
        (isRead && /rest\/v1\/(dogs|birth)|settings|jwks|public|user$/.test(path)) ||
        (method === 'PUT' && path.endsWith('/user'));
      if (!isMeant) expect([path, status]).toEqual([path, expect.toBeOneOf([400, 401, 403, 404, 405])]);
    }
  },
);

test('the same rows twice in one upsert, and rows that wait for each other, are no failure of the server', async () => {
  const row = { id: dog.id, user_id: attacker.id, name: 'Twice', size: 'small', birth_date: '2020-01-01' };
  const headers = { prefer: 'resolution=merge-duplicates' };
  const twice = await send({ method: 'POST', path: '/rest/v1/dogs', headers, body: JSON.stringify([row, row]) });
  expect(twice.status).toBe(400);

  const other = await addDog(attacker);
  const [one, two] = [row, { ...row, id: other.id }];
  const crossed = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      send({
        method: 'POST',
        path: '/rest/v1/dogs',
        headers,
        body: JSON.stringify(index % 2 ? [one, two] : [two, one]),
      }),
    ),
  );
  for (const { status } of crossed) expect([200, 201, 409]).toContain(status);
});
