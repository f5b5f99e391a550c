import type { Bench } from '../bench.ts';
import { wireRequest } from '../load/generator.ts';
import { printSummaries, printTarget, printTitle, times } from '../report.ts';
import { measureInRounds } from '../rounds.ts';
import { headersOf, type Side } from '../sides.ts';

const connections = 8;

/** Writes the request for each owner's list exactly as the Supabase client sends it. */
export function listRequests({ url, key, owners }: Side): string[] {
  return owners.map((owner) => {
    const path = `/rest/v1/dogs?select=*&user_id=eq.${owner.id}&order=created_at.desc`;
    return wireRequest({ url, path, headers: { ...headersOf(owner, key), Prefer: 'count=exact' } });
  });
}

function bareListRequests({ url, key, owners }: Side): string[] {
  return owners.map((owner) => wireRequest({ url, path: '/dogs', headers: headersOf(owner, key) }));
}

/** Measures how many lists of 20 dogs are answered a second, beside the bare handlers and the peer. */
export async function measureList({ generator, product, bareHandlers, peer, rounds }: Bench): Promise<void> {
  const [side, bares, other] = [await product(), await bareHandlers(), await peer()];
  const measure = (name: string, url: string, requests: string[]) => ({
    name,
    run: () => generator.run({ url, requests, connections, milliseconds: 1000, status: 200 }),
  });
  const measures = [
    measure(side.name, side.url, listRequests(side)),
    ...bares.map((bare) => measure(bare.name, bare.url, bareListRequests(bare))),
    ...(other ? [measure(other.name, other.url, listRequests(other))] : []),
  ];
  const summaries = await measureInRounds(measures, { rounds });
  printTitle(`List of 20 dogs, ${connections} connections of ${side.owners.length} owners`);
  printSummaries(summaries);
  const [ours, ceiling, byHand, theirs] = summaries;
  const toCeiling = ours.perSecond / (ceiling?.perSecond ?? Number.NaN);
  printTarget('at least 0.95 × the bare handler', toCeiling >= 0.95, times(toCeiling));
  console.log(
    `  it is ${times(ours.perSecond / (byHand?.perSecond ?? Number.NaN))} the bare handler with transactions by hand`,
  );
  if (!theirs) return;
  const toPeer = ours.perSecond / theirs.perSecond;
  printTarget('at least 5.00 × Supabase Lite', toPeer >= 5, times(toPeer));
}
