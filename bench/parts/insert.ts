import type { Bench } from '../bench.ts';
import { wireRequest } from '../load/generator.ts';
import { printSummaries, printTitle } from '../report.ts';
import { measureInRounds } from '../rounds.ts';
import { dogOf, headersOf, type Side } from '../sides.ts';

const connections = 8;

function insertRequests({ url, key, owners: [, ...others] }: Side): string[] {
  return others.map((owner) =>
    wireRequest({
      url,
      method: 'POST',
      path: '/rest/v1/dogs?select=*',
      headers: {
        ...headersOf(owner, key),
        Accept: 'application/vnd.pgrst.object+json',
        Prefer: 'return=representation',
      },
      body: JSON.stringify(dogOf(owner, 'Newcomer')),
    }),
  );
}

/** Deletes the new dogs, so that every round starts alike and no owner reaches the limit of dogs. */
async function removeDogs({ url, key, owners: [, ...others] }: Side): Promise<void> {
  for (const owner of others) {
    const path = `/rest/v1/dogs?user_id=eq.${owner.id}&name=eq.Newcomer`;
    const answer = await fetch(url + path, { method: 'DELETE', headers: headersOf(owner, key) });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the dogs of ${url} could not be removed: ${answer.status}`);
  }
}

/** Measures how many dogs are created a second. Each is on disk before the answer, which holds its row. */
export async function measureInsert({ generator, product, peer, rounds }: Bench): Promise<void> {
  const sides = [await product(), await peer()].filter((side) => side !== null);
  const measures = sides.map((side) => ({
    name: side.name,
    run: async () => {
      const requests = insertRequests(side);
      const result = await generator.run({ url: side.url, requests, connections, milliseconds: 1000, status: 201 });
      await removeDogs(side);
      return result;
    },
  }));
  printTitle(`Insert of a dog, ${connections} connections`);
  printSummaries(await measureInRounds(measures, { rounds }));
}
