/** Tests clients that ask for much and read nothing, against a real server. The server's own log counts the work begun for them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { calendarFeed } from '../../addresses/addresses.ts';
import { addDog, dogRow, makeFeed, newOwner, partyRow } from '../support/owners.ts';
import { startServer } from '../support/start-server.ts';
import { untilClosed } from '../support/waiting.ts';

const server = await startServer({ env: { LOG_LEVEL: 'debug' } });
afterAll(server.stop);
const backend = { url: server.url, key: 'wagday' };
const attacker = await newOwner(backend);
const bystander = await newOwner(backend);
await addDog(bystander, { name: 'Bystander' });
// As many dogs as an account may have, and a calendar of them.
const { client, id } = attacker;
const dogs = Array.from({ length: 2000 }, (_, index) => dogRow(id, { name: `Dog ${index}`, size: 'giant' }));
for (const half of [dogs.slice(0, 1000), dogs.slice(1000)]) await client.from('dogs').insert(half).throwOnError();
const dog = await client.from('dogs').select('id').limit(1).single().throwOnError();
const parties = Array.from({ length: 180 }, () => partyRow(id, dog.data.id, { description: 'Cake. '.repeat(300) }));
await client.from('birthday_celebrations').insert(parties).throwOnError();
const calendar = calendarFeed(await makeFeed(attacker));

/** Sends requests over one connection, and reads nothing until it closes. */
async function send(text: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(text);
  onTestFinished(() => void socket.destroy());
  return socket;
}

const request = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

/** Returns how the requests of a route have ended, according to the server's log. */
function endedAt(route: string): { status: number; cut_off?: true }[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter((line) => line.event === 'request' && line.route === route);
}

test.each(['calendars', 'lists'])('hundreds of %s that are asked for over one connection are one', async (what) => {
  const [route, text] =
    what === 'calendars'
      ? ['/calendar/:file', request(calendar)]
      : [
          '/rest/v1/:table',
          request('/rest/v1/birthday_celebrations', `Authorization: Bearer ${attacker.accessToken}\r\n`),
        ];
  const before = endedAt(route).length;
  const socket = await send(text.repeat(200));
  socket.resume();
  await untilClosed(socket);
  await expect.poll(() => endedAt(route).length).toBe(before + 1);
});

test('beside many connections that read no calendar, everybody reads their list, and the calendar is read once more after', async () => {
  const sockets = await Promise.all(Array.from({ length: 60 }, () => send(request(calendar).repeat(3))));
  const { data } = await bystander.client.from('dogs').select('name').throwOnError();
  expect(data).toEqual([{ name: 'Bystander' }]);
  for (const socket of sockets) socket.destroy();
  // Waiting requests are not answered once their client is gone.
  const answer = await fetch(server.url + calendar);
  expect([answer.status, (await answer.text()).endsWith('END:VCALENDAR\r\n')]).toEqual([200, true]);
});
