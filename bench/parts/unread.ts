import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { wireRequest } from '../load/generator.ts';
import type { WireRequest } from '../load/http-load.ts';
import { printTarget, printTitle, times } from '../report.ts';
import { summarise } from '../rounds.ts';
import { dogsEach, headersOf, type Owner, type Product, startProduct } from '../sides.ts';
import { makeCalendar } from './calendar.ts';
import { listRequests } from './list.ts';
import { watchMemory } from './memory.ts';

const listConnections = 4;
const lead = 1000;
const quietTime = 10_000;
const beside = 60_000;
const mostMegabytes = 400;

/** A client that sends all its requests over each of its connections, and reads nothing. */
type Attack = { readonly requests: readonly WireRequest[]; readonly connections: number };

/** Keeps the connections of the attacks open, and reopens each that the server closes. */
function attack(url: string, attacks: readonly Attack[]): Disposable {
  const { port } = new URL(url);
  const sockets = new Set<Socket>();
  let isOver = false;
  const open = (requests: readonly WireRequest[]) => {
    if (isOver) return;
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    socket.pause();
    socket.write(requests.join(''));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      setTimeout(() => open(requests), 100);
    });
    sockets.add(socket);
  };
  for (const { requests, connections } of attacks) {
    for (let index = 0; index < connections; index += 1) open(requests);
  }
  return {
    [Symbol.dispose]() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Measures everybody's lists, and the server's memory, for a minute beside clients that read nothing. */
async function measureBeside(
  { generator }: Bench,
  title: string,
  prepare: (side: Product, attacker: Owner) => Promise<readonly Attack[]>,
): Promise<void> {
  await using cleanups = new AsyncDisposableStack();
  const side = await startProduct(cleanups);
  const [attacker, second, ...others] = side.owners;
  if (!second) throw new Error('there is only one owner');
  const attacks = await prepare(side, attacker);
  const requests = listRequests({ ...side, owners: [second, ...others] });
  const list = { url: side.url, requests, connections: listConnections, status: 200 };
  const quiet = summarise('list alone', [await generator.run({ ...list, milliseconds: quietTime })]);
  const memory = await watchMemory(side.pid);
  let busy: typeof quiet;
  {
    using _ = attack(side.url, attacks);
    await wait(lead);
    busy = summarise('list beside it', [await generator.run({ ...list, milliseconds: beside })]);
  }
  const most = memory.end();
  printTitle(`${title}, for ${beside / 1000} s beside the list of 20 dogs, ${listConnections} connections`);
  for (const { name, perSecond, p99 } of [quiet, busy]) {
    console.log(`  ${name.padEnd(26)} ${perSecond.toFixed(0)}/s   p99 ${p99.toFixed(1)} ms`);
  }
  printTarget('p99 at most 3.00 × its p99 alone', busy.p99 <= 3 * quiet.p99, times(busy.p99 / quiet.p99));
  printTarget(`under ${mostMegabytes} MB`, most < mostMegabytes, `${most.toFixed(0)} MB`);
}

/** Fills the attacker's account up to its limits: 2,000 dogs, and 10,000 parties with long descriptions. */
async function fillAccount({ sql }: Product, { id }: Owner): Promise<void> {
  await sql.unsafe(`
    with dogs as (
      insert into public.dogs (user_id, name, size, birth_date)
      select '${id}', 'Dog ' || number, 'giant', '2020-02-29' from generate_series(1, ${2000 - dogsEach}) as number
      returning id
    )
    insert into public.birthday_celebrations (user_id, dog_id, title, description, celebration_date)
    select '${id}', id, 'Party ' || number, repeat('Cake and balls. ', 120), current_date + number
    from (select id from dogs limit 50) as dogs, generate_series(1, 200) as number`);
}

/** Measures one client that asks for 550 calendars of 2,000 dogs over one connection. */
export function measureUnreadCalendars(bench: Bench): Promise<void> {
  return measureBeside(bench, '550 calendars over one connection that reads nothing', async (side, attacker) => {
    await fillAccount(side, attacker);
    const paths: string[] = [];
    for (let feed = 0; feed < 10; feed += 1) paths.push(await makeCalendar(side, attacker));
    const requests = paths.map((path) => wireRequest({ url: side.url, path }));
    const all = Array.from({ length: 550 }, (_, index) => requests[index % requests.length] ?? '');
    return [
      { requests: all, connections: 1 },
      ...requests.map((request) => ({ requests: [request], connections: 15 })),
    ];
  });
}

/** Measures one account that asks for 40 lists of 10,000 parties over one connection, and for one over each of 40. */
export function measureUnreadLists(bench: Bench): Promise<void> {
  return measureBeside(bench, '80 lists of 10,000 parties that nobody reads', async (side, attacker) => {
    await fillAccount(side, attacker);
    const path = `/rest/v1/birthday_celebrations?select=*&user_id=eq.${attacker.id}`;
    const request = wireRequest({ url: side.url, path, headers: headersOf(attacker, side.key) });
    return [
      { requests: Array.from({ length: 40 }, () => request), connections: 1 },
      { requests: [request], connections: 40 },
    ];
  });
}
