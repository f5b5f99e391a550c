import type { Bench } from '../bench.ts';
import { wireRequest } from '../load/generator.ts';
import { printSummaries, printTarget, printTitle, times } from '../report.ts';
import { measureInRounds } from '../rounds.ts';
import { dogOf, dogsEach, headersOf, keepFirstDogs, type Owner, type Product } from '../sides.ts';
import { listRequests } from './list.ts';

const connections = 8;
const packSize = 2000;
const packLimit = 300;

/** Creates a calendar of all celebrations of the owner. Returns its path. */
export async function makeCalendar({ url, key }: Product, owner: Owner): Promise<string> {
  const answer = await fetch(`${url}/rest/v1/rpc/create_calendar_feed`, {
    method: 'POST',
    headers: { ...headersOf(owner, key), 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', contents: 'all', parties: true, alarms: false }),
  });
  if (!answer.ok) throw new Error(`the calendar could not be made: ${await answer.text()}`);
  return `/calendar/${await answer.json()}.ics`;
}

/** Measures how many calendars of 20 dogs are read a second beside the list of these dogs, and how long one of 2,000 dogs takes. */
export async function measureCalendar({ generator, product, rounds }: Bench): Promise<void> {
  const side = await product();
  const { url, owners, sql } = side;
  const calendars = await Promise.all(owners.map((owner) => makeCalendar(side, owner)));
  const calendarRequests = calendars.map((path) => wireRequest({ url, path }));
  const measure = (name: string, requests: string[]) => ({
    name,
    run: () => generator.run({ url, requests, connections, milliseconds: 1000, status: 200 }),
  });
  const summaries = await measureInRounds(
    [measure('list', listRequests(side)), measure('calendar', calendarRequests)],
    {
      rounds,
    },
  );
  printTitle(`Calendar of 20 dogs beside their list, ${connections} connections of ${owners.length} owners`);
  printSummaries(summaries);
  const [list, calendar] = summaries;
  const ratio = (calendar?.perSecond ?? Number.NaN) / list.perSecond;
  printTarget('at least 0.50 × the list', ratio >= 0.5, times(ratio));

  const breeder = owners.at(-1) ?? owners[0];
  const dogs = Array.from({ length: packSize - dogsEach }, (_, index) => dogOf(breeder, `Dog ${index + 1}`));
  await sql`insert into public.dogs ${sql(dogs)}`;
  const path = await makeCalendar(side, breeder);
  const durations: number[] = [];
  for (let round = 0; round < rounds + 1; round += 1) {
    const begin = performance.now();
    await (await fetch(url + path)).arrayBuffer();
    if (round > 0) durations.push(performance.now() - begin);
  }
  await keepFirstDogs(sql, breeder);
  const middle = durations.toSorted((one, other) => one - other)[Math.floor(durations.length / 2)] ?? Number.NaN;
  printTarget(`${packSize} dogs within ${packLimit} ms`, middle <= packLimit, `${middle.toFixed(0)} ms`);
}
