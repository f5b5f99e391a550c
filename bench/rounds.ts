import type { LoadResult } from './load/http-load.ts';

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** @param sorted ascending @param share from 0 to 1 */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

type Measure = { readonly name: string; run(): Promise<LoadResult> };

/** Medians over the rounds: answers a second, and the milliseconds of the 50th and 99th percentiles. */
export type Summary = { readonly name: string; readonly perSecond: number; readonly p50: number; readonly p99: number };

type RoundOptions = { readonly rounds: number; readonly between?: () => Promise<void> };

/**
 * Runs all measures in every round, each time in another order, so that whatever else the machine does affects all alike. The first
 * round only warms up.
 */
export async function measureInRounds(
  measures: readonly Measure[],
  { rounds, between }: RoundOptions,
): Promise<readonly [Summary, ...Summary[]]> {
  const results = measures.map(() => [] as LoadResult[]);
  for (let round = -1; round < rounds; round += 1) {
    for (let turn = 0; turn < measures.length; turn += 1) {
      const index = (turn + round + measures.length) % measures.length;
      const result = await measures[index]?.run();
      if (result && round >= 0) results[index]?.push(result);
      await between?.();
    }
  }
  const [first, ...rest] = measures.map(({ name }, index) => summarise(name, results[index] ?? []));
  if (!first) throw new Error('nothing to measure');
  return [first, ...rest];
}

export function summarise(name: string, results: readonly LoadResult[]): Summary {
  return {
    name,
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    p50: median(results.map(({ latencies }) => percentile(latencies, 0.5))),
    p99: median(results.map(({ latencies }) => percentile(latencies, 0.99))),
  };
}
