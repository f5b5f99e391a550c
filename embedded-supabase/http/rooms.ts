import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { bytesMoved, endRequest } from './connection.ts';
import { add, createTurns, groupOf, type Path, type Shares, type Turn } from './turns.ts';

/** There was no room within the patience, or the room that was lent was needed by others. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
  /** Seconds until the request may be tried again. */
  readonly seconds = 5;
}

const patience: NonNullable<Shares['patience']> = { milliseconds: 10_000, tooLong: () => new NoRoom() };

/** Bytes a second that a client must move at least, the first where a room is empty, the second once half of it is held. */
const leastRate = { ofEmpty: 1024, ofHalf: 16 * 1024 };

type RoomSettings = Pick<Shares, 'perClient' | 'perGroup' | 'failsAll'> & {
  readonly inAll: number;
  /** Requests that may wait. */
  readonly queueLength?: number;
  readonly tooMany?: () => Error;
};

const defaultTimes = {
  /** Milliseconds between two checks of who holds room. */
  interval: 1000,
  /** Milliseconds that a client has its room, however slow it is. */
  grace: 3000,
  /** Milliseconds over which a client must move as many bytes as the room demands. Long, because proxies read and send in bursts. */
  settling: 60_000,
  /** Milliseconds for which a network that room was taken from comes after the others. */
  memory: 60_000,
  now: () => performance.now(),
};

type Holder = {
  readonly path: Path;
  readonly turn: Turn;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Whether the last check found the server waiting for the client. */
  isWaitedFor: boolean;
  /** Since when the client is measured. */
  since: number;
  /** The bytes that it had moved by then. */
  before: number;
};

