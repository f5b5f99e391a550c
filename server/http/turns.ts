/**
 * Lets so many pieces of work run at once, the rest in the order of arrival.
 * @throws what `tooMany` makes, when too many are waiting already
 */
export function createTurns(concurrency: number, queueLength: number, tooMany: () => Error) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < concurrency) {
      running += 1;
    } else {
      if (waiting.length >= queueLength) throw tooMany();
      // Whoever finishes hands the place over, so nobody can slip in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
