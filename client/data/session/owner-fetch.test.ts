import { expect, test } from 'vitest';
import { answerRequests } from '../../testing/pretend-network.ts';
import { session, storeSession } from '../../testing/pretend-session.ts';
import { asOwner } from './owner-fetch.ts';

const photo = '/storage/v1/object/dog-photos/1/2.webp';
const expired = String.raw`"\"exp\" claim timestamp check failed"`;

function refusal(status: number, body: string) {
  return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
}

/** Sends a request as the owner. Returns the tokens that were sent, and how often a new one was requested. */
async function send(answer: () => Response) {
  storeSession();
  const tokens: unknown[] = [];
  const requests = answerRequests(({ path }) =>
    path.includes('/token')
      ? Response.json({ ...session, access_token: 'a new one', refresh_token: 'next' })
      : answer(),
  );
  const fetchAnswer: typeof fetch = (input, init) => {
    tokens.push(new Headers(init?.headers).get('Authorization'));
    return fetch(input, init);
  };
  const headers = { Authorization: `Bearer ${session.access_token}` };
  const response = await asOwner(fetchAnswer)(photo, { method: 'POST', headers });
  return { status: response.status, tokens, refreshes: requests.filter(({ path }) => path.includes('/token')).length };
}

test.for([
  ['401 of the tables', 401, '{"code":"PGRST303","message":"JWT expired"}'],
  ['403 of the photos', 403, '{"statusCode":"403","error":"Unauthorized","message":"jwt expired"}'],
  ['400 of hosted photos', 400, '{"statusCode":"400","error":"jwt expired","message":"jwt expired"}'],
  ['400 for 403 of hosted photos', 400, `{"statusCode":"403","error":"Unauthorized","message":${expired}}`],
  ['400 for another key', 400, '{"statusCode":"403","error":"Unauthorized","message":"signature verification failed"}'],
] as const)(
  'A token that is refused with %s is refreshed, and the request sent once more.',
  async ([, status, body]) => {
    let refusals = 0;
    const answer = () => {
      refusals += 1;
      return refusals === 1 ? refusal(status, body) : Response.json({});
    };
    expect(await send(answer)).toEqual({
      status: 200,
      tokens: [`Bearer ${session.access_token}`, 'Bearer a new one'],
      refreshes: 1,
    });
  },
);

test.for([
  ['a row rule of the tables', 403, '{"code":"42501","message":"new row violates row-level security policy"}'],
  ['a row rule', 400, '{"statusCode":"403","error":"Unauthorized","message":"violates row-level security policy"}'],
  ['a row whose words name a token', 400, '{"code":"23514","message":"Failing row contains (jwt)"}'],
  ['a photo that is there already', 400, '{"statusCode":"409","error":"Duplicate","message":"jwt already exists"}'],
] as const)('A request that is refused by %s is sent once, and its token stays.', async ([, status, body]) => {
  expect(await send(() => refusal(status, body))).toEqual({
    status,
    tokens: [`Bearer ${session.access_token}`],
    refreshes: 0,
  });
});

test('Once the owner has signed out, neither rows nor files are sent.', async () => {
  localStorage.clear();
  const requests = answerRequests(() => Response.json({}));
  const sent = [
    await asOwner(fetch)('/rest/v1/dogs', { method: 'POST', body: '{}' }),
    await asOwner(fetch)(photo, { method: 'POST', body: new FormData() }),
  ];
  expect(sent.map(({ status }) => status)).toEqual([401, 401]);
  expect(requests).toEqual([]);
});