/** Watches those who hold room, and takes it back from those who are too slow. */
function watchHolders(turns: ReturnType<typeof createTurns>, inAll: number, times: Partial<typeof defaultTimes>) {
  const { interval, grace, settling, memory, now } = { ...defaultTimes, ...times };
  const holders = new Set<Holder>();
  /** The networks that room was taken from, and until when they come after the others. */
  const takenFrom = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const rateOf = ({ since, before, incoming }: Holder, time: number) =>
    (1000 * (bytesMoved(incoming.socket) - before)) / (time - since);

  function takeBack(holder: Holder, time: number): void {
    holders.delete(holder);
    takenFrom.set(groupOf(holder.path), time + memory);
    turns.putLast(new Set(takenFrom.keys()));
    endRequest(holder.incoming, holder.outgoing);
  }

  function weighNetworks(): Map<string, number> {
    const weights = new Map<string, number>();
    for (const { path, turn } of holders) add(weights, groupOf(path), turn.weight());
    return weights;
  }

  /** Ends those who move fewer bytes than the room demands. */
  function endSlow(time: number): void {
    const share = Math.min(1, (2 * turns.running()) / inAll);
    const least = leastRate.ofEmpty + share * (leastRate.ofHalf - leastRate.ofEmpty);
    for (const holder of holders) {
      const isSettled = time - holder.since >= settling;
      const wasWaitedFor = holder.isWaitedFor;
      holder.isWaitedFor = isWaitedFor(holder);
      if (isSettled && wasWaitedFor && holder.isWaitedFor && rateOf(holder, time) < least) takeBack(holder, time);
      // What the kernel takes of an answer at once says nothing about the client.
      else if (isSettled || !wasWaitedFor || !holder.isWaitedFor) {
        holder.since = time;
        holder.before = bytesMoved(holder.incoming.socket);
      }
    }
  }

  /** Makes room for those who wait. */
  function endForOthers(time: number): void {
    const weights = weighNetworks();
    const rate = (holder: Holder) => (time - holder.since < grace ? Number.POSITIVE_INFINITY : rateOf(holder, time));
    for (const { counts, waiting } of turns.reached()) {
      let freed = 0;
      for (const { path, weight } of waiting) {
        const network = groupOf(path);
        while (freed < weight) {
          const candidates = [...holders].filter((holder) => holder.isWaitedFor && counts(holder.path));
          const holder = findSlowest(candidates, network, weights, rate);
          if (!holder) break;
          freed += holder.turn.weight();
          add(weights, groupOf(holder.path), -holder.turn.weight());
          takeBack(holder, time);
        }
        if (freed < weight) continue;
        freed -= weight;
        add(weights, network, weight);
      }
    }
  }

  /** Takes room back from those who are too slow. Called every second while anybody holds room. */
  function check(): void {
    const time = now();
    if (holders.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    for (const [network, until] of takenFrom) if (until <= time) takenFrom.delete(network);
    turns.putLast(new Set(takenFrom.keys()));
    endSlow(time);
    endForOthers(time);
  }

  return {
    check,
    /** Watches a holder. Returns how to end that. */
    watch(holder: Pick<Holder, 'path' | 'turn' | 'incoming' | 'outgoing'>): () => void {
      const watched = { ...holder, isWaitedFor: false, since: now(), before: 0 };
      holders.add(watched);
      timer ??= setInterval(check, interval).unref();
      return () => holders.delete(watched);
    },
  };
}

/**
 * Returns the slowest in the fullest network, of those that the server waits for; nobody while that has only just begun. What waits
 * takes nothing from a network that holds no more than its own, so that a crowd cannot end a single slow client.
 */
function findSlowest(
  candidates: readonly Holder[],
  network: string,
  weights: ReadonlyMap<string, number>,
  rateOf: (holder: Holder) => number,
): Holder | undefined {
  const own = weights.get(network) ?? 0;
  let chosen: Holder | undefined;
  let [most, slowest] = [0, 0];
  for (const holder of candidates) {
    const group = groupOf(holder.path);
    const weight = weights.get(group) ?? 0;
    if (weight < most || (group !== network && weight <= own)) continue;
    const rate = rateOf(holder);
    if (weight > most || rate < slowest) [chosen, most, slowest] = [holder, weight, rate];
  }
  return slowest === Number.POSITIVE_INFINITY ? undefined : chosen;
}

/**
 * Creates room for requests, each of which holds a weight, such as the bytes of its answer, until the client has sent its request
 * and taken its answer. Room is lent: a client must move more bytes the fuller the room is, and when others wait, the slowest
 * holder in the fullest network loses its connection.
 */
export function createRoom(
  { inAll, queueLength = 200, tooMany = () => new NoRoom(), ...shares }: RoomSettings,
  times: Partial<typeof defaultTimes> = {},
) {
  const turns = createTurns(inAll, queueLength, tooMany, { ...shares, patience });
  const { check, watch } = watchHolders(turns, inAll, times);

  /**
   * Does the work of a request in room that it holds until its answer has been taken or its client has gone, because until then
   * the server holds what it made. An answer has been taken once the kernel has all of it. Nothing is done for a client that went
   * while it waited, and work that outlasts its client keeps its room until the work ends.
   * @throws {NoRoom} and what `tooMany` makes
   */
  async function hold<Result>(
    c: Context,
    path: Path,
    weight: number,
    work: (turn: Turn) => Promise<Result>,
  ): Promise<Result> {
    // Undefined where a test calls the app without a connection.
    const { incoming, outgoing } = (c.env ?? {}) as { incoming?: IncomingMessage; outgoing?: ServerResponse };
    const turn = await turns.take(path, weight);
    let end = turn.end;
    try {
      if (outgoing?.destroyed) throw new NoRoom();
      if (incoming && outgoing) {
        const unwatch = watch({ path, turn, incoming, outgoing });
        end = () => {
          unwatch();
          turn.end();
        };
      }
      const result = await work(turn);
      if (!outgoing || outgoing.destroyed || turn.weight() === 0) end();
      else outgoing.once('close', end);
      return result;
    } catch (error) {
      turn.fail(error);
      end();
      throw error;
    }
  }

  return {
    hold,
    check,
    hasRoom: turns.mayRun,

    /** Makes an answer in room, and keeps room only for its text. @param smallAnswer bytes up to which that needs none */
    holdAnswer: <Answer extends { readonly body: string }>(
      c: Context,
      path: Path,
      weight: number,
      make: () => Promise<Answer>,
      smallAnswer = 0,
    ): Promise<Answer> =>
      hold(c, path, weight, async (turn) => {
        const answer = await make();
        const bytes = Buffer.byteLength(answer.body);
        turn.keep(bytes > smallAnswer ? bytes : 0);
        return answer;
      }),
  };
}

/** Whether the server waits for the client, to send the rest of its request or to take its answer. */
function isWaitedFor({ incoming }: Holder): boolean {
  return !incoming.complete || incoming.socket.writableLength > 0;
}
