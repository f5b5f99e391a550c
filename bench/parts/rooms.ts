import { request as send } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { proxyNames, startProxy } from '../../tests/support/http-proxies.ts';
import { wireRequest } from '../load/generator.ts';
import { printTarget, printTitle } from '../report.ts';
import { headersOf, type Owner, type Product, signUp, startProduct } from '../sides.ts';
import { makeCalendar } from './calendar.ts';
import { watchMemory } from './memory.ts';
import { makePhoto, uploadPhoto } from './photo.ts';

const newcomers = 100;
const newcomerInterval = 200;
const mostWait = 10_000;
const mostMegabytes = 450;
const lead = 3000;
/** Bytes a second that an attacker reads, and milliseconds between the bytes that it sends. */
const slowRate = 1100;
const slowSending = 15_000;
/** Milliseconds until an attacker opens a connection again that the server has closed. */
const reopening = 5000;
const accounts = 40;

/** Clients at so many addresses that hold what they ask for, over so many connections each. */
type Attack = {
  readonly name: string;
  readonly addresses: number;
  readonly connections: number;
  /** Returns what a connection sends, and whether more bytes follow slowly. */
  readonly text: (index: number) => string;
  readonly isUnfinished?: true;
  readonly port?: number;
  /** What newcomers ask. */
  readonly ask: (index: number) => Question;
};

type Question = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
};

const addressOf = (network: number, index: number) => `127.${network}.${index >> 8}.${1 + (index & 127)}`;

/** Opens the connections of an attack, and reopens each that the server closes. */
function hold({ addresses, connections, text, isUnfinished }: Attack, port: number): Disposable {
  const sockets = new Set<Socket>();
  let isOver = false;
  const open = (index: number) => {
    if (isOver) return;
    const localAddress = addressOf(10, index % addresses);
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    socket.on('error', () => undefined);
    // Paused: it reads only what the timer asks for.
    socket.on('readable', () => undefined);
    socket.write(text(index));
    socket.once('close', () => {
      sockets.delete(socket);
      setTimeout(() => open(index), reopening);
    });
    sockets.add(socket);
  };
  for (let index = 0; index < addresses * connections; index += 1) open(index);
  const reading = setInterval(() => {
    for (const socket of sockets) socket.read(Math.min(slowRate, socket.readableLength));
  }, 1000);
  const sending = setInterval(() => {
    for (const socket of isUnfinished ? sockets : []) socket.write('x');
  }, slowSending);
  return {
    [Symbol.dispose]() {
      isOver = true;
      for (const timer of [reading, sending]) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The status of an answer, 0 without one, and the milliseconds until it was whole. */
type Outcome = { readonly status: number; readonly time: number };

/** Asks from an address of its own. */
function ask(port: number, index: number, { method = 'GET', path, headers, body }: Question): Promise<Outcome> {
  const begin = performance.now();
  const options = { host: '127.0.0.1', port, method, path, headers, agent: false, timeout: mostWait };
  return new Promise((resolve) => {
    const asked = send({ ...options, localAddress: addressOf(20, index) }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, time: performance.now() - begin }));
    });
    const late = setTimeout(() => asked.destroy(), mostWait);
    asked.once('close', () => {
      clearTimeout(late);
      resolve({ status: 0, time: mostWait });
    });
    asked.on('error', () => undefined);
    asked.end(body);
  });
}

async function measureAttack(side: Product, attack: Attack): Promise<void> {
  const port = attack.port ?? Number(new URL(side.url).port);
  const memory = await watchMemory(side.pid);
  const answers: Promise<Outcome>[] = [];
  {
    using _ = hold(attack, port);
    await wait(lead);
    for (let index = 0; index < newcomers; index += 1) {
      answers.push(ask(port, index, attack.ask(index)));
      await wait(newcomerInterval);
    }
    await Promise.all(answers);
  }
  const outcomes = await Promise.all(answers);
  const others = outcomes.filter(({ status }) => status !== 200).map(({ status }) => status || 'none');
  const times = outcomes
    .filter(({ status }) => status === 200)
    .map(({ time }) => time)
    .toSorted((one, other) => one - other);
  const middle = times[Math.floor(times.length / 2)] ?? Number.NaN;
  const most = memory.end();
  printTitle(`${attack.name}: ${attack.addresses} addresses with ${attack.connections} connections each`);
  printTarget(
    `99 of ${newcomers} newcomers within ${mostWait / 1000} s`,
    times.length >= 0.99 * newcomers,
    `${times.length}, p50 ${middle.toFixed(0)} ms, at most ${(times.at(-1) ?? Number.NaN).toFixed(0)} ms${others.length > 0 ? `; else ${others}` : ''}`,
  );
  printTarget(`under ${mostMegabytes} MB`, most < mostMegabytes, `${most.toFixed(0)} MB`);
}

