import type { Bench } from '../bench.ts';
import { wireRequest } from '../load/generator.ts';
import { printSummaries, printTarget, printTitle, times } from '../report.ts';
import { measureInRounds } from '../rounds.ts';
import { password, type Side } from '../sides.ts';
import { listRequests } from './list.ts';

/** Simultaneous sign-ins in a flood. */
export const floodConnections = 8;
const listConnections = 4;
const floodLead = 300;

export function signInRequests({ url, key, owners, signInAddresses }: Side): string[] {
  const path = '/auth/v1/token?grant_type=password';
  const addresses = signInAddresses ?? owners.map(({ email }) => email);
  return addresses.map((email) =>
    wireRequest({ url, method: 'POST', path, headers: { apikey: key }, body: JSON.stringify({ email, password }) }),
  );
}

/** Measures how many sign-ins are answered a second. */
export async function measureSignIn({ generator, product, peer, rounds }: Bench): Promise<void> {
  const sides = [await product(), await peer()].filter((side) => side !== null);
  const measures = sides.map((side) => ({
    name: side.name,
    run: () =>
      generator.run({
        url: side.url,
        requests: signInRequests(side),
        connections: floodConnections,
        milliseconds: 1500,
        status: 200,
      }),
  }));
  printTitle(`Sign-in, ${floodConnections} connections`);
  printSummaries(await measureInRounds(measures, { rounds }));
}

/** Measures what a flood of sign-ins does to everybody's lists. */
export async function measureFlood({ generator, secondGenerator, product, peer, rounds }: Bench): Promise<void> {
  for (const side of [await product(), await peer()]) {
    if (!side) continue;
    const list = { url: side.url, requests: listRequests(side), connections: listConnections, status: 200 };
    const flood = { url: side.url, requests: signInRequests(side), connections: floodConnections, status: 200 };
    const milliseconds = 2000;
    const summaries = await measureInRounds(
      [
        { name: 'list alone', run: () => generator.run({ ...list, milliseconds }) },
        {
          name: `list, ${floodConnections} sign-ins in flight`,
          run: async () => {
            const flooding = secondGenerator.run({ ...flood, milliseconds: milliseconds + 2 * floodLead });
            await new Promise((resolve) => setTimeout(resolve, floodLead));
            const result = await generator.run({ ...list, milliseconds });
            await flooding;
            return result;
          },
        },
      ],
      { rounds },
    );
    printTitle(`${side.name}: list of 20 dogs during a flood of sign-ins, ${listConnections} connections`);
    printSummaries(summaries);
    const [quiet, flooded] = summaries;
    const ratio = (flooded?.p99 ?? Number.NaN) / quiet.p99;
    if (side.name === 'Wagday') printTarget('p99 at most 3.00 × its p99 alone', ratio <= 3, times(ratio));
    else console.log(`  p99 is ${times(ratio)} its p99 alone`);
  }
}
