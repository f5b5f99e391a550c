/** Compares a page with a static copy of itself. Ratios hold on any machine, times only on an idle one. */
import { median } from '../rounds.ts';
import { type Measurement, measure, type Throttling } from './lighthouse.ts';

let hasMissed = false;

/** Prints a figure beside its limit. */
export function tell(what: string, value: number, most: number, unit = ''): void {
  const isFine = value <= most;
  hasMissed ||= !isFine;
  const digits = most < 1 ? 4 : most < 10 ? 2 : 0;
  console.log(`${isFine ? '✓' : '✗'} ${what.padEnd(44)} ${value.toFixed(digits)}${unit}, at most ${most}${unit}`);
}

/** Makes the command fail where a figure was over its limit. */
export function settle(): void {
  process.exitCode = hasMissed ? 1 : 0;
}

export type Comparison = {
  readonly productUrl: string;
  readonly copyUrl: string;
  readonly throttling: Throttling;
  readonly rounds: number;
  /** The most that the page's paint times may be, as a ratio to the copy's. */
  readonly mostRatio: number;
  readonly mostBytes: number;
  /** A category of Lighthouse in which the page cannot reach 100. */
  readonly leaves?: string;
};

/** Runs Lighthouse (mobile) on both pages in turn, and prints the medians. */
export async function compare({ productUrl, copyUrl, throttling, rounds, ...most }: Comparison): Promise<void> {
  const product: Measurement[] = [];
  const copy: Measurement[] = [];
  for (let round = 0; round < rounds; round += 1) {
    product.push(await measure(productUrl, throttling));
    copy.push(await measure(copyUrl, throttling));
  }
  const of = (results: Measurement[], key: 'lcp' | 'fcp' | 'tbt' | 'cls' | 'bytes') =>
    median(results.map((result) => result[key]));

  console.log(`\n${throttling === 'simulate' ? 'Simulated' : 'Real (devtools)'} throttling, median of ${rounds}`);
  for (const key of ['lcp', 'fcp'] as const) {
    const [ours, theirs] = [of(product, key), of(copy, key)];
    const name = `${key.toUpperCase()} ${Math.round(ours)} ms, static copy ${Math.round(theirs)} ms: ratio`;
    tell(name, ours / theirs, most.mostRatio);
  }
  const [blocked, copyBlocked] = [of(product, 'tbt'), of(copy, 'tbt')].map(Math.round) as [number, number];
  const blocking = `Total blocking time ${blocked} ms, static copy ${copyBlocked} ms: more`;
  tell(blocking, blocked - copyBlocked, 10, ' ms');
  tell('Cumulative layout shift', of(product, 'cls'), 0.01);
  tell('Bytes in all', of(product, 'bytes'), most.mostBytes);
  for (const category of Object.keys(product[0]?.scores ?? {})) {
    if (category === most.leaves) continue;
    const score = median(product.map(({ scores }) => scores[category] ?? 0));
    hasMissed ||= score < 100;
    console.log(`${score === 100 ? '✓' : '✗'} ${category.padEnd(44)} ${score} of 100`);
  }
  const lost = new Set(product.flatMap((result) => result.lost));
  if (lost.size > 0) console.log(`  points were lost at ${[...lost].join(', ')}`);
}