/** Gives accounts a page of parties of 2 MB each. */
async function fillAccounts({ sql }: Product, owners: readonly Owner[]): Promise<void> {
  for (const { id } of owners) {
    await sql.unsafe(`
      with dogs as (
        insert into public.dogs (user_id, name, size, birth_date)
        select '${id}', 'Dog ' || number, 'giant', '2020-02-29' from generate_series(1, 250) as number
        returning id
      )
      insert into public.birthday_celebrations (user_id, dog_id, title, description, celebration_date)
      select '${id}', id, 'Party ' || number, repeat('Cake and balls. ', 120), current_date + number
      from dogs, generate_series(1, 4) as number`);
  }
}

/** `ROOMS=Lists,caddy` measures only these. */
const isChosen = (name: string) => process.env.ROOMS?.split(',').includes(name) ?? true;

const partiesOf = ({ id }: Owner) => `/rest/v1/birthday_celebrations?select=*&user_id=eq.${id}`;
const dogsOf = ({ id }: Owner) => `/rest/v1/dogs?select=*&user_id=eq.${id}&limit=20`;

/**
 * Holds each room with four times the addresses that once shut everybody else out, and counts the newcomers who are answered
 * meanwhile. Each newcomer has an address of its own.
 */
export async function measureRooms(): Promise<void> {
  await using cleanups = new AsyncDisposableStack();
  const side = await startProduct(cleanups);
  const { url, key, owners } = side;
  const attackers: Owner[] = [];
  for (let index = 0; index < accounts; index += 1)
    attackers.push(await signUp(url, key, `slow-${index}@bench.example`));
  const [first] = attackers;
  if (!first) throw new Error('there is no attacker');
  const [large, ...small] = owners;
  await fillAccounts(side, [...attackers, large]);
  const calendars = await Promise.all(Array.from({ length: 10 }, () => makeCalendar(side, first)));
  const ownCalendars = await Promise.all(small.map((owner) => makeCalendar(side, owner)));
  const picture = await makePhoto();
  const photo = await uploadPhoto(side, picture);
  const of = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item;
  const repeated = (path: string, headers = {}) => wireRequest({ url, path, headers }).repeat(4);
  const half = 'POST /auth/v1/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{';
  const askList = (index: number) => {
    // Every fourth asks for a list of 2 MB.
    if (index % 4 === 0) return { path: partiesOf(large), headers: headersOf(large, key) };
    const owner = of(small, index);
    return { path: dogsOf(owner), headers: headersOf(owner, key) };
  };
  const upload = (owner: Owner, name: string): Question & { headers: Record<string, string> } => ({
    method: 'POST',
    path: `/storage/v1/object/dog-photos/${owner.id}/${name}.jpg`,
    headers: { ...headersOf(owner, key), 'Content-Type': 'image/jpeg', 'Content-Length': String(picture.length) },
    body: picture,
  });
  const attacks: Attack[] = [
    {
      name: 'Lists',
      addresses: 12,
      connections: 7,
      text: (index) => repeated(partiesOf(of(attackers, index)), headersOf(of(attackers, index), key)),
      ask: askList,
    },
    {
      name: 'Calendars',
      addresses: 20,
      connections: 2,
      text: (index) => repeated(of(calendars, index)),
      ask: (index) => ({ path: of(ownCalendars, index) }),
    },
    {
      name: 'Pages of invitations',
      addresses: 16,
      connections: 16,
      text: () => repeated(`/functions/v1/invitation/${'x'.repeat(43)}`),
      ask: () => ({ path: '/' }),
    },
    // As many as there are places, so that these are not what newcomers lack.
    { name: 'Photos', addresses: 32, connections: 60, text: () => repeated(photo), ask: () => ({ path: photo }) },
    {
      name: 'Uploads',
      addresses: 12,
      connections: 67,
      isUnfinished: true,
      text: (index) => {
        const { path, headers } = upload(of(attackers, index), `${index}`);
        return `${wireRequest({ url, method: 'POST', path, headers })}x`;
      },
      ask: (index) => upload(of(owners, index), `newcomer-${index}`),
    },
    {
      name: 'Connections',
      addresses: 44,
      connections: 200,
      isUnfinished: true,
      text: () => half,
      ask: askList,
    },
  ];
  for (const attack of attacks) if (isChosen(attack.name)) await measureAttack(side, attack);

  const behind = await startProduct(cleanups, { TRUST_PROXY: 'loopback' });
  for (const name of proxyNames.filter(isChosen)) {
    const proxy = await startProxy(name, Number(new URL(behind.url).port));
    const [owner] = behind.owners;
    const ask = () => ({ path: dogsOf(owner), headers: headersOf(owner, key) });
    const shared = { connections: 2100, isUnfinished: true, text: () => half, port: proxy.port, ask } as const;
    await measureAttack(behind, { name: `Half-sent requests through ${name}`, addresses: 1, ...shared });
    await proxy.stop();
  }
}
