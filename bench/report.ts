import type { Summary } from './rounds.ts';

/** Compares a figure with its target. A missed target does not fail the command, because machines differ. */
export function printTarget(what: string, isReached: boolean, value: string): void {
  console.log(`  ${isReached ? 'reached' : 'MISSED '}  ${what}: ${value}`);
}

export function printTitle(title: string): void {
  console.log(`\n${title}`);
}

/** Prints figures side by side, with their ratios to the first. */
export function printSummaries(summaries: readonly [Summary, ...Summary[]]): void {
  const [first] = summaries;
  for (const { name, perSecond, p50, p99 } of summaries) {
    const columns = [
      name.padEnd(26),
      `${perSecond.toFixed(0).padStart(6)}/s`,
      `p50 ${milliseconds(p50)}`,
      `p99 ${milliseconds(p99)}`,
      `${times(perSecond / first.perSecond)} the throughput of ${first.name}`,
    ];
    console.log(`  ${columns.join('   ')}`);
  }
}

export function times(ratio: number): string {
  return `${ratio.toFixed(2)} ×`;
}

function milliseconds(value: number): string {
  return `${value.toFixed(1).padStart(7)} ms`;
}
