import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

type Waiting = {
  readonly path: readonly string[];
  readonly weight: number;
  readonly start: () => void;
  readonly giveUp: (error: Error) => void;
};

/** The waiting work of one client, or of clients that belong together, such as the networks of one provider. */
type Group = {
  /** How much waits, at any depth. */
  waiting: number;
  /** In the order of their turns. */
  readonly members: Map<string, Group>;
  readonly queue: Waiting[];
};

/**
 * Names a client: the groups it belongs to, the widest first, and then itself, under a name that no other client has, such as
 * `['2001:db8:1/48', '2001:db8:1:2/56', '2001:db8:1:2a']`.
 */
export type Path = readonly string[];

/** What a piece of work holds from its beginning on. */
export type Turn = {
  /** Whether everything has been given back. */
  readonly isOver: () => boolean;
  /** Gives a part back. @param weight that it goes on to hold, if that is less */
  keep(weight: number): void;
  /** Tells of a failure, which may be that of everything that waits. */
  fail(error: unknown): void;
  /** Gives everything back. Only the first call counts. */
  end(): void;
};

type Turns = {
  /**
   * Waits for a turn.
   * @param weight more of one client than its share is taken for its share
   * @throws what `tooMany` makes, for work that the full queue does not take, or loses; what `tooLong` makes after the patience
   */
  take(client: string | Path, weight?: number): Turn | Promise<Turn>;
  /** Does the work when its turn comes, which ends with it. */
  inTurn<Result>(client: string | Path, work: () => Promise<Result>): Promise<Result>;
};

/** How much of one client, and of one of the widest groups, may run at once. Without a share, as much as may run at all. */
export type Shares = {
  readonly perClient?: number;
  readonly perGroup?: number;
  /** Whether what waits would fail as well after this failure, and as late. Then it fails at once. */
  readonly failsAll?: (error: unknown) => boolean;
  /** Milliseconds that work waits at most, and what it fails with then. Without it, work waits as long as it takes. */
  readonly patience?: { readonly milliseconds: number; readonly tooLong: () => Error };
};

/**
 * A fair queue. So many pieces of work run at once, or work of so much weight, and of each client and each of the widest groups no more
 * than their share. The rest waits: the work of one client in the order of arrival, while the clients take turns, so that one with much
 * to do does not delay the others. Groups take turns too, and then the members within each: a network of many clients gets no more
 * turns than a single client. When the queue is full, the group with most waiting work loses its last one to a group with less.
 */
export function createTurns(
  concurrency: number,
  queueLength: number,
  tooMany: () => Error,
  { perClient = concurrency, perGroup = concurrency, failsAll = () => false, patience }: Shares = {},
): Turns {
  let running = 0;
  /** The weight that runs of each client and of each widest group, where there is any. */
  const runningOfClient = new Map<string, number>();
  const runningOfGroup = new Map<string, number>();
  const everyone = createGroup();

  /** Whether this work may run now, as far as everybody's, its group's and its client's shares go. */
  function mayRun({ path, weight }: Pick<Waiting, 'path' | 'weight'>): boolean {
    return (
      running + weight <= concurrency &&
      (runningOfGroup.get(groupOf(path)) ?? 0) + weight <= perGroup &&
      (runningOfClient.get(clientOf(path)) ?? 0) + weight <= perClient
    );
  }

  function count(path: Path, change: number): void {
    running += change;
    add(runningOfGroup, groupOf(path), change);
    add(runningOfClient, clientOf(path), change);
  }

  /** Whether the queue takes one more, if need be in place of another. */
  function makeRoom(path: Path): boolean {
    if (everyone.waiting < queueLength) return true;
    const displaced = displace(everyone, path);
    displaced?.giveUp(tooMany());
    return displaced !== undefined;
  }

  /** Work that ends starts the next itself, so that nothing can start in between. */
  function startNext(): void {
    while (everyone.waiting > 0) {
      const next = takeNext(everyone, mayRun);
      if (!next) return;
      count(next.path, next.weight);
      next.start();
    }
  }

  async function wait(path: Path, weight: number): Promise<void> {
    const { promise, resolve: start, reject: giveUp } = Promise.withResolvers<void>();
    const waiting = { path, weight, start, giveUp };
    enqueue(everyone, path, waiting);
    if (!patience) return promise;
    const timer = setTimeout(() => {
      if (remove(everyone, path, waiting)) giveUp(patience.tooLong());
    }, patience.milliseconds);
    return promise.finally(() => clearTimeout(timer));
  }

  function begun(path: Path, weight: number): Turn {
    let held = weight;
    const keep = (rest: number) => {
      const freed = held - rest;
      if (freed <= 0) return;
      held = rest;
      count(path, -freed);
      startNext();
    };
    const fail = (error: unknown) => {
      while (failsAll(error) && everyone.waiting > 0) removeLast(everyone)?.giveUp(error as Error);
    };
    return { isOver: () => held === 0, keep, fail, end: () => keep(0) };
  }

  /** At once where it may run now. */
  function begin(client: string | Path, wanted: number): Turn | Promise<Turn> {
    const path = typeof client === 'string' ? [client] : client;
    const weight = Math.min(wanted, perClient, perGroup, concurrency);
    if (mayRun({ path, weight })) {
      count(path, weight);
      return begun(path, weight);
    }
    if (!makeRoom(path)) throw tooMany();
    return wait(path, weight).then(() => begun(path, weight));
  }

  return {
    take: (client, weight = 1) => begin(client, weight),
    async inTurn(client, work) {
      const turns = begin(client, 1);
      const turn = turns instanceof Promise ? await turns : turns;
      try {
        return await work();
      } catch (error) {
        turn.fail(error);
        throw error;
      } finally {
        turn.end();
      }
    },
  };
}

