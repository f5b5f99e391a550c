import type { Generator } from './load/generator.ts';
import type { Product, Side } from './sides.ts';

/** The resources of a benchmark's parts. Nothing is started before a part asks for it. */
export type Bench = {
  readonly generator: Generator;
  /** Makes additional load beside the measured load. */
  readonly secondGenerator: Generator;
  /** Rounds of every measurement, not counting the warm-up round. */
  readonly rounds: number;
  product(): Promise<Product>;
  /** One with the transactions of postgres.js, and one with transactions sent by hand. */
  bareHandlers(): Promise<readonly [Side, Side]>;
  /** null when it cannot be installed. */
  peer(): Promise<Side | null>;
};
