type Waiting = { readonly start: () => void; readonly giveUp: (error: Error) => void };

/** Does the work when its turn comes, which is one turn for each client after the other. */
export type InTurn = <Result>(client: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets so many pieces of work run at once. The rest waits: in the order of arrival for each client, and the clients take
 * turns, so that one with much to do does not keep the others waiting. When all places for waiting are taken, the client
 * who waits with most has to give the last one up for a client with less.
 * @throws what `tooMany` makes, for work that finds no place to wait or has to give it up
 */
export function createTurns(concurrency: number, queueLength: number, tooMany: () => Error): InTurn {
  let running = 0;
  let waitingInAll = 0;
  /** The client whose turn is next stands first. */
  const queues = new Map<string, Waiting[]>();

  function makeRoom(client: string): boolean {
    if (waitingInAll < queueLength) return true;
    let longest: Waiting[] = queues.get(client) ?? [];
    const own = longest.length;
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= own + 1) return false;
    waitingInAll -= 1;
    longest.pop()?.giveUp(tooMany());
    return true;
  }

  function takeNext(): Waiting | undefined {
    for (const [client, queue] of queues) {
      queues.delete(client);
      const next = queue.shift();
      if (queue.length > 0) queues.set(client, queue);
      if (!next) continue;
      waitingInAll -= 1;
      return next;
    }
    return undefined;
  }

  return async function inTurn(client, work) {
    if (running < concurrency) {
      running += 1;
    } else {
      if (!makeRoom(client)) throw tooMany();
      // Whoever finishes hands the place over, so nobody can slip in between.
      await new Promise<void>((start, giveUp) => {
        waitingInAll += 1;
        queues.set(client, [...(queues.get(client) ?? []), { start, giveUp }]);
      });
    }
    try {
      return await work();
    } finally {
      const next = takeNext();
      if (next) next.start();
      else running -= 1;
    }
  };
}
