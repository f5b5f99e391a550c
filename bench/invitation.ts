/**
 * Measures the page of an invitation, as `npm start` serves it: its size, how soon it is seen beside a static copy of itself, and how
 * often a second it is drawn beside the list of 20 dogs, all in one run. Ratios hold on any machine, times only on an idle one.
 * `ROUNDS=1` is quicker.
 */
import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { availableParallelism, cpus } from 'node:os';
import { invitationPage } from '../addresses/addresses.ts';
import { addDays } from '../domain/dates/calendar-date.ts';
import { localDayAt } from '../domain/dates/local-time.ts';
import { startGenerator } from './load/generator.ts';
import { compare, settle, tell } from './pages/compare.ts';
import { installLighthouse } from './pages/lighthouse.ts';
import { serveStaticCopy } from './pages/static-copy.ts';
import { listRequests } from './parts/list.ts';
import { printSummaries, printTarget, printTitle, times } from './report.ts';
import { measureInRounds } from './rounds.ts';
import { headersOf, type Product, startProduct } from './sides.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
const connections = 8;
/** Parties answered in one round, and the guests of each: fewer than may answer in an hour. */
const [partiesEach, guestsEach] = [20, 100];

/** Calls the API as the host. */
async function call({ url, key, owners: [host] }: Product, path: string, body: unknown, method = 'POST') {
  const answer = await fetch(`${url}/rest/v1/${path}`, {
    method,
    headers: { ...headersOf(host, key), 'Content-Type': 'application/json', Prefer: 'return=representation' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`);
  return answer.json();
}

/** Plans parties and invites guests. Returns the paths of the pages. */
async function invite(product: Product, count: number): Promise<string[]> {
  const [host] = product.owners;
  // Removes the dog's photo address, which leads to no photo: the page would show that it is missing.
  const [dog] = await product.sql<{ id: string }[]>`
    update public.dogs set photo_url = null where id = (
      select id from public.dogs where user_id = ${host.id} order by id limit 1
    ) returning id`;
  const row = {
    ...{ user_id: host.id, dog_id: dog?.id, title: "Biscuit's Cake Day", location: 'The old oak, Park Lane 1' },
    ...{ celebration_date: addDays(localDayAt(Date.now(), 'UTC'), 30), celebration_time: '15:30', time_zone: 'UTC' },
    ...{
      description: 'Cake for dogs, cake for people.',
      invitation_image_url: `/invitations/${dog?.id}.png`,
      shared_platforms: [],
    },
  };
  const parties: { id: string }[] = await call(product, 'birthday_celebrations', Array(count).fill(row));
  const paths: string[] = [];
  for (const { id } of parties) {
    paths.push(invitationPage(await call(product, 'rpc/make_invitation_link', { party_id: id })));
    const settings = { message: 'We cannot wait to see you all!', bring_list: ['Lemonade', 'Balls', 'Water'] };
    await call(product, `party_invitations?party_id=eq.${id}`, { ...settings, guest_list: 'names' }, 'PATCH');
  }
  return paths;
}

function formOf(guest: number): string {
  return new URLSearchParams({
    ...{ answerKey: randomUUID(), name: `Guest ${guest}`, answer: 'yes', adults: '2', children: '1' },
    ...{ dogName: 'Rex', dogSize1: 'small', allergies: 'peanuts', note: '', email: '' },
  }).toString();
}

/** Writes a request as a browser sends it. `fetch` would decompress the page. */
function pageRequest(url: string, path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`;
}

function answerRequest(url: string, path: string, guest: number): string {
  const body = formOf(guest);
  const type = 'application/x-www-form-urlencoded';
  return `POST ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Returns the bytes of the page as a browser gets it. */
function weigh(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': 'br' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.byteLength;
      });
      answer.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

await installLighthouse();
console.log(
  `This machine: ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}, medians of ${rounds} rounds.`,
);
await using cleanups = new AsyncDisposableStack();
const generator = cleanups.use(await startGenerator());
const product = await startProduct(cleanups);
const { url } = product;
const [path = ''] = await invite(product, 1);
const address = url + path;
// Adds guests, whom the page names.
for (let guest = 1; guest <= 20; guest += 1) {
  await fetch(address, { method: 'POST', body: new URLSearchParams(formOf(guest)), redirect: 'manual' });
}

const load = (name: string, requests: string[]) => ({
  name,
  run: () => generator.run({ url, requests, connections, milliseconds: 1000, status: 200 }),
});
const summaries = await measureInRounds([load('list', listRequests(product)), load('page', [pageRequest(url, path)])], {
  rounds,
});
printTitle(`Page of an invitation with 20 guests beside the list of 20 dogs, ${connections} connections`);
printSummaries(summaries);
const [list, page] = summaries;
const ratio = (page?.perSecond ?? Number.NaN) / list.perSecond;
printTarget('at least 0.25 × the list', ratio >= 0.25, times(ratio));

const answers = await measureInRounds(
  [
    {
      name: 'answers',
      run: async () => {
        const paths = await invite(product, partiesEach);
        const requests = Array.from({ length: partiesEach * guestsEach }, (_, index) =>
          answerRequest(url, paths[index % partiesEach] ?? '', index),
        );
        return generator.run({ url, requests, connections, milliseconds: 1000, status: 303 });
      },
    },
  ],
  { rounds },
);
printTitle(`New answers to ${partiesEach} invitations, ${connections} connections`);
printSummaries(answers);

const copy = await serveStaticCopy(address);
cleanups.defer(() => copy.stop());
const pages = { productUrl: address, copyUrl: copy.url, rounds, mostRatio: 1.3, mostBytes: 110 * 1024 };
printTitle('The page beside a static copy');
tell('Bytes of HTML with its styles', await weigh(address), 20 * 1024);
for (const throttling of ['simulate', 'devtools'] as const) {
  // Search engines may not index an invitation, so it scores no points for being found.
  await compare({ ...pages, throttling, leaves: 'seo' });
}
settle();