function groupOf([widest = '']: Path): string {
  return widest;
}

function clientOf(path: Path): string {
  return path.at(-1) ?? '';
}

function add(weights: Map<string, number>, key: string, change: number): void {
  const now = (weights.get(key) ?? 0) + change;
  if (now === 0) weights.delete(key);
  else weights.set(key, now);
}

function createGroup(): Group {
  return { waiting: 0, members: new Map(), queue: [] };
}

function enqueue(group: Group, path: Path, waiting: Waiting): void {
  group.waiting += 1;
  const [name, ...rest] = path;
  if (name === undefined) {
    group.queue.push(waiting);
    return;
  }
  const member = group.members.get(name) ?? createGroup();
  group.members.set(name, member);
  enqueue(member, rest, waiting);
}

/** Takes out work that waits no longer. @returns whether it was still waiting */
function remove(group: Group, [name, ...rest]: Path, waiting: Waiting): boolean {
  const member = name === undefined ? undefined : group.members.get(name);
  const index = group.queue.indexOf(waiting);
  const isFound = member ? remove(member, rest, waiting) : index >= 0;
  if (!isFound) return false;
  group.waiting -= 1;
  if (!member) group.queue.splice(index, 1);
  else if (name !== undefined && member.waiting === 0) group.members.delete(name);
  return true;
}

/** Takes out the next work that may run, and puts the groups on its path behind the others. */
function takeNext(group: Group, mayRun: (waiting: Waiting) => boolean): Waiting | undefined {
  const [first] = group.queue;
  if (first && mayRun(first)) {
    group.waiting -= 1;
    return group.queue.shift();
  }
  for (const [name, member] of group.members) {
    const next = takeNext(member, mayRun);
    if (!next) continue;
    group.waiting -= 1;
    group.members.delete(name);
    if (member.waiting > 0) group.members.set(name, member);
    return next;
  }
  return undefined;
}

/**
 * Takes out the last work of the group with most, for a newcomer of a group with less. Where the newcomer's own group has as
 * much as any, the same is tried within it.
 * @returns undefined when the newcomer's group would have as much as the others
 */
function displace(group: Group, path: Path): Waiting | undefined {
  const [name, ...rest] = path;
  const fullest = fullestOf(group);
  if (name === undefined || !fullest) return undefined;
  const own = group.members.get(name);
  if (fullest.member.waiting > (own?.waiting ?? 0) + 1) return removeLast(group);
  const displaced = own && displace(own, rest);
  if (displaced) group.waiting -= 1;
  return displaced;
}

function removeLast(group: Group): Waiting | undefined {
  group.waiting -= 1;
  const fullest = fullestOf(group);
  if (!fullest) return group.queue.pop();
  const last = removeLast(fullest.member);
  if (fullest.member.waiting === 0) group.members.delete(fullest.name);
  return last;
}

function fullestOf(group: Group): { name: string; member: Group } | undefined {
  let fullest: { name: string; member: Group } | undefined;
  for (const [name, member] of group.members) {
    if (!fullest || member.waiting > fullest.member.waiting) fullest = { name, member };
  }
  return fullest;
}

/** Nothing was free within the patience: others, or the client itself, have not taken their answers yet. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
  /** Seconds until it may be tried again. */
  readonly seconds = 5;
}

/** How long a request waits for room. */
export const patience: NonNullable<Shares['patience']> = { milliseconds: 10_000, tooLong: () => new NoRoom() };

type TurnUntilTaken = {
  readonly turns: Turns;
  readonly path: Path;
  readonly weight?: number;
};

/**
 * Does the work of a request in a turn that ends when the answer has been taken, or its client has gone: until then the server holds
 * what was made for it. An answer has been taken once the kernel has all of it. For a client that went while it waited nothing is done,
 * and work that goes on after its client keeps its turn to its end.
 * @throws what the turns throw
 */
export async function inTurnUntilTaken<Result>(
  c: Context,
  { turns, path, weight }: TurnUntilTaken,
  work: (turn: Turn) => Promise<Result>,
): Promise<Result> {
  // Absent where a test calls the app without a connection.
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  const turn = await turns.take(path, weight);
  try {
    if (outgoing?.destroyed) throw new NoRoom();
    const result = await work(turn);
    if (!outgoing || outgoing.destroyed) turn.end();
    else if (!turn.isOver()) outgoing.once('close', () => turn.end());
    return result;
  } catch (error) {
    turn.fail(error);
    turn.end();
    throw error;
  }
}

/**
 * Makes an answer in a turn, as above. Once it is made, the turn is only as heavy as its text.
 * @param smallAnswer bytes up to which a text weighs nothing
 */
export function answerInTurn<Answer extends { readonly body: string }>(
  c: Context,
  room: TurnUntilTaken,
  make: () => Promise<Answer>,
  smallAnswer = 0,
): Promise<Answer> {
  return inTurnUntilTaken(c, room, async (turn) => {
    const answer = await make();
    const bytes = Buffer.byteLength(answer.body);
    turn.keep(bytes > smallAnswer ? bytes : 0);
    return answer;
  });
}
