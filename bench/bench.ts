import type { Generator } from './load/generator.ts';
import type { Product, Side } from './sides.ts';

/** What a part of the benchmark has at hand; what it does not ask for is not started. */
export type Bench = {
  readonly generator: Generator;
  /** For load that stands beside the measured one. */
  readonly secondGenerator: Generator;
  /** Of every measurement, beside one that warms up. */
  readonly rounds: number;
  product(): Promise<Product>;
  /** With the transactions of postgres.js, and with ones by hand. */
  bareHandlers(): Promise<readonly [Side, Side]>;
  /** null when it cannot be had. */
  peer(): Promise<Side | null>;
};
