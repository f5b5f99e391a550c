import type { Generator } from './load/generator.ts';
import type { Product, Side } from './sides.ts';

/** What a part of the benchmark can use. Nothing is started before a part asks for it. */
export type Bench = {
  readonly generator: Generator;
  /** For load that stands beside the measured one. */
  readonly secondGenerator: Generator;
  /** Rounds of every measurement, beside one that warms up. */
  readonly rounds: number;
  product(): Promise<Product>;
  /** With the transactions of postgres.js, and with ones by hand. */
  bareHandlers(): Promise<readonly [Side, Side]>;
  /** null when it cannot be installed. */
  peer(): Promise<Side | null>;
};
