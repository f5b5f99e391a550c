/** Decides when each message is sent, so that a slow push service does not take all places. */

/** The most messages in flight at once: overall, of one owner, and to one host. */
export type Places = { readonly all: number; readonly ofOwner: number; readonly toHost: number };

/** A host rests after this many timeouts in a row. */
const timeOutsBeforeRest = 5;
/** In milliseconds. */
const restOfHost = 300_000;
/** The most hosts whose timeouts are remembered. */
const mostHosts = 1_000;

/** Remembers unresponsive push services. There is one for the lifetime of the process. */
export type Hosts = ReturnType<typeof createHosts>;

export function createHosts() {
  const silent = new Map<string, { timeOuts: number; restsUntil: number }>();
  return {
    /** Returns the milliseconds until the host gets messages again; 0 if it does not rest. */
    restOf: (host: string, now: number): number => Math.max(0, (silent.get(host)?.restsUntil ?? now) - now),
    /** How many messages to the host may be in flight: `most`, or after timeouts the number left until it rests, at least 1. */
    placesOf(host: string, most: number): number {
      const timeOuts = silent.get(host)?.timeOuts;
      return timeOuts === undefined ? most : Math.max(1, timeOutsBeforeRest - timeOuts);
    },
    noteAnswer: (host: string): void => void silent.delete(host),
    /** Counts a timeout. After a rest, one more timeout starts the next rest. */
    noteTimeOut(host: string, now: number): void {
      const timeOuts = (silent.get(host)?.timeOuts ?? 0) + 1;
      const [oldest] = silent.keys();
      if (oldest !== undefined && silent.size >= mostHosts && !silent.has(host)) silent.delete(oldest);
      silent.set(host, { timeOuts, restsUntil: timeOuts >= timeOutsBeforeRest ? now + restOfHost : now });
    },
  };
}

export type Turn<Result> = {
  readonly owner: string;
  readonly host: string;
  readonly act: () => Promise<Result>;
  /** Returns the result if it was not sent, because its host rests for `rest` milliseconds or (null) because the time was up. */
  readonly leave: (rest: number | null) => Result;
};

/**
 * Sends messages in order, each as soon as there is a place for its owner and its host.
 * @param isOver whether no further message may be started
 * @returns the results in the order of the messages; null for one that failed
 */
export async function inTurns<Result>(
  turns: readonly Turn<Result>[],
  { hosts, now, places, isOver }: { hosts: Hosts; now: () => number; places: Places; isOver: () => boolean },
): Promise<(Result | null)[]> {
  const results: (Result | null)[] = turns.map(() => null);
  const waiting = new Map(turns.entries());
  const underWay = new Map<string, number>();
  const count = (key: string) => underWay.get(key) ?? 0;

  async function startAll(): Promise<void> {
    const started: Promise<void>[] = [];
    for (const [index, turn] of waiting) {
      const keys = ['all', `owner ${turn.owner}`, `host ${turn.host}`] as const;
      const rest = hosts.restOf(turn.host, now());
      if (rest > 0 || isOver()) {
        waiting.delete(index);
        results[index] = turn.leave(rest > 0 ? rest : null);
      } else if (count(keys[0]) >= places.all) {
        break;
      } else if (count(keys[1]) < places.ofOwner && count(keys[2]) < hosts.placesOf(turn.host, places.toHost)) {
        waiting.delete(index);
        started.push(start(index, turn, keys));
      }
    }
    await Promise.all(started);
  }

  async function start(index: number, turn: Turn<Result>, keys: readonly string[]): Promise<void> {
    for (const key of keys) underWay.set(key, count(key) + 1);
    results[index] = await turn.act().catch(() => null);
    for (const key of keys) underWay.set(key, count(key) - 1);
    await startAll();
  }

  await startAll();
  return results;
}
